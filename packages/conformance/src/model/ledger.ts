import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Job, StorageBundle } from '@filmgate/core';
import { query } from '../job-reader/listing.ts';
import { moneyOf, type StepMaker } from '../job/job-step.ts';
import {
  complete,
  fail,
  finish,
  loseOutcome,
  progress,
  resolveCharged,
} from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { prepareOn, receive, refuse } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

const limit = 30;
const concurrency = 3;
const prepare = prepareOn('account-1');

/** Possible lives of a job, as far as money is concerned. */
const lives: readonly (readonly StepMaker[])[] = [
  [prepare, receive, progress, finish, complete],
  [prepare, receive, progress, fail],
  [prepare, loseOutcome, receive, finish, complete],
  [prepare, loseOutcome, resolveCharged],
  [prepare, loseOutcome, fail],
  [prepare, refuse, prepare, receive, finish, complete],
  [prepare, loseOutcome],
];

/** Money and slots add up however the acts of many jobs interleave (I4, I10). */
export const ledgerLaws: LawGroup<StorageContext> = {
  name: 'job-store.ledger',
  laws: [
    {
      name: '[invariants.i4-ledger-balanced] settled + reserved + held never pass the limit, busy never the concurrency, and each reservation closes once',
      timeoutMs: 120_000,
      holds: async ({ open, histories }) => {
        const jobs = fc.array(
          fc.record({
            life: fc.nat({ max: lives.length - 1 }),
            cost: fc.integer({ min: 1, max: 9 }),
          }),
          {
            minLength: 4,
            maxLength: 12,
          },
        );
        const property = fc.asyncProperty(fc.scheduler(), jobs, async (scheduler, wishes) => {
          const harness = await open();
          try {
            const scene = new Scene(harness.bundle);
            await scene.account('account-1', { concurrency });
            const owner = await scene.user('u1', limit);
            const turn = () => scheduler.schedule(Promise.resolve());
            const all = wishes.map(({ life, cost }) =>
              live({ scene, owner, cost, life: lives[life] ?? [], turn }),
            );
            await scheduler.waitFor(Promise.all(all));
            await addsUp(harness.bundle, owner);
          } finally {
            await harness.dispose();
          }
        });
        await fc.assert(property, { ...histories });
      },
    },
  ],
};

interface Life {
  readonly scene: Scene;
  readonly owner: string;
  readonly cost: number;
  readonly life: readonly StepMaker[];
  /** Resolves when it is this job's turn to act. */
  readonly turn: () => Promise<void>;
}

async function live({ scene, owner, cost, life, turn }: Life): Promise<void> {
  const { bundle } = scene;
  const made = scene.make.newJob({ owner, cost, now: scene.now });
  await turn();
  const accepted = await bundle.jobs.acceptJob({
    job: made,
    idempotency: null,
    queueLimit: 100,
    now: scene.now,
  });
  await withinBounds(bundle, owner);
  if (accepted.kind !== 'accepted') return;
  let job: Job = accepted.job;
  for (const step of life) {
    await turn();
    const outcome = await scene.tryStep(job, step);
    await withinBounds(bundle, owner);
    if (outcome.kind !== 'committed') return;
    job = outcome.job;
  }
}

async function withinBounds({ apiUsers, accounts }: StorageBundle, owner: string): Promise<void> {
  const { used, reserved, held } = await apiUsers.usage(owner);
  ok(
    used + reserved + held <= limit,
    `${used} + ${reserved} + ${held} passed the limit of ${limit}`,
  );
  const busy = (await accounts.find('account-1'))?.busy ?? 0;
  ok(busy <= concurrency, `${busy} slots are taken of ${concurrency}`);
}

async function addsUp({ reader, apiUsers, accounts }: StorageBundle, owner: string): Promise<void> {
  const page = await reader.list(query({ owner, limit: 1_000 }));
  const jobs = page.kind === 'page' ? page.jobs : [];
  const sum = (quota: Job['quota']) =>
    jobs.filter((job) => job.quota === quota).reduce((total, { price }) => total + price, 0);
  const usage = { used: sum('settled'), reserved: sum('reserved'), held: sum('held'), limit };
  deepStrictEqual(await apiUsers.usage(owner), usage);
  equal((await accounts.find('account-1'))?.busy, jobs.filter((job) => job.holdsSlot).length);
  for (const { id, quota } of jobs) {
    const moves = moneyOf(await reader.trail(id)).filter(({ ledger }) => ledger === 'quota');
    const closings = moves.filter(({ move }) => move === 'settle' || move === 'refund');
    equal(
      closings.length,
      quota === 'settled' || quota === 'released' ? 1 : 0,
      `${id} was closed ${closings.length} times`,
    );
  }
}
