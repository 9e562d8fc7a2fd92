import type { Clock } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { AuditedChange } from './audit.ts';

/** Window in which reads of one file by one session are one entry, in ms: a player requests a video in many parts. */
const togetherMs = 10 * 60_000;

/** Maximum reads remembered; a forgotten one costs a further entry. */
const mostRemembered = 1000;

interface DownloadAuditDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly sessionOf: (request: FastifyRequest) => { readonly idDigest: string };
  readonly audit: (request: FastifyRequest, change: AuditedChange) => Promise<void>;
}

/** Notes in the audit log which job's file an administrator reads, before it is sent. */
export function createDownloadAudit(
  deps: DownloadAuditDeps,
): (request: FastifyRequest, jobId: string) => Promise<void> {
  const noted = new Map<string, number>();
  return async (request, jobId) => {
    const now = deps.clock.now();
    const key = `${deps.sessionOf(request).idDigest} ${jobId}`;
    // A clock that was set back must not extend the window.
    if (Math.abs(now - (noted.get(key) ?? Number.NEGATIVE_INFINITY)) < togetherMs) return;
    noted.delete(key);
    noted.set(key, now);
    const [oldest] = noted.keys();
    if (noted.size > mostRemembered && oldest !== undefined) noted.delete(oldest);
    const change = { action: 'job.download', target: jobId, before: null, after: null };
    await deps.audit(request, change).catch((error: unknown) => {
      noted.delete(key);
      throw error;
    });
  };
}
