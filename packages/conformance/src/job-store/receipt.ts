import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Job } from '@filmgate/core';
import { changed, line, type StepMaker } from '../job/job-step.ts';
import { fail, loseOutcome } from '../job/outcome-steps.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import { dispatched, receiptOf, record } from '../job/receipts.ts';
import { correlationOf, prepareOn, refuse } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const handle = '{"task":"Ü-1","n":1.0}';
/** Equal handle with different JSON formatting, as another client might write it. */
const rewritten = '{ "n": 1, "task": "\\u00dc-1" }';

/** The provider's handle is a fact: kept whichever runner brings it [submission-facts.handle.one-job]. */
export const receiptLaws: LawGroup<StorageContext> = {
  name: 'job-store.receipt',
  laws: [
    {
      name: 'a receipt is recorded letter by letter and read with its dispatch',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        const [dispatch] = await bundle.reader.dispatches(job.id);
        equal(dispatch?.handle, handle);
        equal(dispatch?.accountId, 'account-1');
        equal(dispatch?.refusal, null);
      },
    },
    {
      name: 'the same receipt again is `repeated`, however its JSON is written',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        ofKind(await record(scene, job, handle), 'repeated');
        ofKind(await record(scene, job, rewritten), 'repeated');
        equal((await bundle.reader.dispatches(job.id)).length, 1);
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
      },
    },
    {
      name: 'another handle under the same dispatch record is `contradicted`, and the first one stays',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        ofKind(await record(scene, job, handle), 'recorded');
        ofKind(await record(scene, job, '{"task":"other"}'), 'contradicted');
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
      },
    },
    {
      name: 'without a dispatch record, or under the dispatch record of another job, it is `contradicted`',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        const prepared = await scene.acceptIn('prepared');
        ofKind(await record(scene, prepared, handle), 'contradicted');
        const input = {
          ...receiptOf(scene, other, handle),
          correlationId: correlationOf(job.id, 0),
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
        const again = await scene.recordDispatch(
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
    {
      name: '[submission-facts.receipt.lost-mark] a receipt brings the dispatch record along that the store has lost, and it counts as one',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const prepared = await scene.acceptIn('prepared');
        const lost = losing(scene, prepared, handle);
        ofKind(await bundle.jobs.recordReceipt(lost), 'recorded');
        ofKind(await bundle.jobs.recordReceipt(lost), 'repeated');
        const { correlationId, accountId } = lost;
        const { recordedAt, sendDeadlineAt } = lost.lostDispatch;
        deepStrictEqual(await bundle.reader.dispatches(prepared.id), [
          {
            jobId: prepared.id,
            correlationId,
            recordedAt,
            sendDeadlineAt,
            handle,
            accountId,
            refusal: null,
          },
        ]);
        ofKind(await record(scene, job, handle), 'handle-taken');
        const claim = await scene.claim(prepared);
        ofKind(await bundle.jobs.recordDispatch(scene.dispatchInput(claim)), 'already-recorded');
      },
    },
    {
      name: '[submission-facts.receipt.lost-mark] it brings none where the try has a dispatch record, the name used, or the job gone',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const prepared = await scene.acceptIn('prepared');
        const other = { ...losing(scene, job, handle), correlationId: 'another-name' };
        ofKind(await bundle.jobs.recordReceipt(other), 'contradicted');
        const lost = losing(scene, prepared, handle);
        const used = { ...lost, correlationId: correlationOf(job.id, 0) };
        ofKind(await bundle.jobs.recordReceipt(used), 'contradicted');
        ofKind(await bundle.jobs.recordReceipt({ ...lost, jobId: 'vt_none' }), 'contradicted');
        deepStrictEqual(await bundle.reader.dispatches(prepared.id), []);
        equal((await bundle.reader.dispatches(job.id)).length, 1);
      },
    },
    {
      name: '[submission-facts.recorded-before] a job that waits though its dispatch is recorded gets no other record, and goes on as unknown by the receipt',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        ofKind(await bundle.jobs.recordReceipt(losing(scene, job, handle)), 'recorded');
        const claim = await scene.claim(job);
        ofKind(await bundle.jobs.recordDispatch(scene.dispatching(claim)), 'already-recorded');
        const unknown = await scene.step(claim.job, loseOutcome, claim);
        const [dispatch] = await bundle.reader.dispatches(job.id);
        deepStrictEqual([dispatch?.handle, dispatch?.accountId], [handle, 'account-1']);
        const found = await scene.step(unknown, foundOn('account-1'), claim);
        deepStrictEqual(await bundle.reader.find(job.id), found);
        equal((await bundle.accounts.find('account-1'))?.busy, 0);
        equal((await bundle.reader.dispatches(job.id)).length, 1);
      },
    },
  ],
};

/** The job was found on an account that has no slot for it any more. */
const foundOn =
  (accountId: string): StepMaker =>
  (job, now) => ({
    next: changed(job, now, { state: 'submitted', accountId, unknownSince: null, dueAt: now }),
    effects: [line(now, 'found')],
  });

function losing(scene: Scene, job: Job, text: string) {
  const { now } = scene;
  const { refusals } = job;
  const lostDispatch = {
    refusals,
    requestDigest: 'd',
    recordedAt: now - 5,
    sendDeadlineAt: now + 5,
  };
  return { ...receiptOf(scene, job, text), lostDispatch };
}
