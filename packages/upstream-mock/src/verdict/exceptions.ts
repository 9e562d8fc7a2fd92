import {
  type Cause,
  type FoundFinding,
  type Undecided,
  type VerdictCode,
  verdictCodes,
} from './finding.ts';
import type { Tallied, TallyGroup } from './verdict-tally.ts';

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

/** Entries that count, most serious first, with their numbers. */
export interface Decided {
  readonly outcome: Outcome;
  readonly findings: readonly FoundFinding[];
  readonly undecided: readonly Undecided[];
  readonly missing: readonly Missing[];
  readonly remarks: readonly Remark[];
  /** Number of findings that count, shown or not, and their credits. */
  readonly found: number;
  readonly wasted: number;
  /** Number of undecided results that count, shown or not. */
  readonly open: number;
}

/**
 * Decides the outcome of a verdict. What is ignored, expected, or has another cause does not count, and is a remark;
 * what was expected and did not happen is missing. A cause concerns findings only: an undecided result always counts.
 */
export function decide(tallied: Tallied, except: Exceptions): Decided {
  const { isStrict = false } = except;
  const remarks: Remark[] = [];
  const seen = new Map<VerdictCode, number>();
  const counting = <Entry>(
    groups: readonly TallyGroup<Entry>[],
    { by, creditsOf }: Pick<Exceptions, 'by'> & { readonly creditsOf: (entry: Entry) => number },
  ) =>
    bySeverity(groups).flatMap((group) => {
      const excepted = exceptedOf(group, { ...except, seen, by });
      if (excepted.count > 0) remarks.push(remarkOn(group, excepted));
      return restOf(group, excepted.count, creditsOf);
    });
  const creditsOf = ({ credits_wasted: credits }: FoundFinding) => credits;
  const findings = counting(tallied.findings, { by: except.by, creditsOf });
  const undecided = counting(tallied.undecided, { creditsOf: () => 0 });
  const missing = missingOf(except, seen);
  const isFound = findings.some(({ first: [one] }) => isStrict || one?.severity === 'error');
  const found = sum(findings.map(({ count }) => count));
  const open = sum(undecided.map(({ count }) => count));
  const otherwise = open > 0 ? 'undecided' : 'clean';
  return {
    outcome: isFound || missing.length > 0 ? 'found' : otherwise,
    findings: findings.flatMap(({ first }) => first),
    undecided: undecided.flatMap(({ first }) => first),
    missing,
    remarks,
    found,
    wasted: sum(findings.map(({ credits }) => credits)),
    open,
  };
}

/** Number of entries of a group that do not count, and the reason. */
function exceptedOf(
  { code, by, count }: TallyGroup<unknown>,
  given: Pick<Exceptions, 'ignore' | 'expect' | 'by'> & { readonly seen: Map<VerdictCode, number> },
): { readonly count: number; readonly why: string } {
  const { ignore = [], expect, seen } = given;
  if (ignore.includes(code)) return { count, why: 'ignored' };
  if (given.by?.has(by) === false) return { count, why: `caused by the ${by}` };
  const expected = expect?.get(code);
  if (expected === undefined) return { count: 0, why: '' };
  const before = seen.get(code) ?? 0;
  seen.set(code, before + count);
  const left = Math.max(0, (expected ?? Number.POSITIVE_INFINITY) - before);
  return { count: Math.min(count, left), why: 'expected' };
}

/** The group without its first entries. */
function restOf<Entry>(
  group: TallyGroup<Entry>,
  count: number,
  creditsOf: (entry: Entry) => number,
): readonly TallyGroup<Entry>[] {
  if (count === group.count) return [];
  const credits = group.credits - sum(group.first.slice(0, count).map(creditsOf));
  return [{ ...group, count: group.count - count, credits, first: group.first.slice(count) }];
}

function remarkOn(
  { code, by }: TallyGroup<unknown>,
  { count, why }: { readonly count: number; readonly why: string },
): Remark {
  return { code, why: `${count} by the ${by} ${count === 1 ? 'does' : 'do'} not count: ${why}` };
}

function missingOf(
  { expect = new Map<VerdictCode, number | null>() }: Exceptions,
  seen: ReadonlyMap<VerdictCode, number>,
): readonly Missing[] {
  return [...expect].flatMap(([code, count]) => {
    const given = { code, expected: count ?? 1, found: seen.get(code) ?? 0 };
    return given.found < given.expected ? [given] : [];
  });
}

function bySeverity<Entry>(groups: readonly TallyGroup<Entry>[]): readonly TallyGroup<Entry>[] {
  const rank = ({ code }: TallyGroup<Entry>) => verdictCodes.indexOf(code);
  return groups.toSorted((one, other) => rank(one) - rank(other));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
