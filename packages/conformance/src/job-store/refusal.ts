import { deepStrictEqual, equal } from 'node:assert/strict';
import type {
  Job,
  RecordReceiptInput,
  RecordRefusalInput,
  RecordRefusalOutcome,
  StorageBundle,
} from '@filmgate/core';
import { fail, loseOutcome } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import { correlationOf } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const refusal = '{"kind":"policy", "detail":"Ü"}';

/** A proven refusal is a fact like a receipt: kept whichever runner brings it [submission-facts.refusal.kept]. */
export const refusalLaws: LawGroup<StorageContext> = {
  name: 'job-store.refusal',
  laws: [
    {
      name: '[submission-facts.refusal.kept] a refusal is recorded letter by letter and read with its dispatch',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        deepStrictEqual(await record(scene, job, refusal), { kind: 'recorded' });
        const [dispatch] = await bundle.reader.dispatches(job.id);
        equal(dispatch?.refusal, refusal);
        equal(dispatch?.handle, null);
        deepStrictEqual(await record(scene, job, refusal), { kind: 'repeated' });
        equal((await bundle.reader.dispatches(job.id)).length, 1);
      },
    },
    {
      name: '[submission-facts.answer.first] a dispatch record has one answer: the first that was recorded stays',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const received = await scene.acceptIn('dispatching');
        ofKind(await record(scene, job, refusal), 'recorded');
        ofKind(await record(scene, job, '{"kind":"login"}'), 'contradicted');
        ofKind(await bundle.jobs.recordReceipt(receipt(scene, job)), 'contradicted');
        ofKind(await bundle.jobs.recordReceipt(receipt(scene, received)), 'recorded');
        ofKind(await record(scene, received, refusal), 'contradicted');
        const [[refused], [accepted]] = [
          await bundle.reader.dispatches(job.id),
          await bundle.reader.dispatches(received.id),
        ];
        deepStrictEqual([refused?.refusal, refused?.handle], [refusal, null]);
        deepStrictEqual([accepted?.refusal, accepted?.handle], [null, '{"task":1}']);
      },
    },
    {
      name: '[submission-facts.refusal.kept] without a dispatch record, or under the dispatch record of another job, it is `contradicted`',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        ofKind(await record(scene, await scene.acceptIn('prepared'), refusal), 'contradicted');
        const input = { ...refusalOf(scene, other), correlationId: correlationOf(job.id, 0) };
        ofKind(await bundle.jobs.recordRefusal(input), 'contradicted');
        ofKind(await bundle.jobs.recordRefusal({ ...input, jobId: 'vt_none' }), 'contradicted');
        equal((await bundle.reader.dispatches(job.id))[0]?.refusal, null);
      },
    },
    {
      name: '[submission-facts.refusal.kept] it is accepted whatever happened since, and changes nothing in the job',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const taken = await scene.acceptIn('dispatching');
        await scene.claim(taken, 'runner-a');
        scene.later(leaseMs);
        await scene.claim(taken, 'runner-b');
        const unknown = await scene.acceptIn('outcome_unknown');
        const failed = await scene.step(
          await scene.step(await scene.acceptIn('dispatching'), loseOutcome),
          fail,
        );
        for (const job of [taken, unknown, failed]) {
          ofKind(await record(scene, job, refusal), 'recorded');
          deepStrictEqual(await bundle.reader.find(job.id), job);
        }
      },
    },
  ],
};

async function dispatched(
  bundle: StorageBundle,
): Promise<{ readonly scene: Scene; readonly job: Job }> {
  const scene = new Scene(bundle);
  await scene.account('account-1');
  return { scene, job: await scene.acceptIn('dispatching') };
}

function refusalOf({ now }: Scene, job: Job, text = refusal): RecordRefusalInput {
  const correlationId = correlationOf(job.id, job.refusals);
  return { jobId: job.id, correlationId, refusal: text, now };
}

function receipt({ now }: Scene, job: Job): RecordReceiptInput {
  const correlationId = correlationOf(job.id, job.refusals);
  const sentOn = { accountId: 'account-1', endpoint: 'mock' };
  return { jobId: job.id, correlationId, ...sentOn, handle: '{"task":1}', now };
}

async function record(scene: Scene, job: Job, text: string): Promise<RecordRefusalOutcome> {
  return await scene.bundle.jobs.recordRefusal(refusalOf(scene, job, text));
}
