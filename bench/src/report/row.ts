import { median, type Rounds, type Slice } from '../harness/run-rounds.ts';

/** The same rounds, compared by processor time. */
export function processorRounds(measured: Rounds): Rounds {
  return mapRounds(measured, (slice) => ({
    ...slice,
    value: slice.processorUs ?? Number.NaN,
    processorUs: null,
  }));
}

/** The same rounds with another view of each slice. */
export function mapRounds({ rounds, disturbed }: Rounds, change: (slice: Slice) => Slice): Rounds {
  const changed = rounds.map(
    (round) => new Map([...round].map(([name, slice]) => [name, change(slice)])),
  );
  return { rounds: changed, disturbed };
}

/** Converts a comparison of rates (units per second) into one of times (ms for a unit), with the same goal. */
export function asTimes(row: Row): Row {
  const ms = (rate: number): number => 1000 / rate;
  const ours = ms(row.ours);
  const ratio = 1 / row.ratio;
  const processorRatio = row.processorRatio === null ? null : 1 / row.processorRatio;
  const checked = checkedOf({ checkedBy: row.checkedBy, value: ours, ratio, processorRatio });
  const verdict = check(row.goal, checked);
  return { ...row, unit: 'ms', ours, others: ms(row.others), ratio, processorRatio, verdict };
}

/** Goal of a ratio, or of a value in its unit: a minimum or a maximum. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

export type CheckedBy = 'ratio' | 'processor' | 'value';

/** Our variant compared with another, over all rounds. */
export interface Row {
  readonly benchmark: string;
  readonly workload: string;
  readonly unit: string;
  readonly ours: number;
  readonly other: string;
  readonly others: number;
  /** Median over the rounds of our value divided by the other's in the same round. */
  readonly ratio: number;
  /**
   * The ratio for a whole undisturbed core: the other's least processor time for a unit of work, divided by ours. Null
   * if the system does not report it, or if processor time is not the limit.
   */
  readonly processorRatio: number | null;
  readonly goal: Goal | null;
  readonly checkedBy: CheckedBy;
  readonly verdict: Verdict;
  readonly rounds: number;
  /** Rounds in which other processes used more than a quarter of the server's core. */
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
  /** True if a larger value is better; the ratio of processor times is then inverted to match. */
  readonly better: 'more' | 'less';
  /**
   * The figure that is compared with the goal: processor time, which stays constant when other programs use the core
   * (if the system reports it), the ratio of the values if something else limits them, or our own value in its unit.
   */
  readonly checkedBy?: CheckedBy;
  /** True if the other does only a part of our work, so that it cannot be slower in a correct measurement. */
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
    checkedBy = 'processor',
  } = comparison;
  const pairs = rounds.flatMap((round) => {
    const [mine, theirs] = [round.get(ours), round.get(other)];
    return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }];
  });
  const ratio = median(pairs.map(({ mine, theirs }) => mine.value / theirs.value));
  const mine = pairs.map((pair) => pair.mine);
  const theirs = pairs.map((pair) => pair.theirs);
  const processorRatio = ratioOfLeast(better === 'more' ? [theirs, mine] : [mine, theirs]);
  const own = median(mine.map(({ value }) => value));
  const checked = checkedOf({ checkedBy, value: own, ratio, processorRatio });
  return {
    benchmark,
    workload,
    unit,
    ours: own,
    other,
    others: median(theirs.map(({ value }) => value)),
    ratio,
    processorRatio,
    goal,
    checkedBy,
    verdict: isPassed(comparison, ratio, processorRatio) ? 'invalid' : check(goal, checked),
    rounds: rounds.length,
    disturbed,
    notes: medianNotes(mine),
  };
}

function isPassed(
  { isCeiling }: Comparison,
  ratio: number,
  processorRatio: number | null,
): boolean {
  return isCeiling === true && Math.max(ratio, processorRatio ?? 0) > 1;
}

/** The figure that is compared with the goal. */
function checkedOf(figures: {
  readonly checkedBy: CheckedBy;
  readonly value: number;
  readonly ratio: number;
  readonly processorRatio: number | null;
}): number {
  const { checkedBy, value, ratio, processorRatio } = figures;
  if (checkedBy === 'value') return value;
  return checkedBy === 'ratio' ? ratio : (processorRatio ?? ratio);
}

/** Returns true if a figure reaches its goal. */
export function check(goal: Goal | null, ratio: number): Verdict {
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
