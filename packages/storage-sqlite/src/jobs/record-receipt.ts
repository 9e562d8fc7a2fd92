import type { RecordReceiptInput, RecordReceiptOutcome } from '@filmgate/core';
import type { StoreState } from '../store/store-state.ts';

/** Keeps the upstream's handle on its mark; see `JobStore.recordReceipt`. */
export function recordReceipt(state: StoreState, input: RecordReceiptInput): RecordReceiptOutcome {
  const { jobId, correlationId, handle, now } = input;
  const position = state.openJobs.find(jobId)?.position ?? state.rows.position(jobId);
  const mark = state.dispatches.find(correlationId);
  if (mark === undefined || mark.job !== position) return { kind: 'contradicted' };
  if (mark.handle !== null) {
    return { kind: mark.handle === handle ? 'repeated' : 'contradicted' };
  }
  state.dispatches.receive({ correlationId, handle, now });
  return { kind: 'recorded' };
}
