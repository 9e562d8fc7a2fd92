import { isAccepted } from '../records/attempt-chain.ts';
import { type Attempt, type Reported, wasReported } from '../records/exchange.ts';
import { isNamed } from '../job/logical-key.ts';
import { slackMs, waited } from '../records/poll-tally.ts';
import { type FoundFinding, finding } from './finding.ts';
import { knew, type Repeat } from './repeats.ts';
import { repeaterOf } from './sdk-retries.ts';

/** Wording of waits, in ms of the mock's clock. */
export type WaitWords = (ms: number) => string;

/** Check of the submissions of one key, oldest first. */
export type CheckAttempts = (
  attempts: readonly Attempt[],
  words: WaitWords,
) => FoundFinding | undefined;

/** Returns true if it depends on the provider whether a repeated key is sold twice, which a cassette does not show. */
export function isOfUnknownName(attempts: readonly Attempt[]): boolean {
  const recorded = attempts.find(({ job }) => job?.recorded !== undefined);
  return recorded !== undefined && isNamed(recorded.key);
}

/** Work paid for more than once [mock.verdict.paid-twice]. `wastedBy`: credits paid in vain because of a repeat. */
export function paidTwice(
  attempts: readonly Attempt[],
  repeats: readonly Repeat[],
  wastedBy: (repeat: Repeat) => number,
): readonly FoundFinding[] {
  const [first] = repeats;
  if (first === undefined) return [];
  const contents = new Set(repeats.map(({ repeat: { content } }) => content));
  const accepted = attempts.filter(isAccepted).filter(({ content }) => contents.has(content));
  const reported = accepted.filter(({ means }) => means === 'accepted').length;
  const hint = repeaterOf(attempts.slice(1));
  return [
    finding('paid-twice', {
      logical_key: first.repeat.key,
      jobs: accepted.map(({ job }) => job.id),
      credits_wasted: repeats.reduce((sum, repeat) => sum + wastedBy(repeat), 0),
      evidence: accepted.map(({ entry }) => entry),
      why: `${repeats.length} of ${accepted.length} accepted jobs paid again for the same work; the responses of ${reported} of them left the mock complete`,
      ...(hint !== undefined && { hint }),
    }),
  ];
}

/** One key for different submissions of one account [mock.verdict.key-reused]. */
const keyReused: CheckAttempts = (attempts) => {
  const [first] = attempts;
  if (first === undefined || !isNamed(first.key)) return undefined;
  const wishes = new Map<string, string>();
  const other = attempts.find(({ account, content, means }) => {
    const wish = wishes.get(account);
    // A submission refused by proof did not use up the key.
    if (wish === undefined && means !== 'refused') wishes.set(account, content);
    return wish !== undefined && wish !== content;
  });
  if (other === undefined) return undefined;
  return finding('key-reused', {
    logical_key: first.key,
    jobs: attempts.filter(isAccepted).map(({ job }) => job.id),
    evidence: [first.entry, other.entry],
    why: `attempt ${other.number} uses the key for another submission than the first of its account`,
  });
};

/** A submission and the next one of its account that could know its response. */
type Succession = readonly [before: Attempt, after: Attempt];

function successions(attempts: readonly Attempt[]): readonly Succession[] {
  return attempts.flatMap((after, index) => {
    for (let at = index - 1; at >= 0; at -= 1) {
      const before = attempts[at];
      if (before?.account === after.account && knew(after, before)) return [[before, after]];
    }
    return [];
  });
}

/** Refusals that the same submission will get again. */
const forGood: ReadonlySet<number> = new Set([400, 401, 402, 403, 422]);

function statusOf(reported: Reported | null | undefined): number | undefined {
  return reported?.kind === 'response' ? reported.status : undefined;
}

/** An unchanged submission after a permanent refusal [mock.verdict.retried-for-good]. */
const retriedForGood: CheckAttempts = (attempts) =>
  repeated(
    'retried-for-good',
    successions(attempts).filter(isInVain),
    ([before], count) =>
      `sent again ${count}, unchanged, after a refusal with ${statusOf(before.exchange?.reported)}`,
  );

/** False if the limits of the account were changed in between, or missing credits came back. */
function isInVain([before, after]: Succession): boolean {
  if (before.means !== 'refused' || before.content !== after.content) return false;
  const [refused, again] = [before.exchange, after.exchange];
  if (refused === null || again === null || !wasReported(refused, again)) return false;
  const hasMore = refused.failedJobs !== null && refused.failedJobs !== again.failedJobs;
  return (
    forGood.has(statusOf(refused.reported) ?? 0) && refused.settings === again.settings && !hasMore
  );
}

/** A submission before the wait requested by its refusal was over [mock.verdict.ignored-retry-after]. */
const resentTooSoon: CheckAttempts = (attempts, words) =>
  repeated(
    'ignored-retry-after',
    successions(attempts).filter(isTooSoon),
    ([before], count) =>
      `submitted again ${count} before the requested wait of ${words(before.exchange?.waitMs ?? 0)} was over`,
  );

function isTooSoon([{ exchange: before }, { exchange: after }]: Succession): boolean {
  if (before === null || after === null || before.waitMs === null) return false;
  return wasReported(before, after) && waited(before, after) < before.waitMs - slackMs;
}

function repeated(
  code: FoundFinding['code'],
  found: readonly Succession[],
  why: (first: Succession, count: string) => string,
): FoundFinding | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const hint = repeaterOf(found.map(([, after]) => after));
  return finding(code, {
    logical_key: first[0].key,
    evidence: found.flatMap(([before, after]) => [before.entry, after.entry]),
    why: why(first, timesOf(found)),
    ...(hint !== undefined && { hint }),
  });
}

/** Of a very long run of equal refusals not all are kept. */
function timesOf(found: readonly Succession[]): string {
  const isPart = found.some(
    ([before, after]) => after.earlier === before && after.number > before.number + 1,
  );
  return `${isPart ? 'at least ' : ''}${found.length} times`;
}

export const attemptChecks: readonly CheckAttempts[] = [keyReused, retriedForGood, resentTooSoon];
