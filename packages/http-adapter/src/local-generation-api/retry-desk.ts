import {
  everyJob,
  type Clock,
  type Logger,
  type Job,
  type JobListOutcome,
  type JobReader,
  requestFingerprint,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { type LocalGenerationApiDeps, serviceOwner } from './deps.ts';
import type { Generation } from './decode/decoded-generation.ts';

/** Keeps a client library's own retry from paying twice. */
export interface RetryDesk {
  /** A job of an earlier try of this very call that nobody waits for and whose end nobody was told; it is taken then. */
  join(
    request: Pick<FastifyRequest, 'id' | 'headers'>,
    generation: Generation,
  ): Promise<Job | undefined>;
  /** A caller waits for the job now. */
  waited(jobId: string): void;
  /** No caller waits for it any more; `told` says whether its end reached a caller. */
  left(jobId: string, told: boolean): void;
}

export interface RetryDeskOptions {
  readonly deps: Pick<LocalGenerationApiDeps, 'digest' | 'syncWaitMs'> & {
    readonly jobs: Pick<JobReader, 'list' | 'findByKey'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Pick<Logger, 'info'>;
  };
  /** How long after its end an untold job is handed to a retry, in ms. */
  readonly joinMs: number;
}

/** What a call is claimed under, so that its retry can be compared with it by content, also after a restart. */
export const callScope = 'service/calls';

/** Jobs of one page, and jobs with a like prompt looked at for one retry: what many callers ask for alike may be many. */
const pageSize = 100;
const mostLookedAt = 2_000;

/** How much of the prompt jobs are searched by, in UTF-16 units: enough to tell most calls apart. */
const searchedLength = 200;

/**
 * The `openai` package repeats a call that was cut, as by the five minutes after which Node's fetch gives up, and says
 * so in `x-stainless-retry-count`. Such a retry joins the job of the earlier try. Two calls that are no retries are two
 * generations, however alike: the API promises no idempotency [local.chat.no-idempotency].
 */
export function createRetryDesk({ deps, joinMs }: RetryDeskOptions): RetryDesk {
  const waitedFor = new Set<string>();
  const told = new Map<string, number>();
  const mayJoin = ({ id, state, completedAt }: Job, now: number): boolean => {
    if (waitedFor.has(id) || told.has(id) || state === 'failed') return false;
    return completedAt === null || now - completedAt <= joinMs;
  };
  return {
    async join(request, generation) {
      if (!isRetry(request)) return undefined;
      const now = deps.clock.now();
      const since = now - deps.syncWaitMs(generation.draft.family) - joinMs;
      const fingerprint = requestFingerprint(generation.content, deps.digest);
      for await (const job of earlierTries(deps.jobs, generation.draft, since)) {
        if (!mayJoin(job, now)) continue;
        const claim = await deps.jobs.findByKey({ scope: callScope, key: job.id });
        // Asked again: another retry may have taken it meanwhile.
        if (claim?.fingerprint !== fingerprint || !mayJoin(claim.job, now)) continue;
        waitedFor.add(job.id);
        deps.log.info('retry_joined', { request_id: request.id, job: job.id });
        return claim.job;
      }
      return undefined;
    },
    waited: (jobId) => void waitedFor.add(jobId),
    left(jobId, wasTold) {
      waitedFor.delete(jobId);
      const now = deps.clock.now();
      for (const [id, at] of told) {
        if (now - at <= joinMs) break;
        told.delete(id);
      }
      if (wasTold) told.set(jobId, now);
    },
  };
}

function isRetry({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const count = headers['x-stainless-retry-count'];
  return typeof count === 'string' && /^[1-9]\d?$/.test(count);
}

/** Recent jobs of the same model and prompt, those first that began last. */
async function* earlierTries(
  jobs: Pick<JobReader, 'list'>,
  { model, prompt }: Generation['draft'],
  createdFrom: number,
): AsyncGenerator<Job, void> {
  // A character cut in half is found nowhere.
  const search = prompt.slice(0, searchedLength).replace(/[\uD800-\uDBFF]$/, '');
  let after: string | null = null;
  for (let seen = 0; seen < mostLookedAt; seen += pageSize) {
    const page: JobListOutcome = await jobs.list({
      ...everyJob,
      owner: serviceOwner,
      surface: 'local',
      model,
      search,
      createdFrom,
      after,
      limit: pageSize,
    });
    if (page.kind !== 'page') return;
    yield* page.jobs.filter(({ request }) => request.prompt === prompt);
    const last = page.jobs.at(-1);
    if (!page.hasMore || last === undefined) return;
    after = last.id;
  }
}
