import { hash } from 'node:crypto';
import {
  type Audited,
  type CommitInput,
  type CommitOutcome,
  handleClaim,
  type HandleAtEndpoint,
  type RecordDispatchInput,
  type RecordDispatchOutcome,
  type RecordReceiptInput,
  type RecordReceiptOutcome,
  type RecordRefusalInput,
  type RecordRefusalOutcome,
} from '@filmgate/core';
import { type MemoryDispatch, type MemoryState, noteAudit } from './memory-state.ts';
import {
  checkChange,
  contradiction,
  entryToChange,
  grantRefusal,
  saveChange,
} from './save-change.ts';

/** Fields of a dispatch record before its provider's response is recorded. */
const withoutResponse = { handle: null, accountId: null, refusal: null } as const;

/** The write-once dispatch record; a try is identified by the number of the job's refusals before it. */
export function recordDispatch(
  state: MemoryState,
  input: RecordDispatchInput,
): RecordDispatchOutcome {
  const { correlationId, requestDigest, sendDeadlineAt, now } = input;
  const { refusals } = input.next;
  const earlier = state.jobs.get(input.from.id)?.dispatches ?? [];
  const isRecorded = earlier.some((dispatch) => dispatch.refusals === refusals);
  if (isRecorded || state.correlationIds.has(correlationId)) return { kind: 'already-recorded' };
  const entry = entryToChange(state, input);
  if (entry === undefined) return { kind: 'stale' };
  checkChange(entry, input);
  const refused = grantRefusal(state, input);
  if (refused !== undefined) return refused;
  state.correlationIds.add(correlationId);
  entry.dispatches.push({
    correlationId,
    refusals,
    requestDigest,
    recordedAt: now,
    sendDeadlineAt,
    ...withoutResponse,
  });
  return { kind: 'recorded', job: saveChange(state, entry, input) };
}

/** Saves a decision; see `JobStore.commit`. */
export function commit(state: MemoryState, input: CommitInput & Audited): CommitOutcome {
  const entry = entryToChange(state, input);
  if (entry === undefined) return { kind: 'stale' };
  checkChange(entry, input);
  const refused = grantRefusal(state, input);
  if (refused !== undefined) return refused;
  const job = saveChange(state, entry, input);
  noteAudit(state, input);
  return { kind: 'committed', job };
}

/** Stores the handle on its dispatch row, once and unchanged, with the decision based on it. */
export function recordReceipt(state: MemoryState, input: RecordReceiptInput): RecordReceiptOutcome {
  const { jobId, handle, accountId } = input;
  const dispatch = find(state, input) ?? lostDispatch(state, input);
  if (dispatch === undefined || dispatch.refusal !== null) return { kind: 'contradicted' };
  const claim = claimOf(input);
  if (dispatch.handle !== null) {
    const isSame =
      dispatch.handle === handle ||
      claimOf({ endpoint: input.endpoint, handle: dispatch.handle }) === claim;
    if (!isSame) return { kind: 'contradicted' };
    return { kind: 'repeated', decided: decide(state, input) };
  }
  const heldBy = state.handles.get(claim);
  if (heldBy !== undefined) return { kind: 'handle-taken', heldBy };
  const decided = decide(state, input);
  if (input.byHand !== undefined && decided?.kind !== 'committed')
    return { kind: 'recorded', decided };
  state.handles.set(claim, jobId);
  keep(state, jobId, { ...dispatch, handle, accountId });
  return { kind: 'recorded', decided };
}

/** Stores the refusal on its dispatch row, once and unchanged. */
export function recordRefusal(state: MemoryState, input: RecordRefusalInput): RecordRefusalOutcome {
  const { jobId, refusal } = input;
  const dispatch = find(state, input);
  if (dispatch === undefined || dispatch.handle !== null) return { kind: 'contradicted' };
  if (dispatch.refusal !== null)
    return { kind: dispatch.refusal === refusal ? 'repeated' : 'contradicted' };
  keep(state, jobId, { ...dispatch, refusal });
  return { kind: 'recorded' };
}

/** Key of a handle at its endpoint. */
export function claimOf({ endpoint, handle }: HandleAtEndpoint): string {
  return handleClaim({ endpoint, handle }, (text) => hash('sha256', text, 'base64url'));
}

function find(
  state: MemoryState,
  { jobId, correlationId }: { readonly jobId: string; readonly correlationId: string },
): MemoryDispatch | undefined {
  const dispatches = state.jobs.get(jobId)?.dispatches ?? [];
  return dispatches.find((dispatch) => dispatch.correlationId === correlationId);
}

/** Dispatch record that the sender brings, if the job exists and neither its try nor the correlation id has one. */
function lostDispatch(
  state: MemoryState,
  { jobId, correlationId, lostDispatch: lost }: RecordReceiptInput,
): MemoryDispatch | undefined {
  const entry = state.jobs.get(jobId);
  if (lost === undefined || entry === undefined) return undefined;
  const isRecorded = entry.dispatches.some(({ refusals }) => refusals === lost.refusals);
  if (isRecorded || state.correlationIds.has(correlationId)) return undefined;
  return { correlationId, ...lost, ...withoutResponse };
}

function decide(
  state: MemoryState,
  { jobId, decision, byHand }: RecordReceiptInput,
): CommitOutcome | null {
  if (decision === undefined) return null;
  if (decision.from.id !== jobId) throw contradiction(jobId, `a decision on ${decision.from.id}`);
  return commit(state, { ...decision, ...byHand });
}

/** Replaces the former row, or adds the row of its try. */
function keep({ jobs, correlationIds }: MemoryState, jobId: string, row: MemoryDispatch): void {
  const dispatches = jobs.get(jobId)?.dispatches ?? [];
  correlationIds.add(row.correlationId);
  const rows = [...dispatches.filter(({ refusals }) => refusals !== row.refusals), row];
  rows.sort((one, other) => one.refusals - other.refusals);
  dispatches.splice(0, dispatches.length, ...rows);
}
