import type { AcceptedAttempt, Attempt } from '../records/exchange.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { chargeAt } from '../job/mock-job.ts';
import { isOfUnknownName } from './check-attempts.ts';
import { againWhy, paidAgainFinding, tooFew, tooMany } from './check-space.ts';
import type { Remark } from './exceptions.ts';
import type { FoundFinding } from './finding.ts';
import {
  isGivenBack,
  needlessByRepeat,
  needlessOf,
  paidAgain,
  type Repeat,
  repeatedAcceptances,
} from './repeats.ts';

/** Payments of a space for what had been paid for already. */
export interface Repeats {
  /** Jobs that were paid for in vain beside another one. */
  readonly needless: ReadonlySet<AcceptedAttempt>;
  /** Those that concern several keys. */
  readonly findings: readonly FoundFinding[];
  readonly remarks: readonly Remark[];
  /** True if a finding counts the jobs of the whole space, and so those of each key. */
  readonly isCounted: boolean;
  ofKey(attempts: readonly Attempt[]): readonly Repeat[];
  /** Credits that were paid in vain because of a repeat. */
  wastedBy(repeat: Repeat): number;
}

/** What a test states about its space. */
interface SpaceWish {
  /** Number of jobs that it wants; absent = any. */
  readonly jobs?: number;
  /** True if every request comes from one test. */
  readonly isSingleTest?: boolean;
}

/** Finds what was paid for more than once: in one key, over several, and beyond the number of jobs wanted. */
export function findRepeats(world: ProviderState, { jobs, isSingleTest }: SpaceWish): Repeats {
  const now = world.clock.now();
  const { requestHistory } = world;
  const ofKeys = repeatsOfKeys(requestHistory.histories());
  const orders = requestHistory.accepted.filter(({ job }) => job.duplicateOf === undefined);
  const again = paidAgain(orders, ofKeys.all, now);
  const pairs = isSingleTest === true ? [...ofKeys.all, ...again] : ofKeys.all;
  const needlessOfEach = needlessByRepeat(pairs);
  const needless = new Set(needlessOfEach.values());
  const wastedBy = ({ repeat }: Repeat) =>
    chargeAt((needlessOfEach.get(repeat) ?? repeat).job, now);
  const base = { needless, wastedBy, ofKey: ofKeys.of, remarks: [], isCounted: false };
  const paid = orders.filter((attempt) => !isGivenBack(attempt, now));
  if (jobs !== undefined && paid.length > jobs) {
    const others = paid.filter((attempt) => !needless.has(attempt));
    const surplus = Math.max(0, paid.length - jobs - needless.size);
    for (const one of needlessOf(others, surplus)) needless.add(one);
    return { ...base, findings: [tooMany(paid, needless, { wanted: jobs, now })], isCounted: true };
  }
  const missing = jobs === undefined || orders.length >= jobs ? [] : [tooFew(orders.length, jobs)];
  if (isSingleTest !== true) return { ...base, findings: missing, remarks: remarksOn(again) };
  const found = again.map((pair) => paidAgainFinding(pair, wastedBy(pair)));
  return { ...base, findings: [...missing, ...found] };
}

function repeatsOfKeys(histories: Iterable<readonly [key: string, attempts: readonly Attempt[]]>) {
  const byLatest = new Map<Attempt | undefined, readonly Repeat[]>();
  for (const [, attempts] of histories) {
    if (attempts.length < 2 || isOfUnknownName(attempts)) continue;
    const repeats = repeatedAcceptances(attempts);
    if (repeats.length > 0) byLatest.set(attempts.at(-1), repeats);
  }
  return {
    all: [...byLatest.values()].flat(),
    of: (attempts: readonly Attempt[]) => byLatest.get(attempts.at(-1)) ?? [],
  };
}

/** In a space of several tests, such a pair is probably two separate pieces of work. */
function remarksOn(again: readonly Repeat[]): readonly Remark[] {
  const [first] = again;
  if (first === undefined) return [];
  const why = `${again.length} of the jobs may have been paid for again: one was ${againWhy(first)}; this is a finding if the space belongs to one test (single_test=true)`;
  return [{ code: 'paid-again', why }];
}
