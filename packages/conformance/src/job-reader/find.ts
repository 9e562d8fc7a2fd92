import { deepStrictEqual, equal } from 'node:assert/strict';
import { jobStates } from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { query } from './listing.ts';

/** Reading one job: every read that starts after a write resolved sees the write. */
export const findLaws: LawGroup<StorageContext> = {
  name: 'job-reader.find',
  laws: [
    {
      name: 'a job is read back in every state as it was saved',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        for (const state of jobStates) {
          const job = await scene.acceptIn(state);
          equal(job.state, state);
          deepStrictEqual(await bundle.reader.find(job.id), job);
        }
      },
    },
    {
      name: 'what is not there is undefined, also where an id resembles another or is odd',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { id } = await scene.accept();
        for (const odd of [
          '',
          id.toUpperCase(),
          `${id} `,
          id.slice(0, -1),
          '%',
          '__proto__',
          'constructor',
          "'",
        ]) {
          equal(await bundle.reader.find(odd), undefined);
          deepStrictEqual(await bundle.reader.trail(odd), []);
          deepStrictEqual(await bundle.reader.dispatches(odd), []);
        }
      },
    },
    {
      name: 'an unchanged job is the identical value at each read, list and claim',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        equal(await bundle.reader.find(job.id), job);
        equal(ofKind(await bundle.reader.list(query()), 'page').jobs[0], job);
        equal((await scene.claim(job)).job, job);
        const idempotency = { scope: 's', key: 'k', fingerprint: '1:a' };
        const keyed = await scene.accept({}, idempotency);
        equal((await bundle.reader.findByKey(idempotency))?.job, keyed);
      },
    },
    {
      name: 'a changed job is a new value, and the one read before stays as it was',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const before = await scene.acceptIn('submitted');
        const copy = structuredClone(before);
        const after = await scene.step(before, progress);
        deepStrictEqual(before, copy);
        equal(await bundle.reader.find(before.id), after);
      },
    },
    {
      name: 'a write is seen by every connection that reads after it resolved',
      holds: async ({ bundle, connections }) => {
        const [writer = bundle, reader = bundle] = await connections(2);
        const scene = new Scene(writer);
        await scene.account('account-1');
        let job = await scene.acceptIn('submitted');
        for (let round = 0; round < 20; round += 1) {
          job = await scene.step(job, progress);
          equal((await reader.reader.find(job.id))?.version, job.version);
        }
      },
    },
    {
      name: 'a key finds its job and fingerprint, an unknown one nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const job = await scene.accept({}, { scope: 's', key: 'k', fingerprint: '1:abc' });
        deepStrictEqual(await bundle.reader.findByKey({ scope: 's', key: 'k' }), {
          job,
          fingerprint: '1:abc',
        });
        equal(await bundle.reader.findByKey({ scope: 's', key: 'K' }), undefined);
        equal(await bundle.reader.findByKey({ scope: 't', key: 'k' }), undefined);
      },
    },
    {
      name: 'claims without a key never replay: each is a job, found by scope and fingerprint, the newest first',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const keyless = { scope: 's', key: null, fingerprint: '1:abc' };
        const accepted: string[] = [];
        for (let call = 0; call < 12; call += 1) {
          accepted.push((await scene.accept({}, keyless)).id);
        }
        await scene.accept({}, { ...keyless, scope: 't' });
        await scene.accept({}, { ...keyless, fingerprint: '1:abcd' });
        await scene.accept({}, { ...keyless, key: 'k' });
        await scene.accept();
        const find = (
          claim: { readonly scope: string; readonly fingerprint: string },
          limit = 100,
        ) => bundle.reader.findByContent({ ...claim, limit });
        deepStrictEqual(await find(keyless), accepted.toReversed());
        deepStrictEqual(await find(keyless, 2), accepted.toReversed().slice(0, 2));
        deepStrictEqual(await find({ ...keyless, scope: 'S' }), []);
        deepStrictEqual(await find({ ...keyless, fingerprint: '1:ab' }), []);
      },
    },
    {
      name: 'a job is found by its content in every state, and no longer once it is removed',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const keyless = { scope: 's', key: null, fingerprint: '1:abc' };
        const [failing, staying] = [
          await scene.accept({}, keyless),
          await scene.accept({}, keyless),
        ];
        const ended = await scene.bring(failing, 'failed');
        deepStrictEqual(await bundle.reader.findByContent({ ...keyless, limit: 9 }), [
          staying.id,
          ended.id,
        ]);
        await bundle.jobs.removeFinished({
          finishedBefore: scene.later(1),
          limit: 9,
          now: scene.now,
        });
        deepStrictEqual(await bundle.reader.findByContent({ ...keyless, limit: 9 }), [staying.id]);
      },
    },
  ],
};
