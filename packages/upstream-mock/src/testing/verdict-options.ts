import type { Cause, VerdictCode } from '../verdict/finding.ts';
import type { ControlCall } from './control-call.ts';

/** Numbers of expected findings; undefined = any number except 0. */
export type FindingCounts = { readonly [code in VerdictCode]?: number | undefined };

/** Wishes of a test about the verdict on its space [mock.test-api.wishes]. */
export interface VerdictOptions {
  /** Number of jobs the test wants: more are `paid-twice`, fewer `missing-job`; absent = any number except 0. */
  readonly jobs?: number | undefined;
  /** Findings that do not fail the test, but whose absence does: codes, or their numbers. */
  readonly expect?: readonly VerdictCode[] | FindingCounts | undefined;
  /** Codes that do not fail the test. */
  readonly ignore?: readonly VerdictCode[] | undefined;
  /** Only findings of these count; absent = all. */
  readonly by?: readonly Cause[] | undefined;
  /** True if warnings fail the test, too; default false. */
  readonly strict?: boolean | undefined;
  /** False if several tests share the space, so that submissions of two tests are no repeat; default true. */
  readonly singleTest?: boolean | undefined;
}

/** Adds wishes to earlier ones: lists grow, and other values are replaced. */
export function addWishes(earlier: VerdictOptions, further: VerdictOptions): VerdictOptions {
  return {
    jobs: further.jobs ?? earlier.jobs,
    expect: { ...countsOf(earlier), ...countsOf(further) },
    ignore: [...(earlier.ignore ?? []), ...(further.ignore ?? [])],
    by: further.by ?? earlier.by,
    strict: further.strict ?? earlier.strict,
    singleTest: further.singleTest ?? earlier.singleTest,
  };
}

/** Parameters of the verdict's route. */
export function verdictQuery(wishes: VerdictOptions): NonNullable<ControlCall['query']> {
  const { jobs, ignore = [], by = [], strict = false, singleTest = true } = wishes;
  const expected = Object.entries(countsOf(wishes)).map(([code, count]) =>
    count === undefined ? code : `${code}:${count}`,
  );
  return {
    jobs,
    single_test: singleTest || undefined,
    strict: strict || undefined,
    ignore: listed(ignore),
    expect: listed(expected),
    by: listed(by),
  };
}

function countsOf({ expect = [] }: VerdictOptions): FindingCounts {
  return Symbol.iterator in expect
    ? Object.fromEntries(expect.map((code) => [code, undefined]))
    : expect;
}

/** A comma-separated list; undefined if empty. */
function listed(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join(',');
}
