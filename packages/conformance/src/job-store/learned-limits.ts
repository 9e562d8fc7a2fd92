import { deepStrictEqual } from 'node:assert/strict';
import {
  type Account,
  type AccountProbe,
  type AccountSettings,
  type JobEffect,
  type LearnedLimit,
  learnedLimitKey,
  maxLearnedLimits,
} from '@filmgate/core';
import { complete, finish, progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { and, bounded, preparedBy, prepareOn, receive, withdraw } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import { ofKind } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const accountId = 'account-1';
const model = 'model-1';

/** Limits learned from refusals of an account are saved with the job, and end as the rules say. */
export const learnedLimitLaws: LawGroup<StorageContext> = {
  name: 'job-store.account-lessons',
  laws: [
    {
      name: '[providers.port.learnt-cap] jobs that hold a slot are counted by the model of their route',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId);
        deepStrictEqual(await busyByModel(scene), {});
        const first = await scene.step(await scene.accept(), preparedBy(accountId, model));
        await scene.step(await scene.accept(), preparedBy(accountId, model));
        const other = await scene.step(await scene.accept(), preparedBy(accountId, 'model-2'));
        deepStrictEqual(await busyByModel(scene), { [model]: 2, 'model-2': 1 });
        const taken = await scene.step(await scene.recordDispatch(first), receive);
        deepStrictEqual(await busyByModel(scene), { [model]: 2, 'model-2': 1 });
        await scene.step(other, withdraw);
        deepStrictEqual(await busyByModel(scene), { [model]: 2 });
        await scene.step(await scene.step(taken, finish), complete);
        deepStrictEqual((await bundle.accounts.loads())[0]?.busyByModel, { [model]: 1 });
        deepStrictEqual(await busyByModel(scene), { [model]: 1 });
      },
    },
    {
      name: '[providers.port.learnt-cap] a cap is no more than the jobs of its model that are left, and rests only where none is',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId);
        const jobs = [
          await scene.step(await scene.accept(), preparedBy(accountId, model)),
          await scene.step(await scene.accept(), preparedBy(accountId, model)),
          await scene.step(await scene.accept(), preparedBy(accountId, model)),
        ];
        const known: (readonly [number, number | null])[] = [];
        for (const job of jobs) {
          const learnedLimit = capped(scene.later(1), { cap: 9, restsUntil: 77 });
          await scene.step(job, and(withdraw, { kind: 'learn', accountId, learnedLimit }));
          const [cap] = await learned(scene);
          if (cap?.kind === 'cap') known.push([cap.cap, cap.restsUntil]);
        }
        deepStrictEqual(known, [
          [2, null],
          [1, null],
          [1, 77],
        ]);
      },
    },
    {
      name: '[providers.port.learnt-cap] a slot is taken within the bound of its model, and freely by a model without a bound',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId);
        const first = await scene.step(await scene.accept(), preparedBy(accountId, model));
        const within = (jobs: number) => bounded(preparedBy(accountId, model), { model, jobs });
        const waiting = await scene.accept();
        ofKind(await scene.tryStep(waiting, within(1)), 'slot-taken');
        await scene.step(waiting, within(2));
        const other = bounded(preparedBy(accountId, 'model-2'), { model: 'model-2', jobs: 1 });
        await scene.step(await scene.accept(), other);
        await scene.step(first, withdraw);
        await scene.step(await scene.accept(), within(2));
        const last = await scene.accept();
        ofKind(await scene.tryStep(last, within(2)), 'slot-taken');
        await scene.step(last, preparedBy(accountId, model));
      },
    },
    {
      name: '[providers.port.kept-away] a learned limit takes the place of what was known about the same, and stands beside all else',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { learn } = await learning(scene);
        const first = away(scene.now, 'vidA');
        const beside = away(scene.now, 'vidB');
        const probeJob = { kind: 'probe-job', at: scene.now, until: 9, streak: 2 } as const;
        for (const learnedLimit of [first, beside, probeJob]) await learn(learnedLimit);
        const again = { ...first, until: first.until + 7, streak: 1 };
        await learn(again);
        deepStrictEqual(await learned(scene), [again, beside, probeJob]);
        deepStrictEqual((await bundle.accounts.loads())[0]?.account.learned, await learned(scene));
      },
    },
    {
      name: '[providers.port.kept-away] an account knows so much at most, and forgets the oldest first',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { learn } = await learning(scene);
        const learnedLimits = Array.from({ length: maxLearnedLimits + 2 }, (_, index) =>
          away(scene.now + index, `family-${index}`),
        );
        for (const learnedLimit of learnedLimits.toReversed()) await learn(learnedLimit);
        const kept = learnedLimits.slice(2).map(learnedLimitKey).toSorted();
        // The last two that arrived are the oldest, and were dropped at once.
        deepStrictEqual((await learned(scene)).map(learnedLimitKey), kept);
      },
    },
    {
      name: '[providers.port.kept-away] a job that is taken ends that its family is kept away, and nothing else',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { learn, say } = await learning(scene);
        const [kept, ended] = [away(scene.now, 'vidA'), away(scene.now, 'vidB')];
        const cap = capped(scene.now, { cap: 3, restsUntil: null });
        for (const learnedLimit of [kept, ended, cap]) await learn(learnedLimit);
        const making = { family: 'vidB', model };
        await say({ kind: 'account-succeeded', accountId, making });
        deepStrictEqual(
          (await learned(scene)).map(learnedLimitKey),
          [kept, cap].map(learnedLimitKey),
        );
      },
    },
    {
      name: '[providers.port.canary] a job that is taken ends that an account is exhausted whose balance is not known, and of no other',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        for (const credits of [null, 100]) {
          const id = `account of ${credits ?? 'unknown'}`;
          await scene.account(id, { credits });
          const learnedLimit = { kind: 'probe-job', at: scene.now, until: 9, streak: 0 } as const;
          const { say } = await teacherOn(scene, id);
          await say({ kind: 'learn', accountId: id, learnedLimit });
          await say({ kind: 'penalise', accountId: id, penalty: { kind: 'exhausted' } });
          await say({ kind: 'account-succeeded', accountId: id, making: null });
          const account = (await bundle.accounts.find(id))?.account;
          const condition = credits === null ? 'ready' : 'exhausted';
          deepStrictEqual([account?.condition, account?.learned], [condition, []]);
        }
      },
    },
    {
      name: '[providers.port.canary] an exhausted account whose balance is not known has one slot',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account(accountId, { credits: null });
        const { say, end } = await teacherOn(scene, accountId);
        await say({ kind: 'penalise', accountId, penalty: { kind: 'exhausted' } });
        const waiting = await scene.accept();
        ofKind(await scene.tryStep(waiting, prepareOn(accountId)), 'slot-taken');
        await end();
        const probeJob = await scene.step(waiting, prepareOn(accountId));
        const second = await scene.accept();
        ofKind(await scene.tryStep(second, prepareOn(accountId)), 'slot-taken');
        await scene.step(probeJob, withdraw);
        await scene.step(second, prepareOn(accountId));
      },
    },
    {
      name: '[providers.port.learnt-forgotten] an operator’s test that succeeds and a new secret end all that was learned; other looks and settings end nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const { learn } = await learning(scene);
        const learnedLimit = away(scene.now, 'vidA');
        await learn(learnedLimit);
        await look(scene, { kind: 'ready', credits: 5 });
        await look(scene, { kind: 'unreadable' });
        await edit(scene, { concurrency: 50, credits: 60, enabled: true });
        deepStrictEqual(await learned(scene), [learnedLimit]);
        await look(scene, { kind: 'ready', credits: 5, isTest: true });
        deepStrictEqual(await learned(scene), []);
        await learn(learnedLimit);
        await edit(scene, { sealedSecret: 'sealed' });
        deepStrictEqual(await learned(scene), []);
      },
    },
  ],
};

