import type { RecordReceiptInput, RecordReceiptOutcome } from '@filmgate/core';
import type { JobAccess } from './job-access.ts';
import { receiptScript } from './receipt-script.ts';

/** See `JobStore.recordReceipt`. */
export async function recordReceipt(
  { scripts, keys }: JobAccess,
  { jobId, correlationId, handle }: RecordReceiptInput,
): Promise<RecordReceiptOutcome> {
  const call = receiptScript.call(
    { job: keys.job(jobId), correlations: keys.correlations },
    { id: jobId, correlation: correlationId, handle },
  );
  const { outcome } = await scripts.change(receiptScript.script, call);
  if (outcome === 'recorded' || outcome === 'repeated' || outcome === 'contradicted')
    return { kind: outcome };
  throw new TypeError(`record-receipt said ${outcome}.`);
}
