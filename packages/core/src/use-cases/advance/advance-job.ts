import { match } from 'ts-pattern';
import { pollJob } from './poll-job.ts';
import { reconcileJob } from './reconcile-job.ts';
import { recoverDispatch } from './recover-dispatch.ts';
import { startAgain, startJob } from './start-job.ts';
import { storeResult } from './store-result.ts';
import type { StepResult, StepContext } from './step-context.ts';

/**
 * Takes a claimed job one step further, by its state alone: a job taken over after a crash resumes as if nothing had
 * happened. Throws only faults (`StorageUnavailable`); then the lease expires and the job is tried again.
 */
export function advanceJob(context: StepContext): Promise<StepResult> {
  return match(context.job.state)
    .with('queued', 'awaiting_configuration', () => startJob(context))
    .with('prepared', () => startAgain(context))
    .with('dispatching', () => recoverDispatch(context))
    .with('submitted', 'polling', () => pollJob(context))
    .with('storing', () => storeResult(context))
    .with('outcome_unknown', () => reconcileJob(context))
    .with('completed', 'failed', async () => ({ kind: 'unchanged' as const, job: context.job }))
    .exhaustive();
}
