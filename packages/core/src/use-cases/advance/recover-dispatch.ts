import { adoptResponse } from './adopt-response.ts';
import { refuseSubmission } from './refuse-submission.ts';
import { saveEvent } from './save-event.ts';
import { recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/**
 * A job whose dispatch is recorded and whose sender is gone: with a response it goes on by that, without one its outcome is unknown. The submission is never
 * sent again (I6).
 */
export async function recoverDispatch(work: Work): Promise<StepResult> {
  const { ports, options } = work;
  const capabilities = await capabilitiesOf(work);
  const { reconcileAfterMs } = capabilities;
  const response = await recordedResponse(work);
  if (response?.kind === 'refusal') return refuseSubmission(work, response.error);
  const now = ports.clock.now();
  if (response?.kind === 'receipt') {
    return saveEvent(work, {
      kind: 'accepted',
      handle: response.handle,
      deadlineAt: deadlineFrom(now, capabilities, work),
      pollAt: now,
    });
  }
  const step = await saveEvent(work, {
    kind: 'outcome-lost',
    detail: 'the process stopped between the dispatch record and the receipt',
    dueAt: now + (reconcileAfterMs ?? options.unknownSlotMs),
  });
  return step.kind === 'advanced' ? goByLateResponse(work, step) : step;
}

/** A response that was recorded since the job was read found it still sent, and left the decision to us. */
async function goByLateResponse(
  work: Work,
  step: Extract<StepResult, { readonly kind: 'advanced' }>,
): Promise<StepResult> {
  const adopted = await adoptResponse({ ...work, job: step.job });
  return adopted.kind === 'stale' ? step : adopted;
}
