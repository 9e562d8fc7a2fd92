import type { JobEvent } from '../../job/job-event.ts';
import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import { commitEvent, saveEvent } from './save-event.ts';
import type { StepResult, Work } from './work.ts';

type Receipt = Extract<JobEvent, { readonly kind: 'accepted' | 'completed-at-once' }>;

/** How long a receipt is offered to a store that does not answer, and how often, in ms. */
const offerForMs = 10 * 60_000;
const offerEveryMs = 500;

/**
 * Saves an upstream's receipt: first as a fact that needs no lease, then as the job's next state. A receipt is the
 * only proof of paid work, so a store that fails is asked again and again before it is given up.
 */
export async function keepReceipt(work: Work, receipt: Receipt): Promise<StepResult> {
  const { ports } = work;
  const giveUpAt = ports.clock.monotonicMs() + offerForMs;
  for (;;) {
    try {
      return await saveReceipt(work, receipt);
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || ports.clock.monotonicMs() > giveUpAt)
        throw error;
      ports.log.error('receipt-not-saved-yet', error, { job: work.job.id });
      await ports.clock.sleep(offerEveryMs);
    }
  }
}

async function saveReceipt(work: Work, receipt: Receipt): Promise<StepResult> {
  const { job, ports } = work;
  const [recorded, committed] = await Promise.all([
    ports.storage.jobs.recordReceipt({
      jobId: job.id,
      correlationId: job.correlationId ?? '',
      handle: JSON.stringify(receipt.handle),
      now: ports.clock.now(),
    }),
    commitEvent(work, receipt),
  ]);
  if (recorded.kind === 'contradicted') ports.log.warn('receipt-contradicted', { job: job.id });
  if (committed.kind === 'committed') return { kind: 'advanced', job: committed.job };
  return adoptLateReceipt(work, receipt);
}

/** Our lease was lost while sending, and the taker could only call the outcome unknown: the fact corrects that. */
async function adoptLateReceipt(work: Work, receipt: Receipt): Promise<StepResult> {
  const job = await work.ports.storage.reader.find(work.job.id);
  if (job?.state !== 'outcome_unknown' || job.correlationId !== work.job.correlationId)
    return { kind: 'stale' };
  const now = work.ports.clock.now();
  const { handle, deadlineAt } = receipt;
  return saveEvent(
    { ...work, job, claim: null },
    { kind: 'found', handle, deadlineAt, pollAt: now },
  );
}
