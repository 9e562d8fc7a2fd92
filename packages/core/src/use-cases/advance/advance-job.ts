import { match } from 'ts-pattern';
import { pollJob } from './poll-job.ts';
import { reconcileJob } from './reconcile-job.ts';
import { recoverDispatch } from './recover-dispatch.ts';
import { startAgain, startJob } from './start-job.ts';
import { storeResult } from './store-result.ts';
import type { StepResult, Work } from './work.ts';

/**
 * Takes a claimed job one step further: the step follows from its state alone, so a job taken over after a crash
 * resumes as if nothing had happened. Throws only faults (`StorageUnavailable`); then the lease expires and the job is
 * tried again.
 */
export function advanceJob(work: Work): Promise<StepResult> {
  return match(work.job.state)
    .with('queued', 'awaiting_configuration', () => startJob(work))
    .with('prepared', () => startAgain(work))
    .with('dispatching', () => recoverDispatch(work))
    .with('submitted', 'polling', () => pollJob(work))
    .with('storing', () => storeResult(work))
    .with('outcome_unknown', () => reconcileJob(work))
    .with('completed', 'failed', async () => ({ kind: 'unchanged' as const, job: work.job }))
    .exhaustive();
}
