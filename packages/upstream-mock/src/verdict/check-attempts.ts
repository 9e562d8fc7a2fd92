import { type Attempt, type Reported, wasReported } from '../evidence/exchange.ts';
import { isNamed } from '../evidence/logical-key.ts';
import { slackMs, waited } from '../evidence/poll-tally.ts';
import { chargeAt, stateAt } from '../world/mock-job.ts';
import { type Finding, finding } from './finding.ts';

/** What is decided from the submissions of one key, the first first. */
export type CheckAttempts = (attempts: readonly Attempt[], now: number) => Finding | undefined;

/** Whether the client could know what the earlier one was answered when it sent the later. */
function knew(later: Attempt, earlier: Attempt): boolean {
  if (earlier.exchange === null || later.entry === 0) return true;
  const { endedAfter } = earlier.exchange;
  return endedAfter !== null && endedAfter < later.entry;
}

/**
 * Acceptances that pay once more for what an earlier one of the same key had paid for [mock.verdict.paid-twice]. Where the client
 * named its work, each after the first does. Where it did not, equal submissions may be equal wishes: then an acceptance counts only
 * if it came after an answer that proved nothing, and each such answer accounts for one. What has given everything back is not paid for.
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

/** Whether the earlier one had failed without costing anything when the later was accepted. */
function isGivenBack({ job }: Attempt, later: Attempt): boolean {
  const at = later.job?.acceptedAt;
  if (job === null || at === undefined) return false;
  return stateAt(job, at) === 'failed' && chargeAt(job, at) === 0;
}

/** Whether it depends on the provider if a name is sold twice: what a cassette does not say. */
export function isOfUnknownName(attempts: readonly Attempt[]): boolean {
  const recorded = attempts.find(({ job }) => job?.recorded !== undefined);
  return recorded !== undefined && isNamed(recorded.key);
}

/** Paid for more than once [mock.verdict.paid-twice]. */
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
    requestHistory: accepted.map(({ entry }) => entry),
    why: `${repeats.length} of ${accepted.length} acceptances paid for work that was paid for already; the client was told of ${reported}`,
    hint:
      repeaterOf(attempts.slice(1)) ??
      'after a lost or unclear answer look for the job, by a key or a list, before you send it again',
  });
};

/** One name for different wishes of one account [mock.verdict.key-reused]. */
const keyReused: CheckAttempts = (attempts) => {
  const [first] = attempts;
  if (first === undefined || !isNamed(first.key)) return undefined;
  const wishes = new Map<string, string>();
  const other = attempts.find(({ account, content, means }) => {
    const wish = wishes.get(account);
    // What was refused by proof did not take the name.
    if (wish === undefined && means !== 'refused') wishes.set(account, content);
    return wish !== undefined && wish !== content;
  });
  if (other === undefined) return undefined;
  return finding('key-reused', {
    logical_key: first.key,
    jobs: attempts.flatMap(({ truth, job }) => (truth === 'accepted' ? (job?.id ?? []) : [])),
    credits_wasted: 0,
    requestHistory: [first.entry, other.entry],
    why: `attempt ${other.number} asks under the same name for something else than the first of its account`,
    hint: 'make a key for each piece of work, and keep it for the repeats of that work alone',
  });
};

/** A submission and the next one of its account that could know how it had ended. */
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

/** Refusals that the same submission meets again. */
const forGood: ReadonlySet<number> = new Set([400, 401, 402, 403, 422]);

function statusOf(reported: Reported | null | undefined): number | undefined {
  return reported?.kind === 'response' ? reported.status : undefined;
}

/** The same submission again after a refusal that time does not change [mock.verdict.retried-for-good]. */
const retriedForGood: CheckAttempts = (attempts) =>
  repeated('retried-for-good', successions(attempts).filter(isInVain), {
    why: ([before], count) =>
      `sent again ${count}, unchanged, after a refusal with ${statusOf(before.exchange?.reported)}`,
    hint: 'say the refusal to the person it concerns: the same submission meets it again',
  });

/** Unless what the account may do was changed between the two, or credits it lacked came back. */
function isInVain([before, after]: Succession): boolean {
  if (before.means !== 'refused' || before.content !== after.content) return false;
  const [refused, again] = [before.exchange, after.exchange];
  if (refused === null || again === null || !wasReported(refused, again)) return false;
  const hasMore = refused.failedJobs !== null && refused.failedJobs !== again.failedJobs;
  return (
    forGood.has(statusOf(refused.reported) ?? 0) && refused.settings === again.settings && !hasMore
  );
}

/** A submission before the wait was over that its refusal asked for [mock.verdict.ignored-retry-after]. */
const resentTooSoon: CheckAttempts = (attempts) =>
  repeated('ignored-retry-after', successions(attempts).filter(isTooSoon), {
    why: ([before], count) =>
      `submitted again ${count} before the ${before.exchange?.waitMs} ms were over that the refusal asked to wait`,
    hint: 'wait as long as Retry-After says, with all submissions of the account',
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
    requestHistory: found.flatMap(([before, after]) => [before.entry, after.entry]),
    why: words.why(first, timesOf(found)),
    hint: repeaterOf(found.map(([, after]) => after)) ?? words.hint,
  });
}

/** Of a very long row of equal refusals not all are remembered. */
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

/** What repeats these submissions by itself, as its headers gave away; undefined where they did not. */
function repeaterOf(repeats: readonly Attempt[]): string | undefined {
  return repeats.map((repeat) => signOf(repeat)).find((sign) => sign !== undefined);
}

function signOf({ exchange }: Attempt): string | undefined {
  if (exchange === null) return undefined;
  const { retryCount, idempotencyKey, userAgent } = exchange.request.client;
  if (retryCount !== null && retryCount !== '0')
    return `x-stainless-retry-count: ${retryCount}: this SDK repeats by itself; give it maxRetries: 0`;
  if (idempotencyKey?.startsWith('aisdk_') === true)
    return `idempotency-key: ${idempotencyKey}: the AI SDK repeats by itself; give it maxRetries: 0`;
  if (userAgent?.endsWith('@openrouter/sdk') === true)
    return "user-agent: @openrouter/sdk: this SDK repeats by itself, for an hour, unless it has retryConfig: { strategy: 'none' }";
  return undefined;
}
