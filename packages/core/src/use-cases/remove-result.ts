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
 * Removes a finished job's video, or the file that could not be delivered: the job keeps its end state, for the record.
 * Killed between the change and the removal of the bytes, these are bytes of no job, which retention sweeps. The change
 * carries its entry of the audit log.
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
