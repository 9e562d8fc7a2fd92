import type { JobEffect, StorageBundle } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';
import { committing } from './committing.ts';
import { accountTaken, full, grantAnyway } from './granting.ts';

/** Wrong slots. */
export const slotFaults = faultsOf('job-store', {
  'grants a slot beyond the cap': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    return outcome.kind === 'slot-taken'
      ? await grantAnyway(inner, input, { concurrency: 1_000 })
      : outcome;
  }),
  'grants a slot of a disabled account': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    return outcome.kind === 'slot-taken'
      ? await grantAnyway(inner, input, { enabled: true })
      : outcome;
  }),
  'grants no slot of an account that cools': committing((inner) => async (input) => {
    const id = accountTaken(input);
    const account = id === undefined ? undefined : (await inner.accounts.find(id))?.account;
    return account?.condition === 'cooling'
      ? { kind: 'slot-taken' }
      : await inner.jobs.commit(input);
  }),
  'will not lower a concurrency below the jobs in flight': replacing(
    'accounts',
    ({ accounts }) => ({
      edit: async (input) => {
        const busy = (await accounts.find(input.id))?.busy ?? 0;
        const { concurrency } = input.settings;
        const settings =
          concurrency === undefined
            ? input.settings
            : { ...input.settings, concurrency: Math.max(busy, concurrency) };
        return await accounts.edit({ ...input, settings });
      },
    }),
  ),
  'looks at the slots before the version': committing((inner) => async (input) => {
    const id = accountTaken(input);
    return id !== undefined && (await full(inner, id))
      ? { kind: 'slot-taken' }
      : await inner.jobs.commit(input);
  }),
});

function withoutEffects(
  dropped: (effect: JobEffect) => boolean,
): (inner: StorageBundle) => StorageBundle {
  return committing(
    (inner) => async (input) =>
      await inner.jobs.commit({
        ...input,
        effects: input.effects.filter((effect) => !dropped(effect)),
      }),
  );
}

/** Wrong effects on accounts. */
export const effectFaults = faultsOf('job-store', {
  'does not take exhausted accounts out': withoutEffects(
    (effect) => effect.kind === 'penalise' && effect.penalty.kind === 'exhausted',
  ),
  'keeps an error streak through a success': withoutEffects(
    (effect) => effect.kind === 'account-succeeded',
  ),
  'never opens a circuit': withoutEffects(
    (effect) => effect.kind === 'endpoint' && effect.evidence === 'unavailable',
  ),
  'takes a lost response for no evidence': withoutEffects(
    (effect) => effect.kind === 'endpoint' && effect.evidence === 'doubtful',
  ),
  'takes a lost response for a refusal of the provider': committing((inner) => async (input) => {
    const effects = input.effects.map((effect) =>
      effect.kind === 'endpoint' && effect.evidence === 'doubtful'
        ? { ...effect, evidence: 'unavailable' as const }
        : effect,
    );
    return await inner.jobs.commit({ ...input, effects });
  }),
  'takes the word of one account for that of all': committing((inner) => async (input) => {
    const effects = input.effects.flatMap((effect) =>
      effect.kind === 'endpoint' && effect.evidence === 'unavailable'
        ? [effect, { ...effect, accountId: 'sibling' }]
        : [effect],
    );
    return await inner.jobs.commit({ ...input, effects });
  }),
  'learns nothing of a provider from looks at its accounts': replacing(
    'accounts',
    ({ accounts }) => ({
      recordProbe: async (input) => {
        if (input.probe.kind === 'unreadable') return;
        const { probe } = input;
        const reported = probe.kind === 'ready' ? { ...probe, isAssumed: true as const } : probe;
        await accounts.recordProbe({ ...input, probe: reported });
      },
    }),
  ),
  'believes a look that never was': replacing('accounts', ({ accounts }) => ({
    recordProbe: async (input) => {
      const { probe } = input;
      const reported =
        probe.kind === 'ready' ? { kind: probe.kind, credits: probe.credits } : probe;
      await accounts.recordProbe({ ...input, probe: reported });
    },
  })),
  'never closes a circuit': withoutEffects(
    (effect) => effect.kind === 'endpoint' && effect.evidence === 'answered',
  ),
  'gives the balance back when held credits were taken': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const settled = input.effects.find(
      (effect) => effect.kind === 'credit' && effect.move === 'settle',
    );
    if (
      outcome.kind === 'committed' &&
      settled?.kind === 'credit' &&
      input.from.credit === 'held'
    ) {
      await shiftBalance(inner, settled.accountId, { by: input.from.price, now: input.now });
    }
    return outcome;
  }),
  'keeps credits that were given back': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const returned = input.effects.find(
      (effect) => effect.kind === 'credit' && effect.move === 'return',
    );
    if (outcome.kind === 'committed' && returned?.kind === 'credit') {
      await shiftBalance(inner, returned.accountId, { by: -input.from.price, now: input.now });
    }
    return outcome;
  }),
  'takes the credits of a finished job a second time': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    if (
      outcome.kind === 'committed' &&
      outcome.job.state === 'completed' &&
      outcome.job.accountId !== null
    ) {
      await shiftBalance(inner, outcome.job.accountId, { by: -outcome.job.price, now: input.now });
    }
    return outcome;
  }),
});

async function shiftBalance(
  { accounts }: StorageBundle,
  id: string,
  { by, now }: { readonly by: number; readonly now: number },
): Promise<void> {
  const credits = (await accounts.find(id))?.account.credits ?? null;
  if (credits !== null) await accounts.edit({ id, settings: { credits: credits + by }, now });
}
