import { adoptResponse } from './adopt-response.ts';
import { refuseSubmission } from './refuse-submission.ts';
import { saveEvent } from './save-event.ts';
import { recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, StepContext } from './step-context.ts';

/**
 * Continues a job whose dispatch is recorded and whose sender is gone: by its response, or as unknown without one.
 * Nothing is sent here (I6).
 */
export async function recoverDispatch(context: StepContext): Promise<StepResult> {
  const { ports, options } = context;
  const capabilities = await capabilitiesOf(context);
  const { findsBy, reconcileAfterMs, sendTimeoutMs = options.sendTimeoutMs } = capabilities;
  const response = await recordedResponse(context);
  if (response?.kind === 'refusal') return refuseSubmission(context, response.error);
  const now = ports.clock.now();
  if (response?.kind === 'receipt') {
    return saveEvent(context, {
      kind: 'accepted',
      handle: response.handle,
      deadlineAt: deadlineFrom(now, capabilities, context),
      pollAt: now,
    });
  }
  const step = await saveEvent(context, {
    kind: 'outcome-lost',
    detail: 'the process stopped between the dispatch record and the receipt',
    dueAt: now + (reconcileAfterMs ?? options.unknownSlotMs),
    // It is sent again only when its sender, which may still be waiting for the response, must have ended.
    callEndsAt: findsBy === 'own-key' ? (context.job.sendDeadlineAt ?? now) + sendTimeoutMs : now,
  });
  return step.kind === 'advanced' ? continueByLateResponse(context, step) : step;
}

/** A response recorded since the job was read found the job still sent, and left the decision to this step. */
async function continueByLateResponse(
  context: StepContext,
  step: Extract<StepResult, { readonly kind: 'advanced' }>,
): Promise<StepResult> {
  const adopted = await adoptResponse({ ...context, job: step.job });
  return adopted.kind === 'stale' ? step : adopted;
}
