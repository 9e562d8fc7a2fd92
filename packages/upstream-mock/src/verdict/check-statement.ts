import type { Attempt } from '../records/exchange.ts';
import type { Statement } from '../records/statements.ts';
import { stateAt } from '../job/mock-job.ts';
import { type Finding, finding, type Unknown } from './finding.ts';

/** A client's statement about a key, with the attempts of that key. */
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
  return attempts.some(({ means, reads }) => means === 'accepted' || reads > 0);
}

function downloadsOf({ attempts }: StatementCase): number {
  return attempts.reduce((sum, { downloads }) => sum + downloads, 0);
}

/** Treated as failed, although it was accepted and no response proved anything else [mock.verdict.believed-a-500]. */
const believedA500: CheckStatement = (given) => {
  if (!given.said.gaveUp || !isAlive(given) || knowsId(given)) return undefined;
  return finding('believed-a-500', {
    ...about(given),
    why: 'the client treats the work as failed, but it was accepted: the response it believed proves nothing',
    hint: 'a 5xx, a timeout or a broken response is no refusal: treat the outcome as unknown until a search settles it',
  });
};

/** Reported as given up, although the client knew the id of a job that has not failed [mock.verdict.gave-up]. */
const saidToGiveUp: CheckStatement = (given) => {
  if (!given.said.gaveUp || !isAlive(given) || !knowsId(given)) return undefined;
  return finding('gave-up', {
    ...about(given),
    why: 'the client reports that it gave up, although it knew the id and the job has not failed',
    hint: 'keep polling until the job has ended: your own deadline does not end it',
  });
};

/** Stored bytes that differ from the video [mock.verdict.kept-bad-bytes]. */
const keptBadBytes: CheckStatement = (given) => {
  const { stored } = given.said;
  if (stored === null || stored.isTrue) return undefined;
  return finding('kept-bad-bytes', {
    ...about(given),
    why: `the client stored bytes with the digest ${stored.sha256}, which no undamaged file of this key has`,
    hint: 'compare length and type, decode the file, and download it again if it is incomplete',
  });
};

export const statementChecks: readonly CheckStatement[] = [
  believedA500,
  saidToGiveUp,
  keptBadBytes,
];

/** Results that only a statement of the client can settle [mock.verdict.unknown]. */
export function unknownsOf(given: StatementCase): readonly Unknown[] {
  const { key, said } = given;
  if (said.gaveUp || said.stored !== null) return [];
  if (downloadsOf(given) > 0) {
    const why = 'a file was downloaded, but the client does not report what it stored';
    return [{ code: 'kept-bad-bytes', logical_key: key, why }];
  }
  if (!isAlive(given) || knowsId(given)) return [];
  const why = 'no response proved anything, and the client does not report how it treats the work';
  return [{ code: 'believed-a-500', logical_key: key, why }];
}
