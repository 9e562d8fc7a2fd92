import { adoptAnswer } from './adopt-answer.ts';
import { refuseSubmission } from './refuse-submission.ts';
import { saveEvent } from './save-event.ts';
import { recordedAnswer } from './upstream-answer.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/**
 * A job whose dispatch is recorded and whose sender is gone: with an answer it goes on by that, without one its outcome is unknown. The submission is never
 * sent again (I6).
 */
export async function recoverDispatch(work: Work): Promise<StepResult> {
  const { ports, options } = work;
  const capabilities = await capabilitiesOf(work);
  const { reconcileAfterMs } = capabilities;
  const answer = await recordedAnswer(work);
  if (answer?.kind === 'refusal') return refuseSubmission(work, answer.error);
  const now = ports.clock.now();
  if (answer?.kind === 'receipt') {
    return saveEvent(work, {
      kind: 'accepted',
      handle: answer.handle,
      deadlineAt: deadlineFrom(now, capabilities, work),
      pollAt: now,
    });
  }
  const step = await saveEvent(work, {
    kind: 'outcome-lost',
    detail: 'the sender stopped between the dispatch record and the receipt',
    dueAt: now + (reconcileAfterMs ?? options.unknownSlotMs),
  });
  return step.kind === 'advanced' ? goByLateAnswer(work, step) : step;
}

/** An answer that was recorded since the job was read found it still sent, and left the decision to us. */
async function goByLateAnswer(
  work: Work,
  step: Extract<StepResult, { readonly kind: 'advanced' }>,
): Promise<StepResult> {
  const adopted = await adoptAnswer({ ...work, job: step.job });
  return adopted.kind === 'stale' ? step : adopted;
}
