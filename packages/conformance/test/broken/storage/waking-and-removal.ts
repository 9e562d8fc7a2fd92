import type { AccountLoad, StorageBundle } from '@filmgate/core';
import { allJobs, faultsOf, replacing } from './breaking.ts';
import { changeBehind } from './committing.ts';
import { pool } from './pool.ts';

/** Puts the jobs that wait for an operator to sleep again. */
async function unwake(inner: StorageBundle, now: number): Promise<void> {
  const claims = await inner.jobs.claimDue({
    lane: 'start',
    families: ['*'],
    limit: 100,
    holder: 'x',
    leaseUntil: now + 1,
    now,
  });
  for (const claim of claims) await inner.jobs.releaseClaim({ claim, dueAt: now + 1_000_000, now });
}

/** Wrong waking. */
export const wakingFaults = faultsOf('account-pool', {
  'wakes no job for a new account': pool((accounts, inner) => ({
    add: async (input) => {
      const outcome = await accounts.add(input);
      await unwake(inner, input.now);
      return outcome;
    },
  })),
  'wakes no job for an edit': pool((accounts, inner) => ({
    edit: async (input) => {
      const outcome = await accounts.edit(input);
      await unwake(inner, input.now);
      return outcome;
    },
  })),
  'wakes no job for a probe': pool((accounts, inner) => ({
    recordProbe: async (input) => {
      await accounts.recordProbe(input);
      await unwake(inner, input.now);
    },
  })),
  'overlooks a change of the pool that came between claim and decision': (inner) =>
    replacing('jobs', ({ jobs }) => ({
      commit: async (input) => {
        const outcome = await jobs.commit(input);
        if (input.next.state === 'awaiting_configuration') await unwake(inner, input.now);
        return outcome;
      },
    }))(inner),
  'makes a job due that is put to wait': replacing('jobs', ({ jobs }) => ({
    commit: async (input) => {
      const waits = input.next.state === 'awaiting_configuration';
      return await jobs.commit(
        waits ? { ...input, next: { ...input.next, dueAt: input.now } } : input,
      );
    },
  })),
  'counts waking as a change': pool((accounts, inner) => ({
    add: async (input) => {
      const outcome = await accounts.add(input);
      for (const job of await allJobs(inner, { states: ['awaiting_configuration'] }))
        await changeBehind(inner, job, input.now);
      return outcome;
    },
  })),
  'wakes every job': pool((accounts, inner) => ({
    add: async (input) => {
      const outcome = await accounts.add(input);
      for (const from of await allJobs(inner, { states: ['polling'] })) {
        const next = { ...from, version: from.version + 1, dueAt: input.now };
        await inner.jobs.commit({
          claim: null,
          from,
          next,
          effects: [],
          lease: 'release',
          now: input.now,
        });
      }
      return outcome;
    },
  })),
});

/** Wrong removal. */
export const removalFaults = faultsOf('account-pool', {
  'keeps the secret of a removed account': pool((accounts) => {
    const secrets = new Map<string, string>();
    return {
      add: async (input) => {
        if (input.settings.sealedSecret !== undefined)
          secrets.set(input.id, input.settings.sealedSecret);
        return await accounts.add(input);
      },
      sealedSecret: async (id) => (await accounts.sealedSecret(id)) ?? secrets.get(id),
    };
  }),
  'does not count what is in flight': pool((accounts) => ({
    remove: async (input) => {
      const outcome = await accounts.remove(input);
      return outcome.kind === 'draining' ? { kind: 'draining', inFlight: 0 } : outcome;
    },
  })),
  'never lets a drained account go': pool((accounts) => {
    const drained = new Map<string, AccountLoad>();
    return {
      remove: async (input) => {
        const outcome = await accounts.remove(input);
        const load = await accounts.find(input.id);
        if (outcome.kind === 'draining' && load !== undefined) drained.set(input.id, load);
        return outcome;
      },
      find: async (id) => (await accounts.find(id)) ?? drained.get(id),
    };
  }),
  'removes an account whose unknown job has no slot any more': pool((accounts, inner) => ({
    remove: async (input) => {
      const unknown = await allJobs(inner, { states: ['outcome_unknown'], accountId: input.id });
      const outcome = await accounts.remove(input);
      const holdNone = unknown.length > 0 && unknown.every(({ holdsSlot }) => !holdsSlot);
      return holdNone ? { kind: 'removed' } : outcome;
    },
  })),
  'removes an account whose job is unknown': pool((accounts, inner) => ({
    remove: async (input) => {
      const unknown = await allJobs(inner, { states: ['outcome_unknown'], accountId: input.id });
      const outcome = await accounts.remove(input);
      return unknown.length > 0 ? { kind: 'removed' } : outcome;
    },
  })),
});
