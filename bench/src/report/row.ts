import { median } from '../harness/statistics.ts';
import type { Rounds, Slice } from '../harness/run-rounds.ts';

/** What a ratio is to be: at least or at most so much. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Ours beside one other, over all rounds. */
export interface Row {
  readonly benchmark: string;
  readonly workload: string;
  readonly unit: string;
  readonly ours: number;
  readonly other: string;
  readonly others: number;
  /** Median over the rounds of ours divided by the other's of the same round. */
  readonly ratio: number;
  /**
   * The same for what a whole undisturbed core would give: the other's least processor time for a unit of work by
   * ours. Null where the system keeps no account, or where it does not limit what is measured.
   */
  readonly processorRatio: number | null;
  readonly goal: Goal | null;
  readonly verdict: Verdict;
  readonly rounds: number;
  /** Rounds in which others took more than a quarter of the server's core. */
  readonly disturbed: number;
  readonly notes: { readonly [name: string]: number };
}

/** `invalid`: a ceiling was passed, so the run measured something else and proves nothing. */
export type Verdict = 'reached' | 'missed' | 'no goal' | 'invalid';

export interface Comparison {
  readonly benchmark: string;
  readonly workload: string;
  readonly unit: string;
  /** Names of variants. */
  readonly ours: string;
  readonly other: string;
  readonly goal: Goal | null;
  /** Whether a larger value is the better one, so that processor time is turned round to match. */
  readonly better: 'more' | 'less';
  /**
   * What the goal is held against where neighbours disturbed most rounds: processor time, unless it does not limit what
   * is measured.
   */
  readonly judgedBy?: 'ratio' | 'processor';
  /** Whether the other does a part of our work and nothing else, so that it cannot rightly be slower. */
  readonly isCeiling?: boolean;
}

/** Compares two variants of the same rounds. */
export function compare(comparison: Comparison, { rounds, disturbed }: Rounds): Row {
  const {
    ours,
    other,
    goal,
    better,
    benchmark,
    workload,
    unit,
    judgedBy = 'processor',
  } = comparison;
  const pairs = rounds.flatMap((round) => {
    const [mine, theirs] = [round.get(ours), round.get(other)];
    return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }];
  });
  const ratio = median(pairs.map(({ mine, theirs }) => mine.value / theirs.value));
  const mine = pairs.map((pair) => pair.mine);
  const theirs = pairs.map((pair) => pair.theirs);
  const processorRatio = ratioOfLeast(better === 'more' ? [theirs, mine] : [mine, theirs]);
  const isDisturbed = disturbed * 2 > rounds.length && judgedBy === 'processor';
  const judged = isDisturbed ? (processorRatio ?? ratio) : ratio;
  return {
    benchmark,
    workload,
    unit,
    ours: median(mine.map(({ value }) => value)),
    other,
    others: median(theirs.map(({ value }) => value)),
    ratio,
    processorRatio,
    goal,
    verdict:
      comparison.isCeiling === true && Math.max(ratio, processorRatio ?? 0) > 1
        ? 'invalid'
        : judge(goal, judged),
    rounds: rounds.length,
    disturbed,
    notes: medianNotes(mine),
  };
}

/** Whether a ratio is what it is to be. */
export function judge(goal: Goal | null, ratio: number): Verdict {
  if (goal === null) return 'no goal';
  const isReached = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
  return isReached ? 'reached' : 'missed';
}

function ratioOfLeast([above, below]: readonly [readonly Slice[], readonly Slice[]]):
  | number
  | null {
  const least = (slices: readonly Slice[]): number | null => {
    const times = slices.flatMap(({ processorUs }) => (processorUs === null ? [] : [processorUs]));
    return times.length === 0 ? null : Math.min(...times);
  };
  const [numerator, denominator] = [least(above), least(below)];
  return numerator === null || denominator === null ? null : numerator / denominator;
}

function medianNotes(slices: readonly Slice[]): { readonly [name: string]: number } {
  const names = Object.keys(slices[0]?.notes ?? {});
  const result: { [name: string]: number } = {};
  for (const name of names)
    result[name] = median(slices.map(({ notes }) => notes?.[name] ?? Number.NaN));
  return result;
}
