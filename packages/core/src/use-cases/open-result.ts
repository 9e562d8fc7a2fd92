import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { OpenResultResult, OwnedJobId } from './gateway.ts';
import { readOwnJob } from './read-own-job.ts';

/** Opens a completed job's bytes for reading; the caller closes the blob. */
export async function openResult(
  ports: GatewayPorts,
  input: OwnedJobId,
): Promise<OpenResultResult> {
  const job = await readOwnJob(ports, input);
  if (job?.state !== 'completed' || job.result === null) return { kind: 'not-found' };
  const blob = await ports.resultBlobs.open(job.result.sha256);
  return blob === undefined ? { kind: 'not-found' } : { kind: 'opened', blob, result: job.result };
}
