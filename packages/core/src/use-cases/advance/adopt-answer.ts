import type { Job } from '../../job/job.ts';
import { saveEvent } from './save-event.ts';
import { recordedAnswer, type RecordedAnswer } from './upstream-answer.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/**
 * Adopts an answer that was recorded when the decision on it was no longer ours to make. The runner that took the job
 * over could only call the outcome unknown, and the recorded fact corrects that. In any other state the job goes on
 * from what is recorded.
 */
export async function adoptAnswer(work: Work): Promise<StepResult> {
  const { ports, job: sent } = work;
  for (let decidedFrom: Job | null = null; ; ) {
    const job = await ports.storage.reader.find(sent.id);
    if (job?.state !== 'outcome_unknown' || job.handle !== null) return stale;
    if (job.correlationId !== null && job.correlationId !== sent.correlationId) return stale;
    // Another look, perhaps a person's, was saved in between; the next one may be far away, so this one is made again.
    if (job.version === decidedFrom?.version) return stale;
    const answer = await recordedAnswer({ ports, job });
    if (answer === undefined) return stale;
    const step = await goByAnswer({ ...work, job, claim: null }, answer);
    if (step.kind !== 'stale') return step;
    decidedFrom = job;
  }
}

const stale = { kind: 'stale' } as const;

/** An unknown outcome becomes what its upstream answered. */
export async function goByAnswer(work: Work, answer: RecordedAnswer): Promise<StepResult> {
  if (answer.kind === 'refusal')
    return saveEvent(work, { kind: 'refusal-proven', error: answer.error });
  const { handle, accountId } = answer;
  const capabilities = await capabilitiesOf(work);
  const now = work.ports.clock.now();
  const deadlineAt = deadlineFrom(now, capabilities, work);
  return saveEvent(work, { kind: 'found', handle, accountId, deadlineAt, pollAt: now });
}
