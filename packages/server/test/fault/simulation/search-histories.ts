import fc from 'fast-check';
import type { Hazard } from './act.ts';
import { histories, type History } from './history.ts';
import { type RareSituation, RareSituations } from './rare-situations.ts';
import { runHistory } from './run-history.ts';
import type { WorldSetting } from './world.ts';

/** A history that broke a promise, shrunk as far as possible. */
export interface FailingHistory {
  readonly history: History;
  readonly violations: readonly string[];
}

export interface Search {
  /** Seed of the histories: equal seeds, equal histories. */
  readonly seed: number;
  readonly count: number;
  /** Arbitrary of histories; default any. */
  readonly from?: fc.Arbitrary<History>;
  readonly setting: Omit<WorldSetting, 'situations'>;
  /** Hazards that are left out; default none. */
  readonly without?: readonly Hazard[];
  /** Violations that count; default all. */
  readonly matters?: (violation: string) => boolean;
  /** True to shrink the first failing history; the default. */
  readonly shrinks?: boolean;
  /** Called after each history with its situations, until one fails. */
  readonly onHistory?: (situations: ReadonlySet<RareSituation>) => void;
}

/** Runs histories until one breaks a promise, which is then shrunk; undefined when none does. */
export async function searchHistories(search: Search): Promise<FailingHistory | undefined> {
  const {
    seed,
    count,
    from = histories,
    setting,
    without = [],
    matters = () => true,
    shrinks = true,
    onHistory,
  } = search;
  const drawn = from.map((history) => withoutHazards(history, without));
  let isFound = false;
  const check = async (history: History): Promise<readonly string[]> => {
    const situations = new RareSituations();
    const outcome = await runHistory(history, { ...setting, situations });
    const violations = outcome.violations.filter(matters);
    if (!isFound) onHistory?.(situations.seen);
    isFound ||= violations.length > 0;
    return violations;
  };
  const property = fc.asyncProperty(drawn, async (history) => (await check(history)).length === 0);
  const { counterexample } = await fc.check(property, {
    seed,
    numRuns: count,
    endOnFailure: !shrinks,
  });
  if (counterexample === null) return undefined;
  const [history] = counterexample;
  return { history, violations: await check(history) };
}

function withoutHazards(history: History, without: readonly Hazard[]): History {
  return { ...history, hazards: history.hazards.filter((hazard) => !without.includes(hazard)) };
}
