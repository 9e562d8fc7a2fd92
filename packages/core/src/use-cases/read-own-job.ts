import type { Job } from '../job/job.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { OwnedJobId } from './gateway.ts';

/** The job if this owner made it on this origin; foreign and missing are the same nothing (I11). */
export async function readOwnJob(
  ports: GatewayPorts,
  { owner, origin, id }: OwnedJobId,
): Promise<Job | undefined> {
  const job = await ports.storage.reader.find(id);
  return job !== undefined && job.owner === owner && job.origin === origin ? job : undefined;
}
