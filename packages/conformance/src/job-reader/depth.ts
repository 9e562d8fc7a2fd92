import { deepStrictEqual, equal } from 'node:assert/strict';
import { type Job, jobStates, type QueueDepth } from '@filmgate/core';
import { noJobs } from '../job/no-jobs.ts';
import { leaseMs, Scene } from '../job/scene.ts';
import { awaitConfiguration, refuse } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Counts for admission, and the instant the runner may sleep until. */
export const depthLaws: LawGroup<StorageContext> = {
  name: 'job-reader.depth',
  laws: [
    {
      name: 'every state is counted, the empty ones as 0',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        deepStrictEqual((await bundle.reader.depth()).byState, counts({}));
        for (const [index, state] of jobStates.entries()) {
          for (let count = 0; count <= index; count += 1) await scene.acceptIn(state);
        }
        const expected = Object.fromEntries(jobStates.map((state, index) => [state, index + 1]));
        deepStrictEqual((await bundle.reader.depth()).byState, counts(expected));
      },
    },
    {
      name: 'waiting counts queued and awaiting jobs; credits and families count queued ones only',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await scene.accept({ family: 'vidA', cost: 8 });
        await scene.accept({ family: 'vidA', cost: 5 });
        await scene.accept({ family: 'vidB', cost: 3 });
        await scene.accept({ family: 'vidC', cost: 99, state: 'awaiting_configuration' });
        await scene.acceptIn('prepared', { family: 'vidD', cost: 99 });
        deepStrictEqual(demand(await bundle.reader.depth()), {
          waiting: 4,
          waitingCredits: { vidA: 13, vidB: 3 },
          queuedByFamily: { vidA: 2, vidB: 1 },
        });
      },
    },
    {
      name: 'counts follow the jobs: into the queue, out of it, back into it, and away',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job: Job = await scene.acceptIn('dispatching', { family: 'vidA', cost: 8 });
        equal((await bundle.reader.depth()).waiting, 0);
        const queued = await scene.step(job, refuse);
        deepStrictEqual(demand(await bundle.reader.depth()).waitingCredits, { vidA: 8 });
        await scene.step(queued, awaitConfiguration);
        deepStrictEqual(demand(await bundle.reader.depth()), {
          waiting: 1,
          waitingCredits: {},
          queuedByFamily: {},
        });
        await scene.acceptIn('completed');
        await bundle.jobs.removeFinished({
          finishedBefore: scene.now + 1,
          limit: 10,
          now: scene.now,
        });
        deepStrictEqual(
          (await bundle.reader.depth()).byState,
          counts({ awaiting_configuration: 1 }),
        );
      },
    },
  ],
};

/** The instant at which the next claimable job falls due. */
export const nextDueLaws: LawGroup<StorageContext> = {
  name: 'job-reader.next-due',
  laws: [
    {
      name: 'it is the earliest due instant of all jobs not leased, past or future',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        equal(await bundle.reader.nextDueAt(), null);
        const late = await scene.accept({ dueAt: scene.now + 5_000 });
        equal(await bundle.reader.nextDueAt(), late.dueAt);
        const early = await scene.accept({ dueAt: scene.now - 5_000 });
        equal(await bundle.reader.nextDueAt(), early.dueAt);
      },
    },
    {
      name: 'jobs with nothing to do and final jobs are not waited for',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await scene.accept({ state: 'awaiting_configuration' });
        await scene.acceptIn('completed');
        await scene.acceptIn('failed');
        equal(await bundle.reader.nextDueAt(), null);
      },
    },
    {
      name: 'a leased job is claimable when its lease runs out, renewed or not',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const claim = await scene.claim(await scene.accept());
        equal(await bundle.reader.nextDueAt(), scene.now + leaseMs);
        await bundle.jobs.renewLeases({
          claims: [claim],
          leaseUntil: scene.now + 2 * leaseMs,
          now: scene.now,
        });
        equal(await bundle.reader.nextDueAt(), scene.now + 2 * leaseMs);
      },
    },
  ],
};

function counts(some: Partial<QueueDepth['byState']>): QueueDepth['byState'] {
  return { ...noJobs, ...some };
}

/** A family without waiting jobs may be absent or 0. */
function demand({ waiting, waitingCredits, queuedByFamily }: QueueDepth) {
  const present = (sums: { readonly [family: string]: number }) =>
    Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
  return {
    waiting,
    waitingCredits: present(waitingCredits),
    queuedByFamily: present(queuedByFamily),
  };
}
