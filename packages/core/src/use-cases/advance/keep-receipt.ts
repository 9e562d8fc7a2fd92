import type { JobEvent } from '../../job/job-event.ts';
import type { Job } from '../../job/job.ts';
import { nextReconcileAt } from '../../job/backoff.ts';
import { adoptResponse } from './adopt-response.ts';
import { offerResponse } from './offer-response.ts';
import { commitEvent, decisionFor, saveEvent } from './save-event.ts';
import { type Receipt, receiptInput, receiptOf, recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import type { StepResult, StepContext } from './step-context.ts';

type ReceiptEvent = Extract<
  JobEvent,
  { readonly kind: 'accepted' | 'completed-at-once' | 'found' }
>;

/** Returns a receipt's event as of `now`, since an earlier instant may be wrong when the store accepts it. */
type ReceiptEventAt = (now: number) => ReceiptEvent;

interface Kept {
  readonly context: StepContext;
  readonly receipt: Receipt;
  readonly eventAt: ReceiptEventAt;
  /** Job reported to hold the handle; null while none was. A store that fails and goes back forgets it. */
  heldBy: string | null;
}

/**
 * Saves a provider's receipt as a fact that needs no lease and, in the same act, as the job's next state: a handle that
 * belongs to another job leads nowhere.
 *
 * @param endpoint - the endpoint at which the handle names one piece of work
 */
export function keepReceipt(
  context: StepContext,
  endpoint: string,
  eventAt: ReceiptEventAt,
): Promise<StepResult> {
  const kept = keptFrom(context, { endpoint }, eventAt);
  return offerResponse(context, kept.receipt, (isFirst) => saveReceipt(kept, isFirst));
}

/** The found handle and its submission: the job's present one by default. */
interface FoundAt {
  readonly endpoint: string;
  readonly sent?: Pick<Job, 'accountId' | 'correlationId' | 'refusals'>;
}

/** Like `keepReceipt` for a handle that was searched for, and can be searched for again should the store fail. */
export function keepFound(
  context: StepContext,
  found: FoundAt,
  eventAt: ReceiptEventAt,
): Promise<StepResult> {
  return saveReceipt(keptFrom(context, found, eventAt), true);
}

function keptFrom(
  context: StepContext,
  { endpoint, sent }: FoundAt,
  eventAt: ReceiptEventAt,
): Kept {
  const { ports, job } = context;
  const { handle } = eventAt(ports.clock.now());
  const receipt = receiptOf({ ports, job: { ...job, ...sent } }, { endpoint, handle });
  return { context, receipt, eventAt, heldBy: null };
}

/** After a failure the fact comes first and alone: no decision that cannot be saved may keep it out. */
async function saveReceipt(kept: Kept, isFirst: boolean): Promise<StepResult> {
  const { context, eventAt, receipt, heldBy } = kept;
  if (heldBy !== null) return disputeHandle(context, receipt, heldBy);
  const { clock, storage } = context.ports;
  const { lostDispatch, ...known } = receiptInput(receipt, clock.now());
  // A job that was searched for without a name is decided from the knowledge of a store that lost its dispatch record.
  const lost =
    context.job.correlationId === null && lostDispatch !== undefined ? { lostDispatch } : {};
  const decision = isFirst ? { decision: decisionFor(context, eventAt(clock.now())) } : {};
  const outcome = await storage.jobs.recordReceipt({ ...known, ...lost, ...decision });
  switch (outcome.kind) {
    case 'recorded':
    case 'repeated': {
      const decided = outcome.decided ?? (await commitEvent(context, eventAt(clock.now())));
      return decided.kind === 'committed'
        ? { kind: 'advanced', job: decided.job }
        : adoptResponse(context);
    }
    case 'handle-taken':
      return dispute(kept, outcome.heldBy);
    case 'contradicted':
      return saveWithLostDispatch(kept);
  }
}

/**
 * The store has no matching dispatch record, or another response under it. One that lost the dispatch record restores
 * it with the receipt; its job is not the one the decision was made from, so the receipt alone counts.
 */
async function saveWithLostDispatch(kept: Kept): Promise<StepResult> {
  const { context, receipt } = kept;
  const { clock, storage } = context.ports;
  const outcome = await storage.jobs.recordReceipt(receiptInput(receipt, clock.now()));
  if (outcome.kind === 'handle-taken') return dispute(kept, outcome.heldBy);
  return outcome.kind === 'contradicted' ? continueByRecord(kept) : adoptResponse(context);
}

/** A reported dispute stays reported, however often the response is offered. */
function dispute(kept: Kept, heldBy: string): Promise<StepResult> {
  kept.heldBy = heldBy;
  return disputeHandle(kept.context, kept.receipt, heldBy);
}

/**
 * The provider gave a handle that another job holds. Nothing is fetched by it for this one, whose outcome is unknown
 * now; the job that was first is not touched.
 */
export async function disputeHandle(
  context: StepContext,
  { endpoint, handle }: Receipt,
  heldBy: string,
): Promise<StepResult> {
  const { ports } = context;
  const error = new Error('A provider returned the handle of one job for another job.');
  const { id, accountId, correlationId: correlation } = context.job;
  const facts = { job: id, account: accountId, correlation, endpoint, handle, heldBy };
  ports.log.error('handle-taken', error, facts);
  const step = await saveDispute(context, heldBy);
  if (step.kind !== 'stale') return step;
  const job = await ports.storage.reader.find(id);
  const isOpen = job?.state === 'outcome_unknown' && job.correlationId === correlation;
  return isOpen ? saveDispute({ ...context, job, claim: null }, heldBy) : step;
}

async function saveDispute(context: StepContext, heldBy: string): Promise<StepResult> {
  const { job, options, ports } = context;
  const { reconcileAfterMs } = await capabilitiesOf(context);
  const firstMs = reconcileAfterMs ?? options.unknownSlotMs;
  const now = ports.clock.now();
  const dueAt = job.state === 'dispatching' ? now + firstMs : nextReconcileAt(job, firstMs, now);
  return saveEvent(context, { kind: 'handle-taken', heldBy, dueAt });
}

/** Another response is recorded under the dispatch record, or the job is gone: the first record stays true. */
async function continueByRecord({ context, receipt }: Kept): Promise<StepResult> {
  const { ports, options, job } = context;
  const { jobId, correlationId: correlation, handle } = receipt;
  const error = new Error('A provider returned a second response to one submission.');
  ports.log.error('receipt-contradicted', error, { job: jobId, correlation, handle });
  const response = await recordedResponse(context);
  if (job.state !== 'dispatching') return adoptResponse(context);
  const capabilities = await capabilitiesOf(context);
  const now = ports.clock.now();
  const step = await saveEvent(
    context,
    response?.kind === 'receipt'
      ? {
          kind: 'accepted',
          handle: response.handle,
          deadlineAt: deadlineFrom(now, capabilities, context),
          pollAt: now,
        }
      : {
          kind: 'outcome-lost',
          detail: 'the provider returned two different responses',
          dueAt: now + options.unknownSlotMs,
          callEndsAt: now,
        },
  );
  return step.kind === 'stale' ? adoptResponse(context) : step;
}
