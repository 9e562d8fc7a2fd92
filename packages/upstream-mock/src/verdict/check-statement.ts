import { stateAt } from '../job/mock-job.ts';
import { isAccepted } from '../records/attempt-chain.ts';
import type { AcceptedAttempt, Attempt } from '../records/exchange.ts';
import type { Statement } from '../records/statements.ts';
import { about, type FoundFinding, finding, type Undecided } from './finding.ts';

/** A client's statement about a key, with the attempts of that key. */
export interface StatementCase {
  readonly key: string;
  readonly attempts: readonly Attempt[];
  readonly said: Statement;
  /** By the mock's clock, ms since 1970. */
  readonly now: number;
}

/**
 * Findings about what a client states: accepted work is treated as failed, because of a response that proves nothing
 * [mock.verdict.believed-a-500] or although the client knew the id [mock.verdict.gave-up], or the stored bytes differ
 * from the video [mock.verdict.kept-bad-bytes].
 */
export function* statementFindings(given: StatementCase): Iterable<FoundFinding> {
  const { key, attempts, said, now } = given;
  const accepted = attempts.filter(isAccepted);
  const work = { ...about(...accepted), logical_key: key };
  const isAlive = accepted.some(({ job }) => stateAt(job, now) !== 'failed');
  const knowsId = attempts.some((attempt) => attempt.means === 'accepted' || isShown(attempt));
  if (said.gaveUp && isAlive && knowsId)
    yield finding('gave-up', {
      ...work,
      why: 'the client reports that it gave up, although it knew the id and the job has not failed',
    });
  if (said.gaveUp && isAlive && !knowsId)
    yield finding('believed-a-500', {
      ...work,
      why: 'the client treats the work as failed, but it was accepted: the response it believed proves nothing',
    });
  if (said.stored?.isTrue === false)
    yield finding('kept-bad-bytes', {
      ...work,
      why: `the client stored bytes with the digest ${said.stored.sha256}, which no undamaged file of this key has`,
    });
}

/** Returns true if a read, a list or a callback showed the client the job. */
function isShown({ reads, seenAfter }: Attempt): boolean {
  return reads > 0 || seenAfter !== null;
}

/**
 * Results that only a statement of the client can settle: whether the client kept bad bytes that were sent, and whether
 * the client treats work as failed because of a response that proves nothing [mock.verdict.undecided].
 *
 * @param lost - jobs that are already in a finding as paid in vain
 */
export function* unstated(
  { key, attempts, said, now }: StatementCase,
  lost: ReadonlySet<AcceptedAttempt>,
): Iterable<Undecided> {
  if (said.gaveUp || said.stored !== null) return;
  const client = { by: 'client', logical_key: key } as const;
  if (attempts.some(({ hasBadBytes }) => hasBadBytes)) {
    const why =
      'other bytes than those of the file were sent, and the client did not report what it stored';
    yield { code: 'kept-bad-bytes', ...client, why };
    return;
  }
  const isOpen = (attempt: AcceptedAttempt) =>
    isMistakable(attempt) && stateAt(attempt.job, now) !== 'failed' && !lost.has(attempt);
  const why =
    'a response that proves nothing was sent for accepted work, and the client did not report how it treats the work';
  if (attempts.filter(isAccepted).some(isOpen)) yield { code: 'believed-a-500', ...client, why };
}

/** Returns true if a response was sent that may be taken for a refusal, and nothing showed the job since. */
function isMistakable(attempt: AcceptedAttempt): boolean {
  const { means, exchange, downloads } = attempt;
  if (means !== 'nothing' || isShown(attempt) || downloads > 0) return false;
  return exchange?.end === 'sent' && exchange.reported?.kind === 'response';
}
