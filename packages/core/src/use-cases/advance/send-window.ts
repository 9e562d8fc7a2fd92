import type { Job } from '../../job/job.ts';
import type { Work } from './work.ts';

/** Instants between which the bytes of a submission can have left, in ms since 1970. */
export interface SendWindow {
  readonly from: number;
  readonly to: number;
}

/** When a job's present submission can have left: from its mark to the end of the right to send. */
export async function sendWindowOf({
  job,
  ports,
}: Pick<Work, 'job' | 'ports'>): Promise<SendWindow> {
  const dispatches = await ports.storage.reader.dispatches(job.id);
  const mark = dispatches.find(({ correlationId }) => correlationId === job.correlationId);
  if (mark !== undefined) return { from: mark.markedAt, to: mark.sendDeadlineAt };
  return withoutMark(job);
}

/** The store lost the mark: any time since the job was accepted. */
function withoutMark({ createdAt, sendDeadlineAt, unknownSince, updatedAt }: Job): SendWindow {
  return { from: createdAt, to: Math.max(createdAt, sendDeadlineAt ?? unknownSince ?? updatedAt) };
}
