import type { Job, RecordReceiptInput, RecordReceiptOutcome, StorageBundle } from '@filmgate/core';
import { Scene } from './scene.ts';
import { correlationOf } from './submission-steps.ts';

/** A job whose submission is under way on `account-1`. */
export async function dispatched(
  bundle: StorageBundle,
): Promise<{ readonly scene: Scene; readonly job: Job }> {
  const scene = new Scene(bundle);
  await scene.account('account-1');
  return { scene, job: await scene.acceptIn('dispatching') };
}

/** The receipt of a job's current try. */
export function receiptOf({ now }: Scene, job: Job, text: string): RecordReceiptInput {
  const correlationId = correlationOf(job.id, job.refusals);
  const sentOn = { accountId: 'account-1', endpoint: 'mock' };
  return { jobId: job.id, correlationId, ...sentOn, handle: text, now };
}

/** Records a receipt. */
export async function record(scene: Scene, job: Job, text: string): Promise<RecordReceiptOutcome> {
  return await scene.bundle.jobs.recordReceipt(receiptOf(scene, job, text));
}
