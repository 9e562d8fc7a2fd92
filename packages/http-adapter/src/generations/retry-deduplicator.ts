import {
  type Clock,
  type Digest,
  type Job,
  type JsonValue,
  type JobReader,
  type Logger,
  requestFingerprint,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';

/** Prevents a client library's own retry from paying twice. */
export interface RetryDeduplicator {
  /**
   * Finds and claims a job of an earlier attempt of the call, one no caller waits for and whose end was reported to no
   * caller. The catalog is not consulted: the job was accepted, whatever is on offer now.
   *
   * @param call.scope - idempotency scope of the owner's calls without a key: they are found by content, also after a
   *   restart
   */
  join(
    request: Pick<FastifyRequest, 'id' | 'headers'>,
    call: { readonly scope: string; readonly content: JsonValue },
  ): Promise<Job | undefined>;
  /** Records that a caller waits for the job. */
  waited(jobId: string): void;
  /** Records that no caller waits for the job any more; `reported` is true if its end reached a caller. */
  left(jobId: string, reported: boolean): void;
}

export interface RetryDeduplicatorOptions {
  readonly deps: {
    readonly digest: Digest;
    /** Maximum time a caller waits for a family, in ms. */
    readonly syncWaitMs: (family: string) => number;
    readonly jobs: Pick<JobReader, 'find' | 'findByContent'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Pick<Logger, 'info'>;
  };
  /** Time after its end in which an unreported job is handed to a retry, in ms. */
  readonly joinMs: number;
}

/** Maximum calls of one content a retry is compared with: many callers may send equal ones. */
const mostComparedWith = 2_000;

/**
 * Joins automatic retries. The `openai` package repeats a call that was cut, for example by Node's fetch after five
 * minutes, and sends `x-stainless-retry-count`. A retry joins the job of the earlier attempt. Two calls without that
 * header are two jobs, however similar: the API promises no idempotency [local.chat.no-idempotency].
 */
export function createRetryDeduplicator({
  deps,
  joinMs,
}: RetryDeduplicatorOptions): RetryDeduplicator {
  const waitedFor = new Set<string>();
  const reported = new Map<string, number>();
  const isTaken = (id: string): boolean => waitedFor.has(id) || reported.has(id);
  const mayJoin = ({ state, completedAt }: Job, now: number): boolean =>
    state !== 'failed' && (completedAt === null || now - completedAt <= joinMs);
  return {
    async join(request, { scope, content }) {
      if (!isRetry(request)) return undefined;
      const now = deps.clock.now();
      const isTooOld = ({ createdAt, request: { family } }: Job): boolean =>
        createdAt < now - deps.syncWaitMs(family) - joinMs;
      const fingerprint = requestFingerprint(content, deps.digest);
      const claim = { scope, fingerprint, limit: mostComparedWith };
      for (const id of await deps.jobs.findByContent(claim)) {
        const job = isTaken(id) ? undefined : await deps.jobs.find(id);
        if (job !== undefined && isTooOld(job)) break;
        // Checked again: another retry may have taken it meanwhile.
        if (job === undefined || isTaken(id) || !mayJoin(job, now)) continue;
        waitedFor.add(id);
        deps.log.info('retry_joined', { request_id: request.id, job: id });
        return job;
      }
      return undefined;
    },
    waited: (jobId) => void waitedFor.add(jobId),
    left(jobId, wasReported) {
      waitedFor.delete(jobId);
      const now = deps.clock.now();
      for (const [id, at] of reported) {
        if (now - at <= joinMs) break;
        reported.delete(id);
      }
      if (wasReported) reported.set(jobId, now);
    },
  };
}

function isRetry({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const count = headers['x-stainless-retry-count'];
  return typeof count === 'string' && /^[1-9]\d?$/.test(count);
}
