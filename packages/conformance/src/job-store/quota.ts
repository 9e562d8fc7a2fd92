import { deepStrictEqual, equal } from 'node:assert/strict';
import type { AcceptJobOutcome, QuotaUsage, StorageBundle } from '@filmgate/core';
import { complete, finish, progress } from '../job/outcome-steps.ts';
import type { JobWish } from '../job/job-factory.ts';
import { changed, moneyOf } from '../job/job-step.ts';
import { receive } from '../job/submission-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind, refuses } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** The owner's money: settled + reserved + held ≤ limit always, each reservation closes exactly once (I4). */
export const quotaLaws: LawGroup<StorageContext> = {
  name: 'job-store.quota',
  laws: [
    {
      name: '[quota.never-over] a limit can be used up to the last credit and not beyond',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 16);
        await scene.accept({ owner, cost: 8 });
        ofKind(await tryAccept(scene, { owner, cost: 9 }), 'quota-exhausted');
        await scene.accept({ owner, cost: 8 });
        const outcome = await tryAccept(scene, { owner, cost: 1 });
        deepStrictEqual(ofKind(outcome, 'quota-exhausted').usage, usage(16, { reserved: 16 }));
      },
    },
    {
      name: 'a limit of 0 allows nothing, no limit allows everything',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        ofKind(
          await tryAccept(scene, { owner: await scene.user('none', 0), cost: 1 }),
          'quota-exhausted',
        );
        ofKind(
          await tryAccept(scene, { owner: await scene.user('all', null), cost: 1_000_000 }),
          'accepted',
        );
        ofKind(await tryAccept(scene, { owner: 'native', cost: 1_000_000 }), 'accepted');
      },
    },
    {
      name: '[quota.as-given] a quota told with a creation binds for any owner, however many race',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const user = await scene.user('u1', null);
        for (const owner of ['shop:anna', 'native', 'user:unknown', user]) {
          const racing = [1, 2, 3, 4, 5].map(() => tryAccept(scene, { owner, cost: 3 }, 10));
          const refused = (await Promise.all(racing)).filter(({ kind }) => kind !== 'accepted');
          const exhausted = { kind: 'quota-exhausted', usage: usage(10, { reserved: 9 }) };
          deepStrictEqual(refused, [exhausted, exhausted]);
          const tryOne = async (quota?: number) =>
            (await tryAccept(scene, { owner, cost: 1 }, quota)).kind;
          equal(await tryOne(10), 'accepted');
          equal(await tryOne(10), 'quota-exhausted');
          equal(await tryOne(11), 'accepted');
          equal(await tryOne(0), 'quota-exhausted');
          equal(await tryOne(), 'accepted');
        }
      },
    },
    {
      name: '[quota.as-given] of a stored limit and a quota told with a creation the lower binds',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 10);
        const lower = await tryAccept(scene, { owner, cost: 8 }, 7);
        equal(ofKind(lower, 'quota-exhausted').usage.limit, 7);
        const higher = await tryAccept(scene, { owner, cost: 11 }, 100);
        equal(ofKind(higher, 'quota-exhausted').usage.limit, 10);
        ofKind(await tryAccept(scene, { owner, cost: 10 }, null), 'accepted');
        equal((await bundle.apiUsers.usage(owner)).limit, 10);
      },
    },
    {
      name: '[quota.held] held credits count against the limit',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, 10);
        await scene.acceptIn('outcome_unknown', { owner, cost: 8 });
        const outcome = await tryAccept(scene, { owner, cost: 3 });
        deepStrictEqual(ofKind(outcome, 'quota-exhausted').usage, usage(10, { held: 8 }));
      },
    },
    {
      name: '[quota.settled] settled credits count against the limit',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, 10);
        await scene.acceptIn('completed', { owner, cost: 8 });
        const outcome = await tryAccept(scene, { owner, cost: 3 });
        deepStrictEqual(ofKind(outcome, 'quota-exhausted').usage, usage(10, { used: 8 }));
      },
    },
    {
      name: '[quota.refunded] refunded credits are free again',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, 10);
        await scene.acceptIn('failed', { owner, cost: 8 });
        deepStrictEqual(await bundle.apiUsers.usage(owner), usage(10));
        await scene.accept({ owner, cost: 10 });
      },
    },
    {
      name: 'what was held stays held while the work is found again, until the end closes it',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, 10);
        const unknown = await scene.acceptIn('outcome_unknown', { owner, cost: 8 });
        const found = await scene.step(unknown, receive);
        equal((await bundle.apiUsers.usage(owner)).held, 8);
        const storing = await scene.step(await scene.step(found, progress), finish);
        equal((await bundle.apiUsers.usage(owner)).held, 8);
        await scene.step(storing, complete);
        deepStrictEqual(await bundle.apiUsers.usage(owner), usage(10, { used: 8 }));
      },
    },
    {
      name: '[quota.lowered] a lowered limit stops new reservations and touches nothing else',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, 20);
        const job = await scene.accept({ owner, cost: 8 });
        await bundle.apiUsers.edit({ id: 'u1', totalLimit: 4, now: scene.now });
        ofKind(await tryAccept(scene, { owner, cost: 1 }), 'quota-exhausted');
        await scene.bring(job, 'completed');
        deepStrictEqual(await bundle.apiUsers.usage(owner), usage(4, { used: 8 }));
      },
    },
    {
      name: 'owners do not pay for each other',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const one = await scene.user('u1', 8);
        const other = await scene.user('u10', 8);
        await scene.accept({ owner: one, cost: 8 });
        await scene.accept({ owner: other, cost: 8 });
        equal((await bundle.apiUsers.usage(one)).reserved, 8);
        equal((await bundle.apiUsers.usage('native')).reserved, 0);
      },
    },
    {
      name: '[invariants.i4-ledger-balanced] money that is closed cannot be moved again: a fault, and nothing changes',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, 100);
        const completed = await scene.acceptIn('completed', { owner, cost: 8 });
        const failed = await scene.acceptIn('failed', { owner, cost: 5 });
        for (const job of [completed, failed]) {
          for (const [move, quota] of moves) {
            const step = () => ({
              next: changed(job, scene.now, { quota }),
              effects: [{ kind: 'quota', move, amount: job.price } as const],
            });
            await refuses(() => scene.tryStep(job, step), `${move} of ${job.quota} money`);
            deepStrictEqual(await bundle.reader.find(job.id), job);
          }
        }
        deepStrictEqual(await bundle.apiUsers.usage(owner), usage(100, { used: 8 }));
      },
    },
    {
      name: '[invariants.i4-ledger-balanced] usage is the sum of the money in the trails',
      holds: async ({ bundle }) => {
        const { scene, owner } = await accountAndUser(bundle, null);
        const jobs = [];
        for (const state of [
          'queued',
          'polling',
          'completed',
          'failed',
          'outcome_unknown',
        ] as const) {
          jobs.push(await scene.acceptIn(state, { owner, cost: jobs.length + 3 }));
        }
        const sums = { used: 0, reserved: 0, held: 0 };
        for (const { id } of jobs) {
          const moves = moneyOf(await bundle.reader.trail(id)).filter(
            ({ ledger }) => ledger === 'quota',
          );
          const last = moves.at(-1);
          if (last?.move === 'reserve') sums.reserved += last.amount;
          if (last?.move === 'hold') sums.held += last.amount;
          if (last?.move === 'settle') sums.used += last.amount;
        }
        deepStrictEqual(await bundle.apiUsers.usage(owner), { ...sums, limit: null });
        deepStrictEqual(sums, { used: 5, reserved: 3 + 4, held: 7 });
      },
    },
  ],
};

function usage(limit: number, sums: Partial<QuotaUsage> = {}): QuotaUsage {
  return { used: 0, reserved: 0, held: 0, ...sums, limit };
}

const moves = [
  ['settle', 'settled'],
  ['refund', 'released'],
  ['hold', 'held'],
] as const;

async function accountAndUser(
  bundle: StorageBundle,
  totalLimit: number | null,
): Promise<{ readonly scene: Scene; readonly owner: string }> {
  const scene = new Scene(bundle);
  await scene.account('account-1');
  return { scene, owner: await scene.user('u1', totalLimit) };
}

async function tryAccept(
  scene: Scene,
  wish: JobWish,
  quota?: number | null,
): Promise<AcceptJobOutcome> {
  const job = scene.make.newJob({ now: scene.now, ...wish });
  return await scene.bundle.jobs.acceptJob({
    job,
    idempotency: null,
    queueLimit: 10_000,
    ...(quota === undefined ? {} : { quota }),
    now: scene.now,
  });
}
