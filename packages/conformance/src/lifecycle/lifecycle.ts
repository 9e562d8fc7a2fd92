import { deepStrictEqual, equal, match, ok } from 'node:assert/strict';
import { StorageUnavailable } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import { query } from '../job-reader/listing.ts';
import { prepareOn } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind, refuses } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';
import { everyMethod } from './every-method.ts';

/** Opening and closing. */
export const lifecycleLaws: LawGroup<StorageContext> = {
  name: 'lifecycle.close',
  laws: [
    {
      name: 'an open store answers to its name',
      holds: async ({ bundle }) => {
        await bundle.ping();
        ok(bundle.manifest.name.length > 0, 'a store needs a name');
      },
    },
    {
      name: 'closing twice, or twice at once, is one closing',
      holds: async ({ bundle }) => {
        await Promise.all([bundle.close(), bundle.close()]);
        await bundle.close();
      },
    },
    {
      name: 'after closing every method throws StorageUnavailable',
      holds: async ({ bundle }) => {
        const calls = everyMethod(bundle);
        await bundle.close();
        for (const [name, call] of Object.entries(calls))
          await refuses(call, `${name} after closing`);
      },
    },
    {
      name: '[invariants.i2-accepted-survives] closing waits for the writes under way: each of them resolved, or refused with nothing applied',
      holds: async ({ bundle, harness }) => {
        const scene = new Scene(bundle);
        const writes = Array.from({ length: 10 }, () => {
          const job = scene.make.newJob();
          const input = { job, idempotency: null, queueLimit: 100, now: scene.now };
          const outcome = bundle.jobs.acceptJob(input).then(
            ({ kind }) => kind,
            (error: unknown) =>
              error instanceof StorageUnavailable && error.applied === 'no' ? 'refused' : error,
          );
          return { id: job.id, outcome };
        });
        await bundle.close();
        const again = await harness.reopen();
        for (const { id, outcome } of writes) {
          const said = await outcome;
          ok(
            said === 'accepted' || said === 'refused',
            `a write cut by closing said ${String(said)}`,
          );
          const stored = (await again.reader.find(id)) !== undefined;
          equal(stored, bundle.manifest.durable && said === 'accepted');
        }
      },
    },
  ],
};

/** Each property the manifest states is true; each one it denies is false. */
export const manifestLaws: LawGroup<StorageContext> = {
  name: 'lifecycle.manifest',
  laws: [
    {
      name: 'data outlives closing exactly where the manifest says so',
      holds: async ({ bundle, harness }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { sealedSecret: 'sealed' });
        const owner = await scene.user('u1', 100);
        const idempotency = { scope: owner, key: 'k', fingerprint: '1:a' };
        const job = await scene.bring(
          await scene.accept({ owner, cost: 8 }, idempotency),
          'dispatching',
        );
        const before = await snapshot(scene, job.id, owner);
        await bundle.close();
        const again = new Scene(await harness.reopen(), 2);
        deepStrictEqual(again.bundle.manifest, bundle.manifest);
        const after = await snapshot(again, job.id, owner);
        if (bundle.manifest.durable) deepStrictEqual(after, before);
        else equal(after.job, undefined);
      },
    },
    {
      name: '[invariants.i1-one-submission] dispatch records, epochs and order outlive closing where data does: nothing is sent twice after a restart',
      holds: async ({ bundle, harness }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const first = await scene.acceptIn('dispatching');
        const leased = await scene.accept();
        const claim = await scene.claim(leased);
        await bundle.close();
        const again = new Scene(await harness.reopen(), 2);
        if (!bundle.manifest.durable) {
          deepStrictEqual(await again.claimable('continue'), []);
          return;
        }
        again.now = claim.leaseUntil;
        const taken = await again.claim(leased);
        ok(taken.epoch > claim.epoch, `epoch ${taken.epoch} after epoch ${claim.epoch}`);
        ofKind(await again.tryStep(leased, prepareOn('account-1'), claim), 'stale');
        const held = await again.claim(first);
        const input = { ...again.dispatchInput(held), correlationId: 'after-restart' };
        ofKind(await again.bundle.jobs.recordDispatch(input), 'already-recorded');
        const last = await again.accept();
        const page = await again.bundle.reader.list(query({ order: 'oldest-first' }));
        deepStrictEqual(
          ofKind(page, 'page').jobs.map(({ id }) => id),
          [first.id, leased.id, last.id],
        );
      },
    },
    {
      name: 'a second opening is a second connection, or refused with a sentence, exactly as the manifest says',
      holds: async ({ bundle, harness }) => {
        const job = await new Scene(bundle).accept();
        const second = await harness.another().then(
          (opened) => opened,
          (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
        );
        if (bundle.manifest.processes === 'many') {
          if (second instanceof Error) throw second;
          deepStrictEqual(await second.reader.find(job.id), job);
        } else if (second instanceof Error) {
          match(second.message, /^\p{Lu}.*\s.*\s.*\.$/su, 'the refusal is no sentence');
        } else {
          ok(!bundle.manifest.durable, 'a second process was let in');
          equal(await second.reader.find(job.id), undefined);
          await second.close();
        }
        deepStrictEqual(await bundle.reader.find(job.id), job);
      },
    },
  ],
};

async function snapshot({ bundle }: Scene, jobId: string, owner: string) {
  return {
    job: await bundle.reader.find(jobId),
    keyed: await bundle.reader.findByKey({ scope: owner, key: 'k' }),
    trail: await bundle.reader.trail(jobId),
    dispatches: await bundle.reader.dispatches(jobId),
    loads: await bundle.accounts.loads(),
    secret: await bundle.accounts.sealedSecret('account-1'),
    usage: await bundle.apiUsers.usage(owner),
    depth: await bundle.reader.depth(),
  };
}
