import type { JobEvent } from '../../job/job-event.ts';
import type { Job } from '../../job/job.ts';
import { nextReconcileAt } from '../../job/backoff.ts';
import { adoptResponse } from './adopt-response.ts';
import { offerResponse } from './offer-response.ts';
import { commitEvent, decisionFor, saveEvent } from './save-event.ts';
import { type Receipt, receiptInput, receiptOf, recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

type ReceiptEvent = Extract<
  JobEvent,
  { readonly kind: 'accepted' | 'completed-at-once' | 'found' }
>;

/** What a receipt means to its job when it is saved at `now`: an instant told before the store took it may be wrong by then. */
type ReceiptEventAt = (now: number) => ReceiptEvent;

interface Kept {
  readonly work: Work;
  readonly receipt: Receipt;
  readonly eventAt: ReceiptEventAt;
  /** The job that was said to hold the handle; null while none was. A store that fails and goes back then knows of it no more. */
  heldBy: string | null;
}

/**
 * Saves an upstream's receipt as a fact that needs no lease and, in the same act, as the job's next state: a handle that belongs
 * to another job leads nowhere.
 *
 * @param place - where the handle names one piece of work
 */
export function keepReceipt(
  work: Work,
  place: string,
  eventAt: ReceiptEventAt,
): Promise<StepResult> {
  const kept = keptFrom(work, { place }, eventAt);
  return offerResponse(work, kept.receipt, (isFirst) => saveReceipt(kept, isFirst));
}

/** What was found, and the submission it is of: the job's present one where it is not said. */
interface FoundAt {
  readonly place: string;
  readonly sent?: Pick<Job, 'accountId' | 'correlationId' | 'refusals'>;
}

/** As `keepReceipt` for a handle that was searched for, and can be searched for again should the store fail. */
export function keepFound(
  work: Work,
  found: FoundAt,
  eventAt: ReceiptEventAt,
): Promise<StepResult> {
  return saveReceipt(keptFrom(work, found, eventAt), true);
}

function keptFrom(work: Work, { place, sent }: FoundAt, eventAt: ReceiptEventAt): Kept {
  const { ports, job } = work;
  const { handle } = eventAt(ports.clock.now());
  const receipt = receiptOf({ ports, job: { ...job, ...sent } }, { place, handle });
  return { work, receipt, eventAt, heldBy: null };
}

/** After a failure the fact comes first and alone: no decision that cannot be saved may keep it out. */
async function saveReceipt(kept: Kept, isFirst: boolean): Promise<StepResult> {
  const { work, eventAt, receipt, heldBy } = kept;
  if (heldBy !== null) return disputeHandle(work, receipt, heldBy);
  const { clock, storage } = work.ports;
  const { lostDispatch, ...known } = receiptInput(receipt, clock.now());
  // A job that was searched for without a name is decided from what a store knows that lost its dispatch record.
  const lost =
    work.job.correlationId === null && lostDispatch !== undefined ? { lostDispatch } : {};
  const decision = isFirst ? { decision: decisionFor(work, eventAt(clock.now())) } : {};
  const outcome = await storage.jobs.recordReceipt({ ...known, ...lost, ...decision });
  switch (outcome.kind) {
    case 'recorded':
    case 'repeated': {
      const decided = outcome.decided ?? (await commitEvent(work, eventAt(clock.now())));
      return decided.kind === 'committed'
        ? { kind: 'advanced', job: decided.job }
        : adoptResponse(work);
    }
    case 'handle-taken':
      return dispute(kept, outcome.heldBy);
    case 'contradicted':
      return saveWithLostDispatch(kept);
  }
}

/**
 * The store knows no such dispatch record, or another response under it. One that lost the dispatch record takes it back with the receipt; what it knows of
 * the job is not what was decided from, so the receipt alone counts.
 */
async function saveWithLostDispatch(kept: Kept): Promise<StepResult> {
  const { work, receipt } = kept;
  const { clock, storage } = work.ports;
  const outcome = await storage.jobs.recordReceipt(receiptInput(receipt, clock.now()));
  if (outcome.kind === 'handle-taken') return dispute(kept, outcome.heldBy);
  return outcome.kind === 'contradicted' ? goByRecord(kept) : adoptResponse(work);
}

/** Once it is said, it stays said, however often the response is offered. */
function dispute(kept: Kept, heldBy: string): Promise<StepResult> {
  kept.heldBy = heldBy;
  return disputeHandle(kept.work, kept.receipt, heldBy);
}

/**
 * The upstream gave a handle that another job holds. Nothing is fetched by it for this one, whose outcome is unknown now; the
 * job that was first is not touched.
 */
export async function disputeHandle(
  work: Work,
  { place, handle }: Receipt,
  heldBy: string,
): Promise<StepResult> {
  const { ports } = work;
  const error = new Error('An upstream gave the handle of one job for another one.');
  const { id, accountId, correlationId: correlation } = work.job;
  const facts = { job: id, account: accountId, correlation, place, handle, heldBy };
  ports.log.error('handle-taken', error, facts);
  const step = await saveDispute(work, heldBy);
  if (step.kind !== 'stale') return step;
  const job = await ports.storage.reader.find(id);
  const isOpen = job?.state === 'outcome_unknown' && job.correlationId === correlation;
  return isOpen ? saveDispute({ ...work, job, claim: null }, heldBy) : step;
}

async function saveDispute(work: Work, heldBy: string): Promise<StepResult> {
  const { job, options, ports } = work;
  const { reconcileAfterMs } = await capabilitiesOf(work);
  const firstMs = reconcileAfterMs ?? options.unknownSlotMs;
  const now = ports.clock.now();
  const dueAt = job.state === 'dispatching' ? now + firstMs : nextReconcileAt(job, firstMs, now);
  return saveEvent(work, { kind: 'handle-taken', heldBy, dueAt });
}

/** Another response is recorded under the dispatch record, or the job is gone: what was recorded first stays what is true. */
async function goByRecord({ work, receipt }: Kept): Promise<StepResult> {
  const { ports, options, job } = work;
  const { jobId, correlationId: correlation, handle } = receipt;
  const error = new Error('An upstream gave a second answer to one submission.');
  ports.log.error('receipt-contradicted', error, { job: jobId, correlation, handle });
  const response = await recordedResponse(work);
  if (job.state !== 'dispatching') return adoptResponse(work);
  const capabilities = await capabilitiesOf(work);
  const now = ports.clock.now();
  const step = await saveEvent(
    work,
    response?.kind === 'receipt'
      ? {
          kind: 'accepted',
          handle: response.handle,
          deadlineAt: deadlineFrom(now, capabilities, work),
          pollAt: now,
        }
      : {
          kind: 'outcome-lost',
          detail: 'the upstream answered twice, and not the same',
          dueAt: now + options.unknownSlotMs,
        },
  );
  return step.kind === 'stale' ? adoptResponse(work) : step;
}
