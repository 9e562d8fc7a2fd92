import { ruleOf } from '../rules/submission-rules.ts';
import type { ProviderState } from '../world/provider-state.ts';
import type { ReadRule, ReadScenario } from './scenario.ts';

/** What a scenario is to one space. It is looked at before each request and where its clock is moved: what is due by then has happened. */
export interface SpaceScenario {
  /** The space begins, at first, after a reset or by another clock: its rules are laid down, and its timeline starts. */
  begin(keeps?: { readonly rules?: boolean; readonly clock?: boolean }): void;
  /** Lets everything happen that is due. */
  settle(): void;
  /** When something is to come, each instant once, the first first. */
  instants(): readonly number[];
  /** The space became another one: what lies behind its time does not happen any more, and what lies ahead will. */
  passBy(): void;
}

export function createSpaceScenario(world: ProviderState, scenario: ReadScenario): SpaceScenario {
  return new Timeline(world, scenario);
}

class Timeline implements SpaceScenario {
  readonly #world: ProviderState;
  readonly #scenario: ReadScenario;
  /** Indices of steps that are over. */
  readonly #over = new Set<number>();
  /** When the space began, by its clock. */
  #start = 0;

  constructor(world: ProviderState, scenario: ReadScenario) {
    this.#world = world;
    this.#scenario = scenario;
    this.begin();
  }

  begin({ rules = false, clock = false } = {}): void {
    if (!clock) this.#start = this.#world.clock.setting().start ?? this.#world.clock.now();
    this.#over.clear();
    if (!rules) for (const rule of this.#scenario.rules ?? []) this.#lay(rule);
    this.settle();
  }

  settle(): void {
    const { timeline = [] } = this.#scenario;
    for (const index of this.#due()) {
      this.#over.add(index);
      const { rule, removeRule, account } = timeline[index] ?? {};
      if (rule !== undefined) this.#lay(rule, `timeline-${index + 1}`);
      if (removeRule !== undefined) this.#world.rules.remove(removeRule);
      if (account !== undefined) {
        const { key, ...settings } = account;
        this.#world.describeAccount(key, settings);
      }
    }
  }

  passBy(): void {
    this.#start = this.#world.clock.setting().start ?? this.#start;
    this.#over.clear();
    for (const index of this.#due()) this.#over.add(index);
  }

  instants(): readonly number[] {
    return [...new Set(this.#ahead().map(({ at }) => at))];
  }

  /** Indices of the steps whose time has come, in the order of their times. */
  #due(): readonly number[] {
    const now = this.#world.clock.now();
    return this.#ahead().flatMap(({ index, at }) => (at <= now ? [index] : []));
  }

  /** Steps that are not over, in the order of their times. */
  #ahead(): readonly { readonly index: number; readonly at: number }[] {
    return (this.#scenario.timeline ?? [])
      .map(({ at }, index) => ({ index, at: typeof at === 'number' ? this.#start + at : at.on }))
      .filter(({ index }) => !this.#over.has(index))
      .toSorted((one, other) => one.at - other.at);
  }

  #lay(rule: ReadRule, name: string | null = null): void {
    this.#world.rules.put({ ...ruleOf(rule), name: rule.name ?? name });
  }
}
