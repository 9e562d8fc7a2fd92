import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { Claim, StorageBundle } from '@filmgate/core';
import { leaseMs, Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** A heavy owner cannot starve others. */
export const fairnessLaws: LawGroup<StorageContext> = {
  name: 'job-store.fairness',
  laws: [
    {
      name: 'one call serves owners in turn',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await acceptMany(scene, 'heavy', 10);
        await acceptMany(scene, 'light', 2);
        await acceptMany(scene, 'single', 1);
        const claims = await claim(bundle, scene, 5);
        deepStrictEqual(shares(claims), { heavy: 2, light: 2, single: 1 });
      },
    },
    {
      name: 'owners come in turn across calls too: each waits for at most one job of each other owner',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await acceptMany(scene, 'heavy', 30);
        equal((await claim(bundle, scene, 3)).length, 3);
        await acceptMany(scene, 'late', 4);
        await acceptMany(scene, 'later', 4);
        const claims: Claim[] = [];
        for (let call = 0; call < 12; call += 1) claims.push(...(await claim(bundle, scene, 1)));
        deepStrictEqual(shares(claims), { heavy: 4, late: 4, later: 4 });
        for (const owner of ['late', 'later']) {
          ok(
            claims.slice(0, 3).some(({ job }) => job.owner === owner),
            `${owner} had to wait for more than one job of each other owner`,
          );
        }
      },
    },
    {
      name: '[owner-limits.slots.fair] how many starts of others a job waits for does not grow with their backlog',
      holds: async ({ open }) => {
        const waits: number[] = [];
        for (const backlog of [3, 60]) {
          const harness = await open();
          try {
            waits.push(await startsBefore(harness.bundle, 'light', backlog));
          } finally {
            await harness.dispose();
          }
        }
        deepStrictEqual(waits, [1, 1]);
      },
    },
    {
      name: 'turns that no other owner needs are not wasted',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await acceptMany(scene, 'heavy', 10);
        await acceptMany(scene, 'single', 1);
        equal((await claim(bundle, scene, 8)).length, 8);
      },
    },
  ],
};

/** Number of starts that a heavy owner, who was there first, is given before the first one of another owner. */
async function startsBefore(
  bundle: StorageBundle,
  owner: string,
  backlog: number,
): Promise<number> {
  const scene = new Scene(bundle);
  await acceptMany(scene, 'heavy', backlog);
  await claim(bundle, scene, 1);
  await acceptMany(scene, 'heavy', backlog);
  await acceptMany(scene, owner, 1);
  for (let starts = 0; starts <= 2 * backlog; starts += 1) {
    const [next] = await claim(bundle, scene, 1);
    if (next?.job.owner === owner) return starts + 1;
  }
  return Number.POSITIVE_INFINITY;
}

async function acceptMany(scene: Scene, owner: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await scene.accept({ owner });
}

async function claim(
  bundle: StorageBundle,
  { now }: Scene,
  limit: number,
): Promise<readonly Claim[]> {
  return await bundle.jobs.claimDue({
    lane: 'start',
    families: ['*'],
    limit,
    holder: 'runner-a',
    leaseUntil: now + leaseMs,
    now,
  });
}

function shares(claims: readonly Claim[]): { readonly [owner: string]: number } {
  const counts: { [owner: string]: number } = {};
  for (const { job } of claims.toSorted((one, other) =>
    one.job.owner < other.job.owner ? -1 : 1,
  )) {
    counts[job.owner] = (counts[job.owner] ?? 0) + 1;
  }
  return counts;
}
