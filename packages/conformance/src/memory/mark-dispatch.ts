import type {
  MarkDispatchInput,
  MarkDispatchOutcome,
  RecordReceiptInput,
  RecordReceiptOutcome,
} from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';
import { checkChange, entryToChange, saveChange } from './save-change.ts';

/** The write-once mark; a try is named by how many submissions of the job were refused before it. */
export function markDispatch(state: MemoryState, input: MarkDispatchInput): MarkDispatchOutcome {
  const { correlationId, requestDigest, sendDeadlineAt, now } = input;
  const { refusals } = input.next;
  const earlier = state.jobs.get(input.from.id)?.dispatches ?? [];
  const marked = earlier.some((dispatch) => dispatch.refusals === refusals);
  if (marked || state.correlationIds.has(correlationId)) return { kind: 'already-marked' };
  const entry = entryToChange(state, input);
  if (entry === undefined) return { kind: 'stale' };
  checkChange(entry, input);
  state.correlationIds.add(correlationId);
  entry.dispatches.push({
    correlationId,
    refusals,
    requestDigest,
    markedAt: now,
    sendDeadlineAt,
    handle: null,
  });
  return { kind: 'marked', job: saveChange(state, entry, input) };
}

/** Keeps the handle on its dispatch row, once and letter by letter. */
export function recordReceipt(state: MemoryState, input: RecordReceiptInput): RecordReceiptOutcome {
  const dispatches = state.jobs.get(input.jobId)?.dispatches ?? [];
  const index = dispatches.findIndex(({ correlationId }) => correlationId === input.correlationId);
  const dispatch = dispatches[index];
  if (dispatch === undefined) return { kind: 'contradicted' };
  if (dispatch.handle !== null) {
    return { kind: dispatch.handle === input.handle ? 'repeated' : 'contradicted' };
  }
  dispatches[index] = { ...dispatch, handle: input.handle };
  return { kind: 'recorded' };
}
