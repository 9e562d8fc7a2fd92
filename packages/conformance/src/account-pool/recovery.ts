import { deepStrictEqual, equal } from 'node:assert/strict';
import type {
  Account,
  AccountCondition,
  AccountPenalty,
  AccountProbe,
  AccountSettings,
} from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Changes of an account by an operator or a probe, and the conditions they clear. */
export const recoveryLaws: LawGroup<StorageContext> = {
  name: 'account-pool.recovery',
  laws: [
    {
      name: 'a new secret clears a lost login, and nothing else does among the settings',
      holds: async ({ bundle }) => {
        const scene = await penalised(bundle, { kind: 'login-lost' });
        equal(
          await afterEdit(scene, { enabled: true, credits: 100, concurrency: 5 }),
          'login_required',
        );
        equal(await afterEdit(scene, { sealedSecret: 'sealed' }), 'ready');
      },
    },
    {
      name: 'stated credits above 0 clear exhaustion, 0 and other settings do not',
      holds: async ({ bundle }) => {
        const scene = await penalised(bundle, { kind: 'exhausted' });
        equal(await afterEdit(scene, { sealedSecret: 'sealed' }), 'exhausted');
        equal(await afterEdit(scene, { credits: 0 }), 'exhausted');
        equal(await afterEdit(scene, { credits: 1 }), 'ready');
      },
    },
    {
      name: 'a cooling account goes on cooling whatever is edited',
      holds: async ({ bundle }) => {
        const scene = await penalised(bundle, { kind: 'cooling', until: 2_000_000_000_000 });
        equal(await afterEdit(scene, { sealedSecret: 'sealed', credits: 100 }), 'cooling');
      },
    },
    {
      name: 'the last error is that of the newest failure, until a success or a new secret',
      holds: async ({ bundle }) => {
        const scene = await penalised(bundle, { kind: 'exhausted', detail: '1102: no credits' });
        const lastError = async () => (await bundle.accounts.find('account-1'))?.account.lastError;
        equal(await lastError(), '1102: no credits');
        await probe(scene, { kind: 'unreadable', detail: 'away' });
        await probe(scene, { kind: 'ready', credits: null });
        equal(await lastError(), '1102: no credits');
        await probe(scene, { kind: 'login-required', detail: '401\n1002' });
        equal(await lastError(), '401\n1002');
        await afterEdit(scene, { sealedSecret: 'sealed' });
        equal(await lastError(), null);
        await probe(scene, { kind: 'unreadable', detail: 'away' });
        equal(await lastError(), 'away');
        await penalise(scene, { kind: 'login-lost', detail: 'lost' });
        equal(await lastError(), 'lost');
        await probe(scene, { kind: 'ready', credits: 5 });
        equal(await lastError(), null);
      },
    },
    {
      name: "a stated balance is the operator's word, until it is given back",
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 100 });
        await probe(scene, { kind: 'ready', credits: 7 });
        deepStrictEqual(await balance(scene), { credits: 100, creditsSource: 'operator' });
        await bundle.accounts.edit({
          id: 'account-1',
          settings: { credits: null },
          now: scene.later(1),
        });
        equal((await balance(scene)).creditsSource, 'upstream');
        await probe(scene, { kind: 'ready', credits: 7 });
        deepStrictEqual(await balance(scene), { credits: 7, creditsSource: 'upstream' });
      },
    },
    {
      name: 'a ready probe sets balance and instant, also of an upstream that counts none; an unreadable one leaves both',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: null });
        await probe(scene, { kind: 'ready', credits: 50 });
        const read = (await bundle.accounts.find('account-1'))?.account;
        deepStrictEqual([read?.credits, read?.creditsCheckedAt], [50, scene.now]);
        await probe(scene, { kind: 'unreadable' });
        deepStrictEqual((await bundle.accounts.find('account-1'))?.account, read);
        await probe(scene, { kind: 'ready', credits: null });
        const uncounted = (await bundle.accounts.find('account-1'))?.account;
        deepStrictEqual([uncounted?.credits, uncounted?.creditsCheckedAt], [null, scene.now]);
      },
    },
    {
      name: 'a balance of 0 is a balance',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: 0 });
        deepStrictEqual(await balance(scene), { credits: 0, creditsSource: 'operator' });
        await scene.account('account-2', { credits: null });
        await probe(scene, { kind: 'ready', credits: 0 }, 'account-2');
        deepStrictEqual(await balance(scene, 'account-2'), {
          credits: 0,
          creditsSource: 'upstream',
        });
      },
    },
    {
      name: 'a ready probe clears a lost login, and exhaustion only with credits above 0',
      holds: async ({ bundle }) => {
        const lost = await penalised(bundle, { kind: 'login-lost' });
        equal(await afterProbe(lost, { kind: 'unreadable' }), 'login_required');
        equal(await afterProbe(lost, { kind: 'ready', credits: 0 }), 'ready');
        await penalise(lost, { kind: 'exhausted' });
        equal(await afterProbe(lost, { kind: 'ready', credits: null }), 'exhausted');
        equal(await afterProbe(lost, { kind: 'ready', credits: 0 }), 'exhausted');
        equal(await afterProbe(lost, { kind: 'ready', credits: 3 }), 'ready');
      },
    },
    {
      name: '[providers.port.tested] an exhausted account of an unknown balance takes work again after an operator’s test, and after no other look',
      holds: async ({ bundle }) => {
        const scene = await penalised(bundle, { kind: 'exhausted' });
        equal(await afterProbe(scene, { kind: 'ready', credits: null }), 'exhausted');
        equal(await afterProbe(scene, { kind: 'ready', credits: 0, isTest: true }), 'exhausted');
        equal(await afterProbe(scene, { kind: 'ready', credits: null, isTest: true }), 'ready');
      },
    },
    {
      name: '[pool.untested] an account that awaits its test has passed it when its provider accepts its login, or an operator says so',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const awaits = async (id: string): Promise<boolean | undefined> =>
          (await bundle.accounts.find(id))?.account.awaitsTest;
        await scene.account('account-2');
        await scene.account('account-1', { awaitsTest: true });
        deepStrictEqual([await awaits('account-1'), await awaits('account-2')], [true, false]);
        await probe(scene, { kind: 'unreadable' });
        await probe(scene, { kind: 'login-required' });
        await afterEdit(scene, { sealedSecret: 'sealed', enabled: true, credits: 5 });
        await probe(scene, { kind: 'ready', credits: null, isAssumed: true, isTest: true });
        equal(await awaits('account-1'), true);
        equal(await afterProbe(scene, { kind: 'ready', credits: null }), 'ready');
        equal(await awaits('account-1'), false);
        await afterEdit(scene, { awaitsTest: true });
        await afterEdit(scene, { awaitsTest: false });
        equal(await awaits('account-1'), false);
      },
    },
    {
      name: 'a probe that finds no login takes the account out',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        equal(await afterProbe(scene, { kind: 'login-required' }), 'login_required');
      },
    },
    {
      name: 'a probe asked before the last one noted is ignored, and so is one of an unknown account',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: null });
        await probe(scene, { kind: 'ready', credits: 50 });
        const askedAt = scene.now - 1;
        for (const late of [{ kind: 'ready', credits: 99 }, { kind: 'login-required' }] as const) {
          await bundle.accounts.recordProbe({
            id: 'account-1',
            probe: late,
            askedAt,
            movedCredits: 0,
            now: scene.later(10),
          });
        }
        const account = (await bundle.accounts.find('account-1'))?.account;
        deepStrictEqual([account?.credits, account?.condition], [50, 'ready']);
        await bundle.accounts.recordProbe({
          id: 'none',
          probe: { kind: 'ready', credits: 1 },
          askedAt,
          movedCredits: 0,
          now: scene.now,
        });
        equal((await bundle.accounts.loads()).length, 1);
      },
    },
    {
      name: '[clocks.accounts.set-back] a probe is noted although the last one was noted by a clock that was set back since',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { credits: null });
        await probe(scene, { kind: 'login-required' });
        scene.later(-3_600_000);
        equal(await afterProbe(scene, { kind: 'ready', credits: 5 }), 'ready');
        equal(await afterProbe(scene, { kind: 'login-required' }), 'login_required');
      },
    },
  ],
};

