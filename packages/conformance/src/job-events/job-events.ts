import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Job } from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { createInbox } from '../law/inbox.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Changes of jobs as they are committed: a hint, never the record. */
export const jobEventLaws: LawGroup<StorageContext> = {
  name: 'job-events.changes',
  laws: [
    {
      name: 'a subscriber is told of each committed change of its job, in commit order, with the job as saved',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.accept();
        const inbox = createInbox<Job>(patienceMs);
        bundle.events.subscribe(job.id, inbox.deliver);
        const last = await scene.bring(job, 'completed');
        await inbox.until((jobs) => jobs.at(-1)?.version === last.version);
        deepStrictEqual(inbox.received.at(-1), last);
        deepStrictEqual(
          inbox.received.map(({ state }) => state),
          ['prepared', 'dispatching', 'submitted', 'polling', 'storing', 'completed'],
        );
      },
    },
    {
      name: 'a subscriber to one job hears of that job only, a subscriber to all hears of every job',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const mine = await scene.acceptIn('submitted');
        const other = await scene.acceptIn('submitted');
        const ofMine = createInbox<Job>(patienceMs);
        const ofAll = createInbox<Job>(patienceMs);
        bundle.events.subscribe(mine.id, ofMine.deliver);
        bundle.events.subscribeAll(ofAll.deliver);
        await scene.step(other, progress);
        await scene.step(mine, progress);
        await ofAll.until((jobs) => jobs.length === 2);
        deepStrictEqual(
          ofAll.received.map(({ id }) => id),
          [other.id, mine.id],
        );
        await ofMine.until((jobs) => jobs.length > 0);
        deepStrictEqual(
          ofMine.received.map(({ id }) => id),
          [mine.id],
        );
      },
    },
    {
      name: 'an accepted job is announced to subscribers to all jobs',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        const inbox = createInbox<Job>(patienceMs);
        bundle.events.subscribeAll(inbox.deliver);
        const job = await scene.accept();
        await inbox.until((jobs) => jobs.length > 0);
        deepStrictEqual(inbox.received, [job]);
      },
    },
    {
      name: 'what was announced is what a read finds: the change is committed before any listener hears of it',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const inbox = createInbox<Job | undefined>(patienceMs);
        bundle.events.subscribe(job.id, () => void bundle.reader.find(job.id).then(inbox.deliver));
        const changed = await scene.step(job, progress);
        await inbox.until((jobs) => jobs.length > 0);
        deepStrictEqual(inbox.received[0], changed);
      },
    },
    {
      name: 'what changed nothing is not announced',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const inbox = createInbox<Job>(patienceMs);
        bundle.events.subscribeAll(inbox.deliver);
        await scene.tryStep({ ...job, version: job.version - 1 }, progress);
        const idempotency = { scope: 's', key: 'k', fingerprint: '1:a' };
        const keyed = await scene.accept({}, idempotency);
        const replay = { job: scene.make.newJob(), idempotency, queueLimit: 100, now: scene.now };
        await bundle.jobs.acceptJob(replay);
        const changed = await scene.step(job, progress);
        await inbox.until((jobs) => jobs.at(-1)?.version === changed.version);
        deepStrictEqual(
          inbox.received.map(({ id, version }) => [id, version]),
          [
            [keyed.id, keyed.version],
            [changed.id, changed.version],
          ],
        );
      },
    },
    {
      name: 'after unsubscribing nothing comes any more, and the others still hear',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const [gone, stays] = [createInbox<Job>(patienceMs), createInbox<Job>(patienceMs)];
        const ends = [
          bundle.events.subscribe(job.id, gone.deliver),
          bundle.events.subscribeAll(gone.deliver),
        ];
        bundle.events.subscribe(job.id, stays.deliver);
        for (const end of ends) end();
        for (const end of ends) end();
        await scene.step(job, progress);
        await stays.until((jobs) => jobs.length === 1);
        equal(gone.received.length, 0);
      },
    },
    {
      name: 'a change made on one connection is announced on every other',
      holds: async ({ bundle, connections, patienceMs }) => {
        const [one = bundle, other = bundle] = await connections(2);
        const scene = new Scene(one);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        const inbox = createInbox<Job>(patienceMs);
        other.events.subscribe(job.id, inbox.deliver);
        const changed = await scene.step(job, progress);
        // Another connection may receive changes from just before it started listening, but still in order.
        await inbox.until((jobs) => jobs.some(({ version }) => version === changed.version));
        deepStrictEqual(inbox.received.at(-1), changed);
        const versions = inbox.received.map(({ version }) => version);
        deepStrictEqual(
          versions,
          [...new Set(versions)].toSorted((a, b) => a - b),
        );
      },
    },
  ],
};
