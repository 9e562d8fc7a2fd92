import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Job, RecordReceiptOutcome, StorageBundle } from '@filmgate/core';
import { fail, loseOutcome } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import { correlationOf, prepareOn, refuse } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/of-kind.ts';
import type { StorageContext } from '../storage-context.ts';

const handle = '{"task":"Ü-1","n":1.0}';

/** The upstream's handle is a fact: kept whoever brings it (architecture §2 "receipt"). */
export const receiptLaws: LawGroup<StorageContext> = {
  name: 'job-store.receipt',
  laws: [
    {
      name: 'a receipt is recorded letter by letter and read with its dispatch',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
      },
    },
    {
      name: 'the same receipt again is `repeated`',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        ofKind(await record(scene, job, handle), 'repeated');
        equal((await bundle.reader.dispatches(job.id)).length, 1);
      },
    },
    {
      name: 'another handle under the same mark is `contradicted`, and the first one stays',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        ofKind(await record(scene, job, '{"task":"other"}'), 'contradicted');
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
      },
    },
    {
      name: 'without a mark, or under the mark of another job, it is `contradicted`',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        const prepared = await scene.acceptIn('prepared');
        ofKind(await record(scene, prepared, handle), 'contradicted');
        const input = {
          jobId: other.id,
          correlationId: correlationOf(job.id, 0),
          handle,
          now: scene.now,
        };
        ofKind(await bundle.jobs.recordReceipt(input), 'contradicted');
        ofKind(await bundle.jobs.recordReceipt({ ...input, jobId: 'vt_none' }), 'contradicted');
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, null);
        equal((await bundle.reader.dispatches(other.id))[0]?.handle, null);
      },
    },
    {
      name: 'it is accepted whatever happened since: after a takeover, as unknown, and after the end',
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
        for (const job of [taken, unknown, failed])
          ofKind(await record(scene, job, `{"task":"${job.id}"}`), 'recorded');
      },
    },
    {
      name: 'each try has its own receipt',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const again = await scene.mark(
          await scene.step(await scene.step(job, refuse), prepareOn('account-1')),
        );
        ofKind(await record(scene, again, '{"try":2}'), 'recorded');
        ofKind(await record(scene, job, '{"try":1}'), 'recorded');
        deepStrictEqual(
          (await bundle.reader.dispatches(job.id)).map((row) => row.handle),
          ['{"try":1}', '{"try":2}'],
        );
      },
    },
    {
      name: 'it changes nothing in the job',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        deepStrictEqual(await bundle.reader.find(job.id), job);
        ofKind(await scene.tryStep(job, loseOutcome), 'committed');
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

async function record(
  { bundle, now }: Scene,
  job: Job,
  text: string,
): Promise<RecordReceiptOutcome> {
  const correlationId = correlationOf(job.id, job.refusals);
  return await bundle.jobs.recordReceipt({ jobId: job.id, correlationId, handle: text, now });
}
