import type { Job } from '../../job/job.ts';
import type { ReconcileOutcome } from '../../ports/upstream-client.ts';
import type { PreparedSubmission, UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { boundedCall } from './bounded-call.ts';
import { unansweredSubmissions } from './unanswered-submissions.ts';
import type { JobUpstream } from './upstream-of.ts';
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

export interface SearchedFor {
  readonly submission: PreparedSubmission;
  readonly correlationId: string;
  readonly sentBetween: SendWindow;
}

/** Searches one place for one submission; a client without a search cannot be asked, and whatever it throws proves nothing. */
export async function searchUpstream(
  { ports, options, signal, job, onAsked }: Work,
  { client, account, place }: JobUpstream,
  searched: SearchedFor,
): Promise<ReconcileOutcome> {
  const reconcile = client.reconcile?.bind(client);
  if (reconcile === undefined) return { kind: 'cannot-ask' };
  const isOwned = async (handle: UpstreamHandle): Promise<boolean> => {
    const owner = await ports.storage.reader.jobOfHandle({ place, handle: JSON.stringify(handle) });
    return owner !== undefined && owner !== job.id;
  };
  const { from } = searched.sentBetween;
  const unanswered = () => unansweredSubmissions({ job, ports }, { place, from });
  try {
    const outcome = await boundedCall(
      { clock: ports.clock, signal, timeoutMs: options.readTimeoutMs },
      (bounded) => reconcile({ account, ...searched, isOwned, unanswered, signal: bounded }),
    );
    if (outcome.kind !== 'cannot-ask') onAsked?.();
    return outcome;
  } catch (error) {
    onAsked?.();
    ports.log.error('reconcile-threw', error, { job: job.id });
    return { kind: 'transient', detail: 'the search failed' };
  }
}
