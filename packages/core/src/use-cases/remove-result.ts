import { withoutResult } from '../job/amend-job.ts';
import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import { undeliveredFile } from '../job/job-files.ts';
import type { Audited } from '../ports/admin-access.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { removeVideos } from './remove-bytes.ts';

export type RemoveResultResult =
  | { readonly kind: 'removed'; readonly job: Job }
  /** The job is not over, nothing was read for it, or its video was removed before. */
  | { readonly kind: 'no-result'; readonly job: Job }
  | { readonly kind: 'not-found' };

/**
 * Removes a finished job's video or undelivered file, in one change with its audit entry; the job keeps its end state.
 * After a kill before the bytes are removed they belong to no job, and retention sweeps them.
 */
export async function removeResult(
  ports: Pick<GatewayPorts, 'storage' | 'clock' | 'resultBlobs' | 'assetBlobs'>,
  { id, actor, ...audited }: Audited & { readonly id: string; readonly actor: string },
): Promise<RemoveResultResult> {
  const { jobs, reader } = ports.storage;
  for (;;) {
    const from = await reader.find(id);
    if (from === undefined) return { kind: 'not-found' };
    const file = isFinal(from.state) ? (from.result ?? undeliveredFile(from)) : null;
    if (file === null) return { kind: 'no-result', job: from };
    const detail = { by: actor, size: file.size };
    const entry = { at: ports.clock.now(), what: 'result-removed', detail } as const;
    const next = withoutResult(from);
    const amended = await jobs.amend({ from, next, trail: 'keep', entry, ...audited });
    if (amended.kind === 'stale') continue;
    await removeVideos(ports, [from]);
    return { kind: 'removed', job: amended.job };
  }
}
