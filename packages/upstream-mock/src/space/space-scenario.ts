import { ruleOf } from '../faults/submission-rules.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { ReadScenario } from '../faults/read-scenario.ts';
import type { ReadRule } from '../faults/rule-form.ts';

/** A scenario in one space. */
export class SpaceScenario {
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

  /** Starts the space, initially, after a reset or with another clock: adds its rules, and starts its timeline. */
  begin({ rules = false, clock = false } = {}): void {
    if (!clock) this.#start = this.#world.clock.setting().start ?? this.#world.clock.now();
    this.#over.clear();
    if (!rules) for (const rule of this.#scenario.rules ?? []) this.#lay(rule);
    this.settle();
  }

  /** Executes all due steps, in order of their times. Call it before each request and at each move of the clock. */
  settle(): void {
    const now = this.#world.clock.now();
    for (const { step, index, at } of this.#ahead()) {
      if (at > now) return;
      this.#over.add(index);
      const { rule, removeRule, account } = step;
      if (rule !== undefined) this.#lay(rule, `timeline-${index + 1}`);
      if (removeRule !== undefined) this.#world.rules.remove(removeRule);
      if (account !== undefined) {
        const { key, ...settings } = account;
        this.#world.accounts.describe(key, settings);
      }
    }
  }

  /** Instants of pending steps, each once, in order. */
  instants(): readonly number[] {
    return [...new Set(this.#ahead().map(({ at }) => at))];
  }

  /** Pending steps, in order of their times. */
  #ahead() {
    return (this.#scenario.timeline ?? [])
      .map((step, index) => {
        const at = typeof step.at === 'number' ? this.#start + step.at : step.at.on;
        return { step, index, at };
      })
      .filter(({ index }) => !this.#over.has(index))
      .toSorted((one, other) => one.at - other.at);
  }

  #lay(rule: ReadRule, name: string | null = null): void {
    this.#world.rules.put({ ...ruleOf(rule), name: rule.name ?? name });
  }
}
