import { isAccepted } from '../records/attempt-chain.ts';
import type { AcceptedAttempt, Attempt } from '../records/exchange.ts';
import { isNamed } from '../job/logical-key.ts';
import { chargeAt, stateAt } from '../job/mock-job.ts';

/** Returns true if the client could know the response to the earlier attempt when it sent the later one. */
export function knew(later: Attempt, earlier: Attempt): boolean {
  if (earlier.exchange === null || later.entry === 0) return true;
  const { endedAfter } = earlier.exchange;
  return endedAfter !== null && endedAfter < later.entry;
}

/** Returns true if the client could know the response to the earlier attempt, and none had shown it the job. */
function isUnsettled(earlier: Attempt, later: Attempt): boolean {
  const { seenAfter } = earlier;
  return knew(later, earlier) && (seenAfter === null || later.entry <= seenAfter);
}

/** An acceptance that pays again, and an earlier one of the same work. */
export interface Repeat {
  readonly repeat: AcceptedAttempt;
  readonly of: AcceptedAttempt;
}

/**
 * Acceptances that pay again for what an earlier one of the same key had paid for [mock.verdict.paid-twice]. If the
 * client named its work, each after the first does. Otherwise equal submissions may be separate orders: then an
 * acceptance counts only if it came after a response that proved nothing and was not settled, and each such response
 * accounts for one. A job that gave back its whole charge is not paid for.
 */
export function repeatedAcceptances(attempts: readonly Attempt[]): readonly Repeat[] {
  const repeats: Repeat[] = [];
  const open: AcceptedAttempt[] = [];
  for (const repeat of attempts) {
    if (!isAccepted(repeat)) continue;
    const { key, content } = repeat;
    const at = open.findIndex(
      (earlier) =>
        earlier.content === content &&
        (isNamed(key) || isUnsettled(earlier, repeat)) &&
        !isGivenBack(earlier, repeat.job.acceptedAt),
    );
    const of = open[at];
    if (of !== undefined) repeats.push({ repeat, of });
    if (of !== undefined && !isNamed(key)) open.splice(at, 1);
    if (isNamed(key) ? of === undefined : repeat.means === 'nothing') open.push(repeat);
  }
  return repeats;
}

/** Returns true if the job had failed without any charge by then. */
export function isGivenBack({ job }: AcceptedAttempt, at: number): boolean {
  return stateAt(job, at) === 'failed' && chargeAt(job, at) === 0;
}

/** Jobs that were paid for in vain: those whose file was not downloaded first, then the latest. */
export function needlessOf(
  candidates: readonly AcceptedAttempt[],
  count: number,
): readonly AcceptedAttempt[] {
  const latestFirst = candidates.toReversed();
  const isTaken = ({ downloads }: AcceptedAttempt) => downloads > 0;
  return [
    ...latestFirst.filter((one) => !isTaken(one)),
    ...latestFirst.filter((one) => isTaken(one)),
  ].slice(0, count);
}

/** The job that was paid for in vain because of each repeat: repeats of repeats are one group, with one good job. */
export function needlessByRepeat(
  repeats: readonly Repeat[],
): ReadonlyMap<AcceptedAttempt, AcceptedAttempt> {
  const firsts = new Map<AcceptedAttempt, AcceptedAttempt>();
  const groups = new Map<AcceptedAttempt, AcceptedAttempt[]>();
  const inOrder = repeats.toSorted((one, other) => one.repeat.entry - other.repeat.entry);
  for (const { of, repeat } of inOrder) {
    const first = firsts.get(of) ?? of;
    firsts.set(repeat, first);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [repeat]);
    else group.push(repeat);
  }
  const needless = new Map<AcceptedAttempt, AcceptedAttempt>();
  for (const [first, again] of groups) {
    const found = needlessOf([first, ...again], again.length);
    for (const [index, repeat] of again.entries()) needless.set(repeat, found[index] ?? repeat);
  }
  return needless;
}

/**
 * Acceptances after a response that proved nothing about an accepted job and was not settled, whatever else they
 * changed [mock.verdict.paid-again]. Each such response accounts for one. A job whose file was taken later, or that
 * cost nothing in the end, was not replaced.
 *
 * @param accepted - in order of acceptance
 * @param known - repeats of equal content, which are no new ones
 * @param now - by the mock's clock, in ms since 1970
 */
export function paidAgain(
  accepted: readonly AcceptedAttempt[],
  known: readonly Repeat[],
  now: number,
): readonly Repeat[] {
  const repeated = new Set(known.map(({ repeat }) => repeat));
  const paired = new Set(known.map(({ of }) => of));
  const open: AcceptedAttempt[] = [];
  const found: Repeat[] = [];
  for (const repeat of accepted) {
    const at = repeated.has(repeat) ? -1 : open.findIndex((of) => isUnsettled(of, repeat));
    const [of] = at === -1 ? [] : open.splice(at, 1);
    if (of !== undefined) found.push({ repeat, of });
    if (isUnproven(repeat) && !isGivenBack(repeat, now) && !paired.has(repeat)) open.push(repeat);
  }
  return found;
}

/** Returns true if the response is over and did not prove the acceptance, and the file was not taken until now. */
function isUnproven({ entry, means, downloads, exchange }: AcceptedAttempt): boolean {
  const isOver = exchange === null || exchange.end !== null;
  return entry > 0 && means === 'nothing' && downloads === 0 && isOver;
}
