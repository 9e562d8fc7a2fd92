import { ruleOf } from '../faults/submission-rules.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { ReadScenario } from '../faults/read-scenario.ts';
import type { ReadRule } from '../faults/rule-form.ts';

/** A scenario in one space. `settle` runs before each request and at each move of the clock. */
export interface SpaceScenario {
  /** Starts the space, initially, after a reset or with another clock: adds its rules, and starts its timeline. */
  begin(keeps?: { readonly rules?: boolean; readonly clock?: boolean }): void;
  /** Executes all due steps. */
  settle(): void;
  /** Instants of pending steps, each once, in order. */
  instants(): readonly number[];
}

export function createSpaceScenario(world: ProviderState, scenario: ReadScenario): SpaceScenario {
  return new Timeline(world, scenario);
}

class Timeline implements SpaceScenario {
  readonly #world: ProviderState;
  readonly #scenario: ReadScenario;
  /** Indexes of completed steps. */
  readonly #over = new Set<number>();
  /** Start of the space, by its clock. */
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

  instants(): readonly number[] {
    return [...new Set(this.#ahead().map(({ at }) => at))];
  }

  /** Indexes of due steps, in order of their times. */
  #due(): readonly number[] {
    const now = this.#world.clock.now();
    return this.#ahead().flatMap(({ index, at }) => (at <= now ? [index] : []));
  }

  /** Pending steps, in order of their times. */
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