function capped(
  at: number,
  { cap, restsUntil }: { cap: number; restsUntil: number | null },
): LearnedLimit {
  return { kind: 'cap', model, at, cap, restsUntil };
}

function away(at: number, family: string): Extract<LearnedLimit, { readonly kind: 'away' }> {
  return { kind: 'away', family, model, at, until: at + 600_000, streak: 0 };
}

/** A job in flight on an account, through which limits are saved one at a time. */
async function teacherOn(scene: Scene, id: string) {
  let job = await scene.bring(await scene.accept(), 'polling', id);
  return {
    say: async (effect: JobEffect): Promise<void> => {
      scene.later(1);
      job = await scene.step(job, (from, now) => ({ ...progress(from, now), effects: [effect] }));
    },
    end: async (): Promise<void> => {
      job = await scene.step(await scene.step(job, finish), complete);
    },
  };
}

/** An account, and a function that saves one learned limit at a time. */
async function learning(scene: Scene) {
  await scene.account(accountId);
  const { say } = await teacherOn(scene, accountId);
  const learn = (learnedLimit: LearnedLimit) => say({ kind: 'learn', accountId, learnedLimit });
  return { learn, say };
}

async function learned({ bundle }: Scene): Promise<Account['learned']> {
  return (await bundle.accounts.find(accountId))?.account.learned ?? [];
}

async function busyByModel({ bundle }: Scene): Promise<Readonly<Record<string, number>>> {
  return (await bundle.accounts.find(accountId))?.busyByModel ?? {};
}

async function look(scene: Scene, probe: AccountProbe): Promise<void> {
  const { bundle } = scene;
  const now = scene.later(1);
  const wish = { id: accountId, probe, askedAt: now, movedCredits: 0, now };
  await bundle.accounts.recordProbe(wish);
}

async function edit({ bundle, now }: Scene, settings: AccountSettings): Promise<void> {
  await bundle.accounts.edit({ id: accountId, settings, now });
}
