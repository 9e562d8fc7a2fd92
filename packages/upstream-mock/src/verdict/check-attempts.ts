import { isNamed } from '../job/logical-key.ts';
import { isAccepted } from '../records/attempt-chain.ts';
import { type Attempt, type Reported, wasReported } from '../records/exchange.ts';
import { slackMs, waited } from '../records/poll-tally.ts';
import { about, type FindingCode, type FoundFinding, finding } from './finding.ts';
import { times } from './print-verdict.ts';
import { knew } from './repeats.ts';
import { repeaterOf } from './sdk-retries.ts';

/** Wording of waits, in ms of the mock's clock. */
export type WaitWords = (ms: number) => string;

/** Findings about the submissions of one key, oldest first. */
export function attemptFindings(
  attempts: readonly Attempt[],
  words: WaitWords,
): readonly FoundFinding[] {
  const pairs = successions(attempts);
  return [
    ...keyReused(attempts),
    ...repeated('retried-for-good', pairs.filter(isInVain), ({ exchange }, count) => {
      const status = statusOf(exchange?.reported);
      return `sent again ${count}, unchanged, after a refusal with ${status}`;
    }),
    ...repeated('ignored-retry-after', pairs.filter(isTooSoon), ({ exchange }, count) => {
      const wait = words(exchange?.waitMs ?? 0);
      return `submitted again ${count} before the requested wait of ${wait} was over`;
    }),
  ];
}

/** One key for different submissions of one account [mock.verdict.key-reused]. */
function keyReused(attempts: readonly Attempt[]): readonly FoundFinding[] {
  const [first] = attempts;
  if (first === undefined || !isNamed(first.key)) return [];
  const wishes = new Map<string, string>();
  const other = attempts.find(({ account, content, means }) => {
    const wish = wishes.get(account);
    // A submission refused by proof did not use up the key.
    if (wish === undefined && means !== 'refused') wishes.set(account, content);
    return wish !== undefined && wish !== content;
  });
  if (other === undefined) return [];
  const why = `attempt ${other.number} uses the key for another submission than the first of its account`;
  const evidence = [first.entry, other.entry];
  const work = { ...about(...attempts.filter(isAccepted)), logical_key: first.key };
  return [finding('key-reused', { ...work, evidence, why })];
}

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

/**
 * An unchanged submission after a permanent refusal [mock.verdict.retried-for-good]. False if the limits of the account
 * were changed in between, or missing credits came back.
 */
function isInVain([before, after]: Succession): boolean {
  if (before.means !== 'refused' || before.content !== after.content) return false;
  const [refused, again] = [before.exchange, after.exchange];
  if (refused === null || again === null || !wasReported(refused, again)) return false;
  const hasMore = refused.failedJobs !== null && refused.failedJobs !== again.failedJobs;
  const isForGood = refused.isRefusedForGood || forGood.has(statusOf(refused.reported) ?? 0);
  return isForGood && refused.settings === again.settings && !hasMore;
}

/** A submission before the wait requested by its refusal was over [mock.verdict.ignored-retry-after]. */
function isTooSoon([{ exchange: before }, { exchange: after }]: Succession): boolean {
  if (before === null || after === null || before.waitMs === null) return false;
  return wasReported(before, after) && waited(before, after) < before.waitMs - slackMs;
}

function repeated(
  code: FindingCode,
  found: readonly Succession[],
  why: (first: Attempt, count: string) => string,
): readonly FoundFinding[] {
  const [first] = found;
  if (first === undefined) return [];
  // Of a very long run of equal refusals not all are kept.
  const isPart = found.some(
    ([before, after]) => after.earlier === before && after.number > before.number + 1,
  );
  const evidence = found.flatMap(([before, after]) => [before.entry, after.entry]);
  return [
    finding(code, {
      logical_key: first[0].key,
      evidence,
      why: why(first[0], `${isPart ? 'at least ' : ''}${times(found.length)}`),
      hint: repeaterOf(found.map(([, after]) => after)),
    }),
  ];
}
