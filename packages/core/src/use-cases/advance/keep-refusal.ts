import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { adoptResponse } from './adopt-response.ts';
import { offer, offerResponse } from './offer-response.ts';
import { refuseSubmission } from './refuse-submission.ts';
import { refusalOf } from './upstream-response.ts';
import type { StepResult, StepContext } from './step-context.ts';

/**
 * Saves a proven refusal. If the lease ended meanwhile, the refusal is kept as a fact under its dispatch record: the
 * node that took over the job continues by it, and it corrects an outcome that was called unknown.
 */
export function keepRefusal(context: StepContext, error: UpstreamError): Promise<StepResult> {
  const refusal = refusalOf(context.job, error);
  return offerResponse(context, refusal, async () => {
    const step = await refuseSubmission(context, error);
    if (step.kind !== 'stale') return step;
    const { ports } = context;
    const { kind: _, ...fact } = refusal;
    const { kind } = await ports.storage.jobs.recordRefusal({ ...fact, now: ports.clock.now() });
    if (kind === 'contradicted') ports.log.warn('refusal-contradicted', { job: context.job.id });
    return adoptResponse(context);
  });
}

/**
 * Saves a proven refusal only with the lease: without it, another node may have sent the submission again with its key,
 * and a refusal of one call proves nothing of the other.
 */
export function keepRefusalByLease(
  context: StepContext,
  error: UpstreamError,
): Promise<StepResult> {
  const { clock, log } = context.ports;
  return offer(clock, {
    save: () => refuseSubmission(context, error),
    onFailure: async (failure, _, isWorthALine) => {
      if (isWorthALine) log.error('refusal-not-saved-yet', failure, { job: context.job.id });
    },
  });
}
