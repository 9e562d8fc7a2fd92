import { refuseSubmission } from './refuse-submission.ts';
import { saveEvent } from './save-event.ts';
import { recordedAnswer } from './upstream-answer.ts';
import { describeUpstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/**
 * A marked job whose sender is gone: with an answer it goes on by that, without one its outcome is unknown. The submission is never
 * sent again (I6).
 */
export async function recoverDispatch(work: Work): Promise<StepResult> {
  const { ports, options } = work;
  const answer = await recordedAnswer(work);
  if (answer?.kind === 'refusal') return refuseSubmission(work, answer.error);
  const now = ports.clock.now();
  if (answer?.kind === 'receipt') {
    return saveEvent(work, {
      kind: 'accepted',
      handle: answer.handle,
      deadlineAt: now + options.jobDeadlineMs,
      pollAt: now,
    });
  }
  const { reconcileAfterMs } = await describeUpstreamOf(work);
  return saveEvent(work, {
    kind: 'outcome-lost',
    detail: 'the sender stopped between the mark and the receipt',
    lookAgainAt: now + (reconcileAfterMs ?? options.unknownSlotMs),
  });
}
