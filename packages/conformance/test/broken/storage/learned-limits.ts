import {
  type Account,
  type AccountSettings,
  isFinal,
  type JobEffect,
  type LearnedLimit,
  maxLearnedLimits,
} from '@filmgate/core';
import { allJobs, faultsOf, replacing } from './breaking.ts';
import { committing } from './committing.ts';
import { showing } from './loads.ts';

/** Shows learned limits differently from their true state. */
function teaching(show: (learned: Account['learned']) => readonly LearnedLimit[]) {
  return showing((load) => ({
    ...load,
    account: { ...load.account, learned: show(load.account.learned) },
  }));
}

function caps(change: (cap: Extract<LearnedLimit, { readonly kind: 'cap' }>) => LearnedLimit) {
  return teaching((learned) =>
    learned.map((learnedLimit) =>
      learnedLimit.kind === 'cap' ? change(learnedLimit) : learnedLimit,
    ),
  );
}

/** Replaces effects by different ones; undefined = none. */
function saying(say: (effect: JobEffect) => JobEffect | undefined) {
  return committing(
    (inner) => async (input) =>
      await inner.jobs.commit({
        ...input,
        effects: input.effects.flatMap((effect) => say(effect) ?? []),
      }),
  );
}

/** Changes an account after each of its successes. */
function afterSuccess(settings: (account: Account) => AccountSettings) {
  return committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const success = input.effects.find((effect) => effect.kind === 'account-succeeded');
    const id = success?.kind === 'account-succeeded' ? success.accountId : '';
    const account = (await inner.accounts.find(id))?.account;
    if (account !== undefined)
      await inner.accounts.edit({ id, settings: settings(account), now: input.now });
    return outcome;
  });
}

/** Wrong handling of learned limits. */
export const learnedLimitFaults = faultsOf('job-store', {
  'learns nothing from refusals': saying((effect) =>
    effect.kind === 'learn' ? undefined : effect,
  ),
  'counts no slots by model': showing((load) => ({ ...load, busyByModel: {} })),
  'counts the jobs of a model that gave their slot back': showing((load, jobs) => {
    const mine = jobs.filter(({ accountId }) => accountId === load.account.id);
    const models = mine.flatMap(({ route, spend }) => (spend === null ? [] : (route?.model ?? [])));
    const counted = Object.groupBy(models, (model) => model);
    const busyByModel = Object.fromEntries(
      Object.entries(counted).map(([model, all]) => [model, all?.length ?? 0]),
    );
    return { ...load, busyByModel };
  }),
  'bounds a model by one job more than are left': caps((cap) => ({ ...cap, cap: cap.cap + 1 })),
  'bounds a model by no job': caps((cap) => ({ ...cap, cap: cap.cap - 1 })),
  'lets a model rest that has jobs': caps((cap) => ({ ...cap, restsUntil: 77 })),
  'never lets a model rest': caps((cap) => ({ ...cap, restsUntil: null })),
  'heeds no bound of a model': saying((effect) => {
    if (effect.kind !== 'slot') return effect;
    const { within: _, ...slot } = effect;
    return slot;
  }),
  'counts the jobs of all models against the bound of one': committing((inner) => async (input) => {
    const take = input.effects.find((effect) => effect.kind === 'slot');
    const within = take?.kind === 'slot' ? take.within : undefined;
    const open = (await allJobs(inner)).filter(
      ({ holdsSlot, state }) => holdsSlot && !isFinal(state),
    );
    if (within !== undefined && open.length >= within.jobs) return { kind: 'slot-taken' };
    return await inner.jobs.commit(input);
  }),
  'gives an exhausted account all its slots': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const take = input.effects.find((effect) => effect.kind === 'slot');
    if (outcome.kind !== 'slot-taken' || take?.kind !== 'slot') return outcome;
    const account = (await inner.accounts.find(take.accountId))?.account;
    if (account?.condition !== 'exhausted') return outcome;
    const settings = { credits: 1_000_000 };
    await inner.accounts.edit({ id: take.accountId, settings, now: input.now });
    return await inner.jobs.commit(input);
  }),
  'lists what was learned the other way round': teaching((learned) => learned.toReversed()),
  'knows one thing less than it may': teaching((learned) => learned.slice(0, maxLearnedLimits - 1)),
  'keeps a family away that is made': saying((effect) =>
    effect.kind === 'account-succeeded' ? { ...effect, making: null } : effect,
  ),
  'forgets everything with a success': afterSuccess(() => ({ sealedSecret: 'new' })),
  'takes any account that succeeds for one that is not exhausted': afterSuccess(({ credits }) =>
    credits === null ? {} : { credits },
  ),
  'forgets what was learned with any look': replacing('accounts', ({ accounts }) => ({
    recordProbe: async (input) => {
      const { probe } = input;
      const reported = probe.kind === 'ready' ? { ...probe, isTest: true as const } : probe;
      await accounts.recordProbe({ ...input, probe: reported });
    },
  })),
  'keeps what was learned through a test': replacing('accounts', ({ accounts }) => ({
    recordProbe: async (input) => {
      const { probe } = input;
      const reported =
        probe.kind === 'ready' ? { kind: probe.kind, credits: probe.credits } : probe;
      await accounts.recordProbe({ ...input, probe: reported });
    },
  })),
  'keeps what was learned of a former secret': (inner) => {
    const kept = new Map<string, Account['learned']>();
    const shown = (account: Account): Account => ({
      ...account,
      learned: kept.get(account.id) ?? account.learned,
    });
    return replacing('accounts', ({ accounts }) => ({
      edit: async (input) => {
        const before = (await accounts.find(input.id))?.account.learned;
        if (input.settings.sealedSecret !== undefined && before !== undefined)
          kept.set(input.id, before);
        return await accounts.edit(input);
      },
      find: async (id) => {
        const load = await accounts.find(id);
        return load === undefined ? undefined : { ...load, account: shown(load.account) };
      },
    }))(inner);
  },
});
