import { isAccepted } from '../records/attempt-chain.ts';
import type { AcceptedAttempt, Attempt } from '../records/exchange.ts';
import type { Statement } from '../records/statements.ts';
import { stateAt } from '../job/mock-job.ts';
import { type FoundFinding, finding, type Undecided } from './finding.ts';

/** A client's statement about a key, with the attempts of that key. */
export interface StatementCase {
  readonly key: string;
  readonly attempts: readonly Attempt[];
  readonly said: Statement;
  /** By the mock's clock, ms since 1970. */
  readonly now: number;
}

export type CheckStatement = (given: StatementCase) => FoundFinding | undefined;

function about({ key, attempts }: StatementCase) {
  const accepted = attempts.filter(({ truth }) => truth === 'accepted');
  return {
    logical_key: key,
    jobs: accepted.flatMap(({ job }) => job?.id ?? []),
    evidence: accepted.map(({ entry }) => entry),
  };
}

/** Returns true if it was accepted and has not failed. */
function isAlive({ attempts, now }: StatementCase): boolean {
  return attempts.some(
    ({ truth, job }) => truth === 'accepted' && job !== null && stateAt(job, now) !== 'failed',
  );
}

function knowsId({ attempts }: StatementCase): boolean {
  return attempts.some(
    ({ means, reads, seenAfter }) => means === 'accepted' || reads > 0 || seenAfter !== null,
  );
}

/** Treated as failed, although it was accepted and no response proved anything else [mock.verdict.believed-a-500]. */
const believedA500: CheckStatement = (given) => {
  if (!given.said.gaveUp || !isAlive(given) || knowsId(given)) return undefined;
  return finding('believed-a-500', {
    ...about(given),
    why: 'the client treats the work as failed, but it was accepted: the response it believed proves nothing',
  });
};

/** Reported as given up, although the client knew the id of a job that has not failed [mock.verdict.gave-up]. */
const saidToGiveUp: CheckStatement = (given) => {
  if (!given.said.gaveUp || !isAlive(given) || !knowsId(given)) return undefined;
  return finding('gave-up', {
    ...about(given),
    why: 'the client reports that it gave up, although it knew the id and the job has not failed',
  });
};

/** Stored bytes that differ from the video [mock.verdict.kept-bad-bytes]. */
const keptBadBytes: CheckStatement = (given) => {
  const { stored } = given.said;
  if (stored === null || stored.isTrue) return undefined;
  return finding('kept-bad-bytes', {
    ...about(given),
    why: `the client stored bytes with the digest ${stored.sha256}, which no undamaged file of this key has`,
  });
};

export const statementChecks: readonly CheckStatement[] = [
  believedA500,
  saidToGiveUp,
  keptBadBytes,
];

/**
 * Results that only a statement of the client can settle: whether the client kept bad bytes that were sent, and whether
 * the client treats work as failed because of a response that proves nothing [mock.verdict.undecided].
 */
export function unstated(
  { key, attempts, said, now }: StatementCase,
  isBelieved: (attempt: AcceptedAttempt) => boolean,
): readonly Undecided[] {
  if (said.gaveUp || said.stored !== null) return [];
  const client = { by: 'client', logical_key: key } as const;
  if (attempts.some(({ hasBadBytes }) => hasBadBytes)) {
    const why =
      'other bytes than those of the file were sent, and the client did not report what it stored';
    return [{ code: 'kept-bad-bytes', ...client, why }];
  }
  const isOpen = (attempt: AcceptedAttempt) =>
    isMistakable(attempt) && stateAt(attempt.job, now) !== 'failed' && isBelieved(attempt);
  if (!attempts.filter(isAccepted).some(isOpen)) return [];
  const why =
    'a response that proves nothing was sent for accepted work, and the client did not report how it treats the work';
  return [{ code: 'believed-a-500', ...client, why }];
}

/** Returns true if a response was sent that may be taken for a refusal, and nothing showed the job since. */
function isMistakable({ means, exchange, reads, seenAfter, downloads }: AcceptedAttempt): boolean {
  if (means !== 'nothing' || reads > 0 || seenAfter !== null || downloads > 0) return false;
  return exchange?.end === 'sent' && exchange.reported?.kind === 'response';
}
