import { unsentStates } from '../../job/amend-job.ts';
import type { Job } from '../../job/job.ts';
import { saveEvent } from './save-event.ts';
import { recordedResponse, type RecordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, StepContext } from './step-context.ts';

/**
 * Adopts a response that was recorded when this node could no longer decide on it. The runner that took over the job
 * could only call the outcome unknown, and the recorded fact corrects that. It also corrects a job that waits as if it
 * had never been sent, because the store went back. In any other state the job continues from the recorded response.
 */
export async function adoptResponse(context: StepContext): Promise<StepResult> {
  const { ports, job: sent } = context;
  for (let decidedFrom: Job | null = null; ; ) {
    const job = await ports.storage.reader.find(sent.id);
    // Another check, perhaps a person's, was saved in between; the next one may be far away, so this one is made again.
    if (job === undefined || job.version === decidedFrom?.version) return stale;
    const response = isOpenFor(sent, job) ? await recordedResponse({ ports, job }) : undefined;
    if (response === undefined) return stale;
    const current = { ...context, job, claim: null };
    if (job.state === 'outcome_unknown') {
      const step = await continueByResponse(current, response);
      if (step.kind !== 'stale') return step;
    } else if (response.kind === 'receipt') await callPossiblySent(current);
    decidedFrom = job;
  }
}

/** Returns true if a response to the sent job may still decide the job, in its stored state. */
function isOpenFor(sent: Job, job: Job): boolean {
  if (unsentStates.some((state) => state === job.state)) return true;
  const isSameTry = job.correlationId === null || job.correlationId === sent.correlationId;
  return job.state === 'outcome_unknown' && job.handle === null && isSameTry;
}

/**
 * A job that waits although a dispatch of it is recorded: the store went back, and has the fact without what followed.
 * Nothing is sent; its outcome is unknown, and a recorded receipt continues at the next check.
 */
export async function callPossiblySent(context: StepContext): Promise<StepResult> {
  const { log } = context.ports;
  const detail = 'a dispatch is already recorded; the job may have been sent';
  const step = await saveEvent(context, { kind: 'possibly-sent', detail });
  if (step.kind !== 'stale') log.warn('dispatch-recorded-before', { job: context.job.id });
  return step;
}

const stale = { kind: 'stale' } as const;

/** Turns an unknown outcome into its provider's response. */
export async function continueByResponse(
  context: StepContext,
  response: RecordedResponse,
): Promise<StepResult> {
  if (response.kind === 'refusal')
    return saveEvent(context, { kind: 'refusal-proven', error: response.error });
  const { handle, accountId } = response;
  const capabilities = await capabilitiesOf(context);
  const now = context.ports.clock.now();
  const deadlineAt = deadlineFrom(now, capabilities, context);
  return saveEvent(context, { kind: 'found', handle, accountId, deadlineAt, pollAt: now });
}
