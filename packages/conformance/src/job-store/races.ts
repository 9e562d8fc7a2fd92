import { deepStrictEqual, equal } from 'node:assert/strict';
import { leaseMs, Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { kindsOf, race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const racers = 40;
const roomy = 10_000;

/** Acceptance under concurrency: exactly one winner, over separate connections where the manifest allows them. */
export const acceptRaceLaws: LawGroup<StorageContext> = {
  name: 'job-store.accept-races',
  laws: [
    {
      name: '[invariants.i3-one-job-per-key] of equal creates exactly one is accepted, all others replay it',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const idempotency = { scope: 's', key: 'k', fingerprint: '1:a' };
        const outcomes = await race(await connections(4), racers, (way) =>
          way.jobs.acceptJob({
            job: scene.make.newJob(),
            idempotency,
            queueLimit: roomy,
            now: scene.now,
          }),
        );
        deepStrictEqual(kindsOf(outcomes), { accepted: 1, replayed: racers - 1 });
        const ids = new Set(
          outcomes.flatMap((outcome) => ('job' in outcome ? [outcome.job.id] : [])),
        );
        equal(ids.size, 1);
        equal((await bundle.reader.depth()).waiting, 1);
      },
    },
    {
      name: 'of creates with one id exactly one is accepted',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const { id } = scene.make.newJob();
        const outcomes = await race(await connections(4), racers, (way) =>
          way.jobs.acceptJob({
            job: scene.make.newJob({ id }),
            idempotency: null,
            queueLimit: roomy,
            now: scene.now,
          }),
        );
        deepStrictEqual(kindsOf(outcomes), { accepted: 1, 'id-taken': racers - 1 });
      },
    },
    {
      name: '[quota.never-over] of creates beyond the limit exactly as many are accepted as it pays for',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 7 * 8 + 7);
        const outcomes = await race(await connections(4), racers, (way) =>
          way.jobs.acceptJob({
            job: scene.make.newJob({ owner, cost: 8 }),
            idempotency: null,
            queueLimit: roomy,
            now: scene.now,
          }),
        );
        deepStrictEqual(kindsOf(outcomes), { accepted: 7, 'quota-exhausted': racers - 7 });
        equal((await bundle.apiUsers.usage(owner)).reserved, 56);
      },
    },
    {
      name: 'of creates beyond the waiting room exactly as many are accepted as fit',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const outcomes = await race(await connections(4), racers, (way) =>
          way.jobs.acceptJob({
            job: scene.make.newJob(),
            idempotency: null,
            queueLimit: 5,
            now: scene.now,
          }),
        );
        deepStrictEqual(kindsOf(outcomes), { accepted: 5, 'queue-full': racers - 5 });
      },
    },
  ],
};

/** Leases under concurrency. */
export const claimRaceLaws: LawGroup<StorageContext> = {
  name: 'job-store.claim-races',
  laws: [
    {
      name: 'no job is in two claims, and none is left behind',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const ids = [];
        for (let count = 0; count < 25; count += 1)
          ids.push((await scene.accept({ owner: `o${count % 3}` })).id);
        const claims = await race(await connections(4), racers, (way, index) =>
          way.jobs.claimDue(startClaim(scene, `runner-${index}`)),
        );
        deepStrictEqual(
          claims
            .flat()
            .map(({ job }) => job.id)
            .toSorted(),
          ids.toSorted(),
        );
      },
    },
    {
      name: 'of claims of a lease that ran out exactly one gets it, with an epoch of its own',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const former = await scene.claim(await scene.accept());
        scene.later(leaseMs);
        const claims = (
          await race(await connections(4), racers, (way, index) =>
            way.jobs.claimDue(startClaim(scene, `runner-${index}`)),
          )
        ).flat();
        deepStrictEqual(
          claims.map(({ epoch }) => epoch),
          [former.epoch + 1],
        );
      },
    },
    {
      name: 'a renewal and a takeover never both succeed',
      holds: async ({ bundle, connections }) => {
        const scene = new Scene(bundle);
        const [one = bundle, other = bundle] = await connections(2);
        for (let round = 0; round < 10; round += 1) {
          const job = await scene.accept();
          const claim = await scene.claim(job);
          scene.later(leaseMs);
          const [renewed, claims] = await Promise.all([
            one.jobs.renewLeases({
              claims: [claim],
              leaseUntil: scene.now + leaseMs,
              now: scene.now,
            }),
            other.jobs.claimDue(startClaim(scene, 'runner-b')),
          ]);
          const kept = renewed.lost.length === 0;
          const taken = claims.some((mine) => mine.job.id === job.id);
          equal(kept, !taken, 'one lease, two holders, or none');
          scene.later(leaseMs * 2);
          await scene.claimable('start');
        }
      },
    },
  ],
};

function startClaim({ now }: Scene, holder: string) {
  return {
    lane: 'start',
    families: ['*'],
    limit: 2,
    holder,
    leaseUntil: now + leaseMs,
    now,
  } as const;
}
