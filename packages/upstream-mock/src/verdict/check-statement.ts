import type { Attempt } from '../evidence/exchange.ts';
import type { Statement } from '../evidence/statements.ts';
import { stateAt } from '../world/mock-job.ts';
import { type Finding, finding, type Unknown } from './finding.ts';

/** What a client says of a key, beside what it did. */
export interface StatementCase {
  readonly key: string;
  readonly attempts: readonly Attempt[];
  readonly said: Statement;
  /** By the mock's clock, ms since 1970. */
  readonly now: number;
}

export type CheckStatement = (given: StatementCase) => Finding | undefined;

function about({ key, attempts }: StatementCase) {
  const accepted = attempts.filter(({ truth }) => truth === 'accepted');
  return {
    logical_key: key,
    jobs: accepted.flatMap(({ job }) => job?.id ?? []),
    credits_wasted: 0,
    requestHistory: accepted.map(({ entry }) => entry),
  };
}

/** It was accepted, and has not failed. */
function isAlive({ attempts, now }: StatementCase): boolean {
  return attempts.some(
    ({ truth, job }) => truth === 'accepted' && job !== null && stateAt(job, now) !== 'failed',
  );
}

function knowsId({ attempts }: StatementCase): boolean {
  return attempts.some(({ means, reads }) => means === 'accepted' || reads > 0);
}

function downloadsOf({ attempts }: StatementCase): number {
  return attempts.reduce((sum, { downloads }) => sum + downloads, 0);
}

/** Taken for failed, though it was accepted and no answer proved anything else [mock.verdict.believed-a-500]. */
const believedA500: CheckStatement = (given) => {
  if (!given.said.gaveUp || !isAlive(given) || knowsId(given)) return undefined;
  return finding('believed-a-500', {
    ...about(given),
    why: 'the client takes the work for failed, and it was accepted: the answer it believed proves nothing',
    hint: 'a 5xx, a timeout or a broken answer is no refusal: call the work unknown until a search settles it',
  });
};

/** Given up, though the client knew the id of a job that goes well [mock.verdict.gave-up]. */
const saidToGiveUp: CheckStatement = (given) => {
  if (!given.said.gaveUp || !isAlive(given) || !knowsId(given)) return undefined;
  return finding('gave-up', {
    ...about(given),
    why: 'the client says that it gave up, though it knew the id and the job has not failed',
    hint: 'go on reading until the job has ended: a deadline of yours does not end it',
  });
};

/** Kept as the film, with other bytes than those of the film [mock.verdict.kept-bad-bytes]. */
const keptBadBytes: CheckStatement = (given) => {
  const { stored } = given.said;
  if (stored === null || stored.isTrue) return undefined;
  return finding('kept-bad-bytes', {
    ...about(given),
    why: `the client kept bytes with the digest ${stored.sha256}, which is that of no undamaged file of this key`,
    hint: 'compare length and type, decode the file, and fetch it again if it is not whole',
  });
};

export const statementChecks: readonly CheckStatement[] = [
  believedA500,
  saidToGiveUp,
  keptBadBytes,
];

/** What only a word of the client can settle [mock.verdict.unknown]. */
export function unknownsOf(given: StatementCase): readonly Unknown[] {
  const { key, said } = given;
  if (said.gaveUp || said.stored !== null) return [];
  if (downloadsOf(given) > 0) {
    const why = 'a file was taken, and the client does not say what it kept';
    return [{ code: 'kept-bad-bytes', logical_key: key, why }];
  }
  if (!isAlive(given) || knowsId(given)) return [];
  const why = 'no answer proved anything, and the client does not say what it takes the work for';
  return [{ code: 'believed-a-500', logical_key: key, why }];
}