async function penalised(
  bundle: StorageContext['bundle'],
  penalty: AccountPenalty,
): Promise<Scene> {
  const scene = new Scene(bundle);
  await scene.account('account-1', { credits: null });
  await penalise(scene, penalty);
  return scene;
}

async function penalise(scene: Scene, penalty: AccountPenalty): Promise<void> {
  const job = await scene.acceptIn('submitted', { cost: 0 });
  const effect = { kind: 'penalise', accountId: 'account-1', penalty } as const;
  await scene.step(job, (from, now) => ({ ...progress(from, now), effects: [effect] }));
}

async function afterEdit(
  scene: Scene,
  settings: AccountSettings,
): Promise<AccountCondition | undefined> {
  await scene.bundle.accounts.edit({ id: 'account-1', settings, now: scene.later(1) });
  return (await scene.bundle.accounts.find('account-1'))?.account.condition;
}

async function afterProbe(scene: Scene, what: AccountProbe): Promise<AccountCondition | undefined> {
  await probe(scene, what);
  return (await scene.bundle.accounts.find('account-1'))?.account.condition;
}

async function probe(scene: Scene, what: AccountProbe, id = 'account-1'): Promise<void> {
  const now = scene.later(1);
  const { accounts } = scene.bundle;
  const movedCredits = (await accounts.find(id))?.movedCredits ?? 0;
  await accounts.recordProbe({ id, probe: what, askedAt: now, movedCredits, now });
}

async function balance({ bundle }: Scene, id = 'account-1'): Promise<Partial<Account>> {
  const account = (await bundle.accounts.find(id))?.account;
  return account === undefined
    ? {}
    : { credits: account.credits, creditsSource: account.creditsSource };
}
