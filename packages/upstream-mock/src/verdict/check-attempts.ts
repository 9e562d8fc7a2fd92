import { type Attempt, type Reported, wasReported } from '../records/exchange.ts';
import { isNamed } from '../job/logical-key.ts';
import { slackMs, waited } from '../records/poll-tally.ts';
import { chargeAt, stateAt } from '../job/mock-job.ts';
import { type Finding, finding } from './finding.ts';

/** Check of the submissions of one key, oldest first. */
export type CheckAttempts = (attempts: readonly Attempt[], now: number) => Finding | undefined;

/** Returns true if the client could know the response to the earlier attempt when it sent the later one. */
function knew(later: Attempt, earlier: Attempt): boolean {
  if (earlier.exchange === null || later.entry === 0) return true;
  const { endedAfter } = earlier.exchange;
  return endedAfter !== null && endedAfter < later.entry;
}

/**
 * Acceptances that pay again for what an earlier one of the same key had paid for [mock.verdict.paid-twice]. If the
 * client named its work, each after the first does. Otherwise equal submissions may be separate orders: then an
 * acceptance counts only if it came after a response that proved nothing, and each such response accounts for one. A
 * job that gave back its whole charge is not paid for.
 */
export function repeatedAcceptances(attempts: readonly Attempt[]): readonly Attempt[] {
  const repeats: Attempt[] = [];
  const open: Attempt[] = [];
  for (const attempt of attempts) {
    if (attempt.truth !== 'accepted') continue;
    const { key, content } = attempt;
    const isSame = (earlier: Attempt) =>
      earlier.content === content &&
      (isNamed(key) || knew(attempt, earlier)) &&
      !isGivenBack(earlier, attempt);
    const at = open.findIndex(isSame);
    if (at !== -1) repeats.push(attempt);
    if (at !== -1 && !isNamed(key)) open.splice(at, 1);
    if (isNamed(key) ? at === -1 : attempt.means === 'nothing') open.push(attempt);
  }
  return repeats;
}

/** Returns true if the earlier job had failed without any charge when the later one was accepted. */
function isGivenBack({ job }: Attempt, later: Attempt): boolean {
  const at = later.job?.acceptedAt;
  if (job === null || at === undefined) return false;
  return stateAt(job, at) === 'failed' && chargeAt(job, at) === 0;
}

/** Returns true if it depends on the provider whether a repeated key is sold twice, which a cassette does not show. */
export function isOfUnknownName(attempts: readonly Attempt[]): boolean {
  const recorded = attempts.find(({ job }) => job?.recorded !== undefined);
  return recorded !== undefined && isNamed(recorded.key);
}

/** Work paid for more than once [mock.verdict.paid-twice]. */
const paidTwice: CheckAttempts = (attempts, now) => {
  if (isOfUnknownName(attempts)) return undefined;
  const repeats = repeatedAcceptances(attempts);
  const [first] = repeats;
  if (first === undefined) return undefined;
  const contents = new Set(repeats.map(({ content }) => content));
  const accepted = attempts.filter(
    ({ truth, content }) => truth === 'accepted' && contents.has(content),
  );
  const reported = accepted.filter(({ means }) => means === 'accepted').length;
  return finding('paid-twice', {
    logical_key: first.key,
    jobs: accepted.flatMap(({ job }) => job?.id ?? []),
    credits_wasted: repeats.reduce(
      (sum, { job }) => sum + (job === null ? 0 : chargeAt(job, now)),
      0,
    ),
    evidence: accepted.map(({ entry }) => entry),
    why: `${repeats.length} of ${accepted.length} accepted jobs paid again for the same work; the client learned of ${reported} of them`,
    hint:
      repeaterOf(attempts.slice(1)) ??
      'after a lost or unclear response, search for the job by a key or in a list before you send it again',
  });
};

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
    jobs: attempts.flatMap(({ truth, job }) => (truth === 'accepted' ? (job?.id ?? []) : [])),
    credits_wasted: 0,
    evidence: [first.entry, other.entry],
    why: `attempt ${other.number} uses the key for another submission than the first of its account`,
    hint: 'use a new key for each piece of work, and reuse it only for retries of that work',
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
  repeated('retried-for-good', successions(attempts).filter(isInVain), {
    why: ([before], count) =>
      `sent again ${count}, unchanged, after a refusal with ${statusOf(before.exchange?.reported)}`,
    hint: 'report the refusal to a person: the same submission will be refused again',
  });

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
const resentTooSoon: CheckAttempts = (attempts) =>
  repeated('ignored-retry-after', successions(attempts).filter(isTooSoon), {
    why: ([before], count) =>
      `submitted again ${count} before the requested wait of ${before.exchange?.waitMs} ms was over`,
    hint: 'wait for the time of Retry-After with all submissions of the account',
  });

function isTooSoon([{ exchange: before }, { exchange: after }]: Succession): boolean {
  if (before === null || after === null || before.waitMs === null) return false;
  return wasReported(before, after) && waited(before, after) < before.waitMs - slackMs;
}

function repeated(
  code: Finding['code'],
  found: readonly Succession[],
  words: {
    readonly why: (first: Succession, count: string) => string;
    readonly hint: string;
  },
): Finding | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  return finding(code, {
    logical_key: first[0].key,
    jobs: [],
    credits_wasted: 0,
    evidence: found.flatMap(([before, after]) => [before.entry, after.entry]),
    why: words.why(first, timesOf(found)),
    hint: repeaterOf(found.map(([, after]) => after)) ?? words.hint,
  });
}

/** Of a very long run of equal refusals not all are kept. */
function timesOf(found: readonly Succession[]): string {
  const isPart = found.some(
    ([before, after]) => after.earlier === before && after.number > before.number + 1,
  );
  return `${isPart ? 'at least ' : ''}${found.length} times`;
}

export const attemptChecks: readonly CheckAttempts[] = [
  paidTwice,
  keyReused,
  retriedForGood,
  resentTooSoon,
];

/** The SDK that retried these submissions automatically, as its headers show; undefined if they do not. */
function repeaterOf(repeats: readonly Attempt[]): string | undefined {
  return repeats.map((repeat) => signOf(repeat)).find((sign) => sign !== undefined);
}

function signOf({ exchange }: Attempt): string | undefined {
  if (exchange === null) return undefined;
  const { retryCount, idempotencyKey, userAgent } = exchange.request.client;
  if (retryCount !== null && retryCount !== '0')
    return `x-stainless-retry-count: ${retryCount}: this SDK retries automatically; set maxRetries: 0`;
  if (idempotencyKey?.startsWith('aisdk_') === true)
    return `idempotency-key: ${idempotencyKey}: the AI SDK retries automatically; set maxRetries: 0`;
  if (userAgent?.endsWith('@openrouter/sdk') === true)
    return "user-agent: @openrouter/sdk: this SDK retries automatically for an hour; set retryConfig: { strategy: 'none' }";
  return undefined;
}
