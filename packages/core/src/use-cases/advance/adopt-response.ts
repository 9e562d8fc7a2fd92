import { unsentStates } from '../../job/amend-job.ts';
import type { Job } from '../../job/job.ts';
import { saveEvent } from './save-event.ts';
import { recordedResponse, type RecordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/**
 * Adopts a response that was recorded when the decision on it was no longer ours to make. The runner that took the job
 * over could only call the outcome unknown, and the recorded fact corrects that. So it does for a job that waits as if it had never
 * been sent, because the store went back. In any other state the job goes on from what is recorded.
 */
export async function adoptResponse(work: Work): Promise<StepResult> {
  const { ports, job: sent } = work;
  for (let decidedFrom: Job | null = null; ; ) {
    const job = await ports.storage.reader.find(sent.id);
    // Another look, perhaps a person's, was saved in between; the next one may be far away, so this one is made again.
    if (job === undefined || job.version === decidedFrom?.version) return stale;
    const response = isOpenFor(sent, job) ? await recordedResponse({ ports, job }) : undefined;
    if (response === undefined) return stale;
    const current = { ...work, job, claim: null };
    if (job.state === 'outcome_unknown') {
      const step = await goByResponse(current, response);
      if (step.kind !== 'stale') return step;
    } else if (response.kind === 'receipt') await callPossiblySent(current);
    decidedFrom = job;
  }
}

/** Whether a response to what was sent may still decide the job, as it is stored now. */
function isOpenFor(sent: Job, job: Job): boolean {
  if (unsentStates.some((state) => state === job.state)) return true;
  const isSameTry = job.correlationId === null || job.correlationId === sent.correlationId;
  return job.state === 'outcome_unknown' && job.handle === null && isSameTry;
}

/**
 * A job that waits although a dispatch of it is recorded: the store went back, and knows the fact and not what followed. Nothing is
 * sent; its outcome is unknown, and a receipt that is recorded leads on at the next look.
 */
export async function callPossiblySent(work: Work): Promise<StepResult> {
  const { log } = work.ports;
  const detail = 'a dispatch is already recorded; the job may have been sent';
  const step = await saveEvent(work, { kind: 'possibly-sent', detail });
  if (step.kind !== 'stale') log.warn('dispatch-recorded-before', { job: work.job.id });
  return step;
}

const stale = { kind: 'stale' } as const;

/** An unknown outcome becomes what its upstream answered. */
export async function goByResponse(work: Work, response: RecordedResponse): Promise<StepResult> {
  if (response.kind === 'refusal')
    return saveEvent(work, { kind: 'refusal-proven', error: response.error });
  const { handle, accountId } = response;
  const capabilities = await capabilitiesOf(work);
  const now = work.ports.clock.now();
  const deadlineAt = deadlineFrom(now, capabilities, work);
  return saveEvent(work, { kind: 'found', handle, accountId, deadlineAt, pollAt: now });
}
