import {
  type Clock,
  type Job,
  type JsonValue,
  type JobReader,
  type Logger,
  requestFingerprint,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { LocalGenerationApiDeps } from './deps.ts';

/** Keeps a client library's own retry from paying twice. */
export interface RetryDeduplicator {
  /**
   * A job of an earlier attempt of the same call that no caller waits for and whose end no caller heard of; taking it
   * claims it. The catalog is not asked: the job was accepted, whatever is on offer by now.
   */
  join(
    request: Pick<FastifyRequest, 'id' | 'headers'>,
    content: JsonValue,
  ): Promise<Job | undefined>;
  /** A caller waits for the job now. */
  waited(jobId: string): void;
  /** No caller waits for it any more; `told` says whether its end reached a caller. */
  left(jobId: string, told: boolean): void;
}

export interface RetryDeduplicatorOptions {
  readonly deps: Pick<LocalGenerationApiDeps, 'digest' | 'syncWaitMs'> & {
    readonly jobs: Pick<JobReader, 'find' | 'findByContent'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Pick<Logger, 'info'>;
  };
  /** How long after its end an untold job is handed to a retry, in ms. */
  readonly joinMs: number;
}

/** What calls are claimed in, without a key, so that a retry finds its earlier attempt by content, also after a restart. */
export const callScope = 'service/calls';

/** Calls of one content a retry is compared with: what many callers ask for alike may be many. */
const mostComparedWith = 2_000;

/**
 * The `openai` package repeats a call that was cut, as by the five minutes after which Node's fetch gives up, and says
 * so in `x-stainless-retry-count`. Such a retry joins the job of the earlier attempt. Two calls that are no retries are two
 * jobs, however alike: the API promises no idempotency [local.chat.no-idempotency].
 */
export function createRetryDeduplicator({
  deps,
  joinMs,
}: RetryDeduplicatorOptions): RetryDeduplicator {
  const waitedFor = new Set<string>();
  const told = new Map<string, number>();
  const isTaken = (id: string): boolean => waitedFor.has(id) || told.has(id);
  const mayJoin = ({ state, completedAt }: Job, now: number): boolean =>
    state !== 'failed' && (completedAt === null || now - completedAt <= joinMs);
  return {
    async join(request, content) {
      if (!isRetry(request)) return undefined;
      const now = deps.clock.now();
      const isTooOld = ({ createdAt, request: { family } }: Job): boolean =>
        createdAt < now - deps.syncWaitMs(family) - joinMs;
      const fingerprint = requestFingerprint(content, deps.digest);
      const claim = { scope: callScope, fingerprint, limit: mostComparedWith };
      for (const id of await deps.jobs.findByContent(claim)) {
        const job = isTaken(id) ? undefined : await deps.jobs.find(id);
        if (job !== undefined && isTooOld(job)) break;
        // Looked at again: another retry may have taken it meanwhile.
        if (job === undefined || isTaken(id) || !mayJoin(job, now)) continue;
        waitedFor.add(id);
        deps.log.info('retry_joined', { request_id: request.id, job: id });
        return job;
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
