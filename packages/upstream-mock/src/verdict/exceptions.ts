import type { Cause, FoundFinding, Undecided, VerdictCode } from './finding.ts';
import type { Counted, TallyGroup } from './verdict-tally.ts';

/** Outcome of a verdict, the worst last. */
export const outcomes = ['clean', 'undecided', 'found'] as const;
export type Outcome = (typeof outcomes)[number];

/** Exceptions that a test states [mock.verdict.exceptions]. */
export interface Exceptions {
  /** Codes that do not count. */
  readonly ignore?: readonly VerdictCode[];
  /** Codes that must be found, with their number; null = at least once. */
  readonly expect?: ReadonlyMap<VerdictCode, number | null>;
  /** Causes whose findings count; absent = all. */
  readonly by?: ReadonlySet<Cause> | undefined;
  /** True if warnings count like errors. */
  readonly isStrict?: boolean;
}

/** An expected code that was found less often. */
export interface Missing {
  readonly code: VerdictCode;
  readonly expected: number;
  readonly found: number;
}

/** A note that decides nothing. */
export interface Remark {
  readonly code: string;
  readonly why: string;
}

/** Everything that was found, and everything that is undecided, the most serious first. */
export interface Tallied {
  readonly findings: readonly TallyGroup<FoundFinding>[];
  readonly undecided: readonly TallyGroup<Undecided>[];
}

/**
 * Decides the outcome of a verdict. What is ignored, expected, or has another cause does not count, and is a remark;
 * what was expected and did not happen is missing. A cause concerns findings only: an undecided result always counts.
 */
export function decide({ findings, undecided }: Tallied, except: Exceptions) {
  const { expect = new Map<VerdictCode, number | null>(), isStrict = false } = except;
  const seen = new Map<VerdictCode, number>();
  const found = countingOf(findings, (group) => exceptedOf(group, except, seen));
  const anyCause = { ...except, by: undefined };
  const open = countingOf(undecided, (group) => exceptedOf(group, anyCause, seen));
  const missing = [...expect].flatMap(([code, count]): readonly Missing[] => {
    const given = { code, expected: count ?? 1, found: seen.get(code) ?? 0 };
    return given.found < given.expected ? [given] : [];
  });
  const isFound = isStrict
    ? found.count > 0
    : found.entries.some(({ severity }) => severity === 'error');
  const otherwise = open.count > 0 ? 'undecided' : 'clean';
  const outcome: Outcome = isFound || missing.length > 0 ? 'found' : otherwise;
  return {
    outcome,
    findings: found.entries,
    undecided: open.entries,
    missing,
    remarks: [...found.remarks, ...open.remarks],
    // Also of entries that are not shown.
    found: found.count,
    wasted: found.credits,
    open: open.count,
  };
}

/** Number of entries of a group that do not count, and the reason. `seen`: numbers of earlier entries by code. */
function exceptedOf(
  { code, by, count }: TallyGroup<unknown>,
  { ignore = [], expect, by: causes }: Exceptions,
  seen: Map<VerdictCode, number>,
): { readonly count: number; readonly why: string } {
  if (ignore.includes(code)) return { count, why: 'ignored' };
  if (causes?.has(by) === false) return { count, why: `caused by the ${by}` };
  const before = seen.get(code) ?? 0;
  seen.set(code, before + count);
  const expected = expect?.has(code) === true ? (expect.get(code) ?? Infinity) : 0;
  return { count: Math.min(count, Math.max(0, expected - before)), why: 'expected' };
}

/** Entries that count, with their number and credits, and remarks on the others. */
function countingOf<Entry extends Counted>(
  groups: readonly TallyGroup<Entry>[],
  except: (group: TallyGroup<Entry>) => ReturnType<typeof exceptedOf>,
) {
  const counting = { entries: [] as Entry[], count: 0, credits: 0, remarks: [] as Remark[] };
  for (const group of groups) {
    const { code, by, first } = group;
    const { count, why } = except(group);
    const verb = count === 1 ? 'does' : 'do';
    if (count > 0)
      counting.remarks.push({ code, why: `${count} by the ${by} ${verb} not count: ${why}` });
    if (count === group.count) continue;
    counting.entries.push(...first.slice(count));
    counting.count += group.count - count;
    counting.credits += group.credits;
    for (const { credits_wasted: wasted = 0 } of first.slice(0, count)) counting.credits -= wasted;
  }
  return counting;
}
