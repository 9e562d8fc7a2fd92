import type { AccountLoad, StorageBundle } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';
import { committing } from './committing.ts';
import { pool } from './pool.ts';

/** Wrong balances of accounts whose provider is queried. */
export const balanceFaults = faultsOf('account-pool', {
  'takes what is reserved off a balance read': pool((accounts) => ({
    recordProbe: async (input) => {
      const { id, probe } = input;
      const load = await accounts.find(id);
      const reserved = load?.reservedCredits ?? 0;
      const isRead = probe.kind === 'ready' && probe.credits !== null;
      const credits = isRead ? probe.credits - reserved : null;
      await accounts.recordProbe(isRead ? { ...input, probe: { ...probe, credits } } : input);
    },
  })),
  'forgets what was moved while the upstream was asked': pool((accounts) => ({
    recordProbe: async (input) => {
      const movedCredits = (await accounts.find(input.id))?.movedCredits ?? 0;
      await accounts.recordProbe({ ...input, movedCredits });
    },
  })),
  'counts nothing as paid that a balance shows': pool((accounts) => ({
    recordProbe: async (input) => {
      const { uncounted: _, ...probe } = { uncounted: 0, ...input.probe };
      await accounts.recordProbe({ ...input, probe });
    },
  })),
  'takes off a balance read all that was ever taken': pool((accounts) => ({
    recordProbe: async (input) => await accounts.recordProbe({ ...input, movedCredits: 0 }),
  })),
  'counts what is moved only on a known balance': (inner) => {
    const uncounted = new Map<string, number>();
    return replacing('accounts', ({ accounts }) => ({
      find: async (id) => {
        const load = await accounts.find(id);
        if (load?.account.credits === null) uncounted.set(id, load.movedCredits);
        const movedCredits = (load?.movedCredits ?? 0) - (uncounted.get(id) ?? 0);
        return load === undefined ? undefined : { ...load, movedCredits };
      },
      recordProbe: async (input) => {
        const load = await accounts.find(input.id);
        if (load?.account.credits === null) uncounted.set(input.id, load.movedCredits);
        const movedCredits = input.movedCredits + (uncounted.get(input.id) ?? 0);
        await accounts.recordProbe({ ...input, movedCredits });
      },
    }))(inner);
  },
  'takes the credits of an unknown outcome from whatever balance': settlingUnknown(
    ({ moved, cost }) => (moved === 0 ? -cost : 0),
  ),
  'never takes the credits of an unknown outcome': settlingUnknown(({ moved }) => moved),
});

/**
 * Shifts the balance once more when credits of an unknown outcome turn out taken; `moved` is the amount already taken
 * off it.
 */
function settlingUnknown(
  shift: (settled: { readonly moved: number; readonly cost: number }) => number,
) {
  return committing((inner) => async (input) => {
    const { from, effects, now } = input;
    const settles = effects.find((effect) => effect.kind === 'credit' && effect.move === 'settle');
    const id = settles?.kind === 'credit' && from.credit === 'held' ? settles.accountId : '';
    const before = await inner.accounts.find(id);
    const outcome = await inner.jobs.commit(input);
    const after = await inner.accounts.find(id);
    if (before === undefined || after === undefined) return outcome;
    const by = shift({ moved: after.movedCredits - before.movedCredits, cost: from.price });
    await shiftBalance(inner, after, { by, now });
    return outcome;
  });
}

async function shiftBalance(
  { accounts }: StorageBundle,
  { account, movedCredits }: AccountLoad,
  { by, now }: { readonly by: number; readonly now: number },
): Promise<void> {
  if (account.credits === null) return;
  const { id, creditsSource } = account;
  const credits = account.credits + by;
  const probe = { kind: 'ready', credits } as const;
  if (creditsSource === 'operator') await accounts.edit({ id, settings: { credits }, now });
  else await accounts.recordProbe({ id, probe, askedAt: now, movedCredits, now });
}
