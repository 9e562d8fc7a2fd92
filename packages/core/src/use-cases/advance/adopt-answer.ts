import { saveEvent } from './save-event.ts';
import { recordedAnswer, type RecordedAnswer } from './upstream-answer.ts';
import type { StepResult, Work } from './work.ts';

/**
 * What is done with an answer that was recorded when the decision on it was no longer ours to make: whoever took the job over
 * could only call the outcome unknown, and the fact corrects that. In any other state the job goes on by what is recorded.
 */
export async function adoptAnswer(work: Work): Promise<StepResult> {
  const { ports, job: sent } = work;
  const job = await ports.storage.reader.find(sent.id);
  if (job?.state !== 'outcome_unknown' || job.handle !== null) return { kind: 'stale' };
  if (job.correlationId !== null && job.correlationId !== sent.correlationId)
    return { kind: 'stale' };
  const answer = await recordedAnswer({ ports, job });
  if (answer === undefined) return { kind: 'stale' };
  return goByAnswer({ ...work, job, claim: null }, answer);
}

/** An unknown outcome becomes what its upstream answered. */
export function goByAnswer(work: Work, answer: RecordedAnswer): Promise<StepResult> {
  if (answer.kind === 'refusal')
    return saveEvent(work, { kind: 'refusal-proven', error: answer.error });
  const now = work.ports.clock.now();
  const { handle, accountId } = answer;
  const deadlineAt = now + work.options.jobDeadlineMs;
  return saveEvent(work, { kind: 'found', handle, accountId, deadlineAt, pollAt: now });
}
