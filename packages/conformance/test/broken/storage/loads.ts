import { type AccountLoad, isFinal, type Job, type StorageBundle } from '@filmgate/core';
import { allJobs, faultsOf, replacing } from './breaking.ts';

/** Shows the load of accounts differently from the true one. */
export function showing(
  show: (load: AccountLoad, jobs: readonly Job[], inner: StorageBundle) => AccountLoad,
) {
  return replacing('accounts', (inner) => ({
    find: async (id) => {
      const load = await inner.accounts.find(id);
      return load === undefined ? undefined : show(load, await allJobs(inner), inner);
    },
    loads: async () => {
      const jobs = await allJobs(inner);
      return (await inner.accounts.loads()).map((load) => show(load, jobs, inner));
    },
  }));
}

function sum(jobs: readonly Job[]): number {
  return jobs.reduce((total, { price }) => total + price, 0);
}

/** Wrong loads of accounts, as the laws about jobs see them. */
export const loadFaults = faultsOf('job-store', {
  'shows held credits as reserved': showing((load) => ({
    ...load,
    reservedCredits: load.reservedCredits + load.heldCredits,
    heldCredits: 0,
  })),
  'forgets what was taken for open jobs': showing((load) => ({ ...load, takenCredits: 0 })),
  'takes an unknown balance for 0': showing((load) => ({
    ...load,
    account: { ...load.account, credits: load.account.credits ?? 0 },
  })),
  'keeps the credits of a refused try reserved': showing((load, jobs) => ({
    ...load,
    reservedCredits:
      load.reservedCredits +
      sum(jobs.filter(({ refusedBy }) => refusedBy.includes(load.account.id))),
  })),
  'forgets which account money moved on': replacing('reader', ({ reader }) => ({
    trail: async (id) =>
      (await reader.trail(id)).map((step) => ({
        ...step,
        money: step.money.map((one) => {
          const { accountId: _, ...rest } = one;
          return rest;
        }),
      })),
  })),
  'counts an unknown job that gave its slot up': showing((load, jobs) => ({
    ...load,
    busy: jobs.filter(({ accountId, state }) => accountId === load.account.id && !isFinal(state))
      .length,
  })),
  'takes no slot for held by an unknown outcome': showing((load) => ({ ...load, busyUnknown: 0 })),
  'counts only the jobs the upstream has': showing((load, jobs) => ({
    ...load,
    busy: jobs.filter(
      (job) => job.accountId === load.account.id && job.holdsSlot && job.handle !== null,
    ).length,
  })),
  'never notes when an account was last used': showing((load) => ({
    ...load,
    account: { ...load.account, lastUsedAt: null },
  })),
  'opens a circuit for one account only': showing((load) => ({
    ...load,
    providerOpenUntil: load.account.id === 'account-1' ? load.providerOpenUntil : null,
  })),
  'ends a cooling by its own clock': (inner) => {
    let now = 0;
    return replacing('jobs', ({ jobs }) => ({
      acceptJob: async (input) => {
        now = input.now;
        return await jobs.acceptJob(input);
      },
    }))(
      showing((load) => {
        const { coolingUntil } = load.account;
        if (coolingUntil === null || coolingUntil > now) return load;
        return { ...load, account: { ...load.account, condition: 'ready', coolingUntil: null } };
      })(inner),
    );
  },
});
