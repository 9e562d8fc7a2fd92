import { hash } from 'node:crypto';
import {
  type CommitOutcome,
  handleClaim,
  type HandleAtEndpoint,
  type RecordReceiptInput,
  type RecordReceiptOutcome,
  type RecordRefusalInput,
  type RecordRefusalOutcome,
} from '@filmgate/core';
import { contradiction } from '../faults/storage-fault.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';
import { commitJob } from './commit-job.ts';
import type { FoundDispatch, NewDispatch } from './dispatches.ts';

/** Stores the provider's handle on its dispatch record, with the decision based on it; see `JobStore.recordReceipt`. */
export function recordReceipt(
  state: StoreState,
  input: RecordReceiptInput,
  batch: Batch,
): RecordReceiptOutcome {
  const { dispatches } = state;
  const { correlationId, handle, accountId, now } = input;
  const claim = claimOf(input);
  const found = findDispatch(state, input);
  const lost = found === undefined ? lostDispatch(state, input) : undefined;
  if ((found === undefined && lost === undefined) || (found?.refusal ?? null) !== null)
    return { kind: 'contradicted' };
  if (found !== undefined && found.handle !== null) {
    if (found.handle !== handle && found.handle_claim !== claim) return { kind: 'contradicted' };
    return { kind: 'repeated', decided: decide(state, input, batch) };
  }
  const holder = dispatches.holderOf(claim);
  if (holder !== undefined) return { kind: 'handle-taken', heldBy: idOf(state, holder) };
  const decided = decide(state, input, batch);
  if (input.byHand !== undefined && decided?.kind !== 'committed')
    return { kind: 'recorded', decided };
  if (lost !== undefined) dispatches.add(lost);
  dispatches.receive({ correlationId, handle, accountId, handleClaim: claim, now });
  return { kind: 'recorded', decided };
}

/** Stores a proven refusal on its dispatch record; see `JobStore.recordRefusal`. */
export function recordRefusal(state: StoreState, input: RecordRefusalInput): RecordRefusalOutcome {
  const { correlationId, refusal } = input;
  const found = findDispatch(state, input);
  if (found === undefined || found.handle !== null) return { kind: 'contradicted' };
  if (found.refusal !== null)
    return { kind: found.refusal === refusal ? 'repeated' : 'contradicted' };
  state.dispatches.refuse(correlationId, refusal);
  return { kind: 'recorded' };
}

/** Key of a handle at its endpoint. */
export function claimOf(input: HandleAtEndpoint): string {
  return handleClaim(input, (text) => hash('sha256', text, 'base64url'));
}

function positionOf({ openJobs, rows }: StoreState, id: string): number | undefined {
  return openJobs.find(id)?.position ?? rows.position(id);
}

function idOf({ stored }: StoreState, position: number): string {
  return stored.row(position)?.id ?? '';
}

function findDispatch(
  state: StoreState,
  { jobId, correlationId }: { readonly jobId: string; readonly correlationId: string },
): FoundDispatch | undefined {
  const found = state.dispatches.find(correlationId);
  return found !== undefined && found.job === positionOf(state, jobId) ? found : undefined;
}

/** Dispatch record that the sender brings, if the job exists and neither its try nor the correlation id has one. */
function lostDispatch(
  state: StoreState,
  { jobId, correlationId, lostDispatch: lost }: RecordReceiptInput,
): NewDispatch | undefined {
  const position = positionOf(state, jobId);
  if (lost === undefined || position === undefined) return undefined;
  const { refusals, requestDigest, recordedAt, sendDeadlineAt } = lost;
  const { dispatches } = state;
  if (dispatches.isTryRecorded({ position, refusals })) return undefined;
  if (dispatches.isCorrelationUsed(correlationId)) return undefined;
  return {
    job: position,
    refusals,
    correlation_id: correlationId,
    request_digest: requestDigest,
    recorded_at: recordedAt,
    send_deadline_at: sendDeadlineAt,
  };
}

function decide(
  state: StoreState,
  { jobId, decision }: RecordReceiptInput,
  batch: Batch,
): CommitOutcome | null {
  if (decision === undefined) return null;
  if (decision.from.id !== jobId)
    throw contradiction(`job ${jobId}`, `the decision is about ${decision.from.id}`);
  return commitJob(state, decision, batch);
}
