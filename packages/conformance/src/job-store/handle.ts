import { deepStrictEqual, equal, rejects } from 'node:assert/strict';
import {
  type CommitInput,
  type Job,
  type RecordReceiptInput,
  StorageUnavailable,
} from '@filmgate/core';
import { fail, loseOutcome } from '../job/outcome-steps.ts';
import { dispatched, receiptOf, record } from '../job/receipts.ts';
import { leaseMs, type Scene } from '../job/scene.ts';
import { receive } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const handle = '{"task":"Ü-1","n":1.0}';
/** Equal handle with different JSON formatting, as another client might write it. */
const rewritten = '{ "n": 1, "task": "\\u00dc-1" }';

/** A handle belongs to one job, and the decision based on it is saved with it [submission-facts.handle.one-act]. */
export const handleLaws: LawGroup<StorageContext> = {
  name: 'job-store.handle',
  laws: [
    {
      name: '[submission-facts.handle.one-job] a handle of one place is the first dispatch record’s that claims it, however its JSON is written',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        ofKind(await record(scene, job, handle), 'recorded');
        for (const text of [handle, rewritten])
          deepStrictEqual(await record(scene, other, text), {
            kind: 'handle-taken',
            heldBy: job.id,
          });
        equal((await bundle.reader.dispatches(other.id))[0]?.handle, null);
        ofKind(await record(scene, job, handle), 'repeated');
        ofKind(await record(scene, other, '{"task":"its own"}'), 'recorded');
      },
    },
    {
      name: '[submission-facts.handle.place] the same handle of another place names other work',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        ofKind(await record(scene, job, handle), 'recorded');
        const elsewhere = { ...receiptOf(scene, other, handle), endpoint: 'elsewhere' };
        ofKind(await bundle.jobs.recordReceipt(elsewhere), 'recorded');
      },
    },
    {
      name: '[submission-facts.handle.one-job] a handle stays claimed after its job has ended, and goes with the job',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const [second, third] = [
          await scene.acceptIn('dispatching'),
          await scene.acceptIn('dispatching'),
        ];
        ofKind(await record(scene, job, handle), 'recorded');
        await scene.step(await scene.step(job, loseOutcome), fail);
        ofKind(await record(scene, second, handle), 'handle-taken');
        const finishedBefore = scene.now + 1;
        equal(
          (await bundle.jobs.removeFinished({ finishedBefore, limit: 10, now: scene.now })).length,
          1,
        );
        ofKind(await record(scene, third, handle), 'recorded');
      },
    },
    {
      name: '[providers.port.handle-owner] the job that has a handle in its place is told, however its JSON is written',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        const { endpoint } = receiptOf(scene, job, handle);
        const ownerOf = (text: string, where = endpoint): Promise<string | undefined> =>
          bundle.reader.jobOfHandle({ endpoint: where, handle: text });
        equal(await ownerOf(handle), undefined);
        ofKind(await record(scene, job, handle), 'recorded');
        ofKind(await record(scene, other, '{"task":"its own"}'), 'recorded');
        equal(await ownerOf(handle), job.id);
        equal(await ownerOf(rewritten), job.id);
        equal(await ownerOf('{"task":"its own"}'), other.id);
        equal(await ownerOf('{"task":"unknown"}'), undefined);
        equal(await ownerOf(handle, 'elsewhere'), undefined);
      },
    },
    {
      name: '[providers.port.handle-owner] the job has its handle after it has ended, until it is removed',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const { endpoint } = receiptOf(scene, job, handle);
        ofKind(await record(scene, job, handle), 'recorded');
        await scene.step(await scene.step(job, loseOutcome), fail);
        equal(await bundle.reader.jobOfHandle({ endpoint, handle }), job.id);
        const removal = { finishedBefore: scene.now + 1, limit: 10, now: scene.now };
        equal((await bundle.jobs.removeFinished(removal)).length, 1);
        equal(await bundle.reader.jobOfHandle({ endpoint, handle }), undefined);
      },
    },
    {
      name: '[submission-facts.handle.one-act] a receipt and what was decided from it are saved in one act',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const input = deciding(scene, job, handle);
        const { decided } = ofKind(await bundle.jobs.recordReceipt(input), 'recorded');
        equal(decided?.kind, 'committed');
        deepStrictEqual(await bundle.reader.find(job.id), input.decision.next);
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
        equal((await bundle.reader.trail(job.id)).at(-1)?.what, 'receipt');
        const again = ofKind(await bundle.jobs.recordReceipt(input), 'repeated');
        deepStrictEqual(again.decided, { kind: 'stale' });
      },
    },
    {
      name: '[submission-facts.handle.one-act] a stale decision leaves the receipt and nothing else (I9)',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const claim = await scene.claim(job, 'runner-a');
        scene.later(leaseMs);
        await scene.claim(job, 'runner-b');
        const input = deciding(scene, job, handle);
        const late = { ...input, decision: { ...input.decision, claim } };
        const { decided } = ofKind(await bundle.jobs.recordReceipt(late), 'recorded');
        deepStrictEqual(decided, { kind: 'stale' });
        deepStrictEqual(await bundle.reader.find(job.id), job);
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
      },
    },
    {
      name: '[submission-facts.handle.by-hand] a person’s word is written with its decision, and not at all beside a stale one',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const input = { ...deciding(scene, job, handle), byHand: {} };
        const { version } = job;
        const { decision } = input;
        const from = { ...job, version: version + 7 };
        const late = { ...decision, from, next: { ...decision.next, version: version + 8 } };
        const stale = await bundle.jobs.recordReceipt({ ...input, decision: late });
        deepStrictEqual(ofKind(stale, 'recorded').decided, { kind: 'stale' });
        deepStrictEqual(await bundle.reader.find(job.id), job);
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, null);
        const { endpoint } = input;
        equal(await bundle.reader.jobOfHandle({ endpoint, handle }), undefined);
        const { decided } = ofKind(await bundle.jobs.recordReceipt(input), 'recorded');
        equal(decided?.kind, 'committed');
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, handle);
        equal(await bundle.reader.jobOfHandle({ endpoint, handle }), job.id);
      },
    },
    {
      name: '[submission-facts.handle.by-hand] a person’s word brings the dispatch record that the store has lost',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('outcome_unknown');
        const { refusals } = other;
        const lostDispatch = {
          refusals: refusals + 1,
          requestDigest: 'd',
          recordedAt: scene.now,
          sendDeadlineAt: scene.now,
        };
        const next = { ...other, version: other.version + 1, updatedAt: scene.now, dueAt: 1 };
        const claimless = { claim: null, lease: 'release', now: scene.now } as const;
        const decision = { ...claimless, from: other, next, effects: [] };
        const receipt = { ...receiptOf(scene, other, handle), correlationId: 'by-hand' };
        const input = { ...receipt, lostDispatch, decision, byHand: {} };
        ofKind(await bundle.jobs.recordReceipt(input), 'recorded');
        equal((await bundle.reader.dispatches(other.id)).at(-1)?.handle, handle);
        ofKind(await record(scene, job, handle), 'handle-taken');
      },
    },
    {
      name: '[submission-facts.handle.one-act] nothing is decided from a receipt that is refused',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const other = await scene.acceptIn('dispatching');
        const third = await scene.acceptIn('dispatching');
        ofKind(await record(scene, job, handle), 'recorded');
        ofKind(await record(scene, third, '{"task":"first"}'), 'recorded');
        const stolen = await bundle.jobs.recordReceipt(deciding(scene, other, handle));
        const second = await bundle.jobs.recordReceipt(deciding(scene, third, '{"task":"2nd"}'));
        ofKind(stolen, 'handle-taken');
        ofKind(second, 'contradicted');
        deepStrictEqual(await bundle.reader.find(other.id), other);
        deepStrictEqual(await bundle.reader.find(third.id), third);
      },
    },
    {
      name: '[submission-facts.handle.one-act] a decision that contradicts what is stored is a fault, and the receipt is recorded without it',
      holds: async ({ bundle }) => {
        const { scene, job } = await dispatched(bundle);
        const input = deciding(scene, job, handle);
        const next: Job = { ...input.decision.next, quota: 'settled' };
        const faulty = { ...input, decision: { ...input.decision, next } };
        await rejects(bundle.jobs.recordReceipt(faulty), StorageUnavailable);
        const other = await scene.acceptIn('dispatching');
        const foreign = { ...deciding(scene, other, '{"task":"b"}').decision };
        await rejects(
          bundle.jobs.recordReceipt({ ...input, decision: foreign }),
          StorageUnavailable,
        );
        equal((await bundle.reader.dispatches(job.id))[0]?.handle, null);
        ofKind(await record(scene, job, handle), 'recorded');
      },
    },
  ],
};

function deciding(
  scene: Scene,
  job: Job,
  text: string,
): RecordReceiptInput & { readonly decision: CommitInput } {
  const { now } = scene;
  const { next, effects } = receive(job, now);
  const decision = { claim: null, from: job, next, effects, lease: 'release', now } as const;
  return { ...receiptOf(scene, job, text), decision };
}
