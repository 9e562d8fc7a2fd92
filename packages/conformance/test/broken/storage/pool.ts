import type { Account, AccountLoad, AccountPool, StorageBundle } from '@filmgate/core';
import { sharedManifest } from '../../support/memory-storage-harness.ts';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';
import { changeBehind } from './decisions.ts';

function pool(change: (accounts: AccountPool, inner: StorageBundle) => Partial<AccountPool>) {
  return replacing('accounts', (inner) => change(inner.accounts, inner));
}

/** Accounts shown otherwise than they are. */
function showing(show: (account: Account) => Account): (inner: StorageBundle) => StorageBundle {
  const shown = (load: AccountLoad): AccountLoad => ({ ...load, account: show(load.account) });
  return pool((accounts) => ({
    loads: async () => (await accounts.loads()).map(shown),
    find: async (id) => {
      const load = await accounts.find(id);
      return load === undefined ? undefined : shown(load);
    },
  }));
}

/** Changes the condition back to `ready` after an edit or probe that must not. */
async function clear({ accounts }: StorageBundle, id: string, now: number): Promise<void> {
  const condition = (await accounts.find(id))?.account.condition;
  if (condition === 'login_required')
    await accounts.edit({ id, settings: { sealedSecret: 'new' }, now });
  if (condition !== 'exhausted') return;
  const credits = (await accounts.find(id))?.account.credits ?? null;
  await accounts.edit({ id, settings: { credits: 1 }, now });
  await accounts.edit({ id, settings: { credits }, now });
}

/** Wrong configuration. */
export const configureFaults = [
  ...faultsOf('account-pool', {
    'gives a new account eight slots': pool((accounts) => ({
      add: async (input) =>
        await accounts.add({ ...input, settings: { concurrency: 8, ...input.settings } }),
    })),
    'takes a concurrency of 0 and an empty list for absent': pool((accounts) => ({
      edit: async (input) => {
        const { concurrency, families, ...rest } = input.settings;
        const given = {
          ...(concurrency ? { concurrency } : {}),
          ...(families?.length ? { families } : {}),
        };
        return await accounts.edit({ ...input, settings: { ...rest, ...given } });
      },
    })),
    'lets two accounts have one label': pool((accounts) => ({
      edit: async (input) => {
        const outcome = await accounts.edit(input);
        if (outcome.kind !== 'label-taken') return outcome;
        return await accounts.edit({
          ...input,
          settings: { ...input.settings, label: `${input.settings.label} ` },
        });
      },
    })),
    'takes an unknown account for a fault': pool((accounts) => ({
      edit: async (input) => {
        if ((await accounts.find(input.id)) === undefined) throw new RangeError('no such account');
        return await accounts.edit(input);
      },
    })),
    'lists accounts as they came': pool((accounts) => {
      const order: string[] = [];
      return {
        add: async (input) => {
          order.push(input.id);
          return await accounts.add(input);
        },
        loads: async () => {
          const loads = await accounts.loads();
          return loads.toSorted(
            (one, other) => order.indexOf(one.account.id) - order.indexOf(other.account.id),
          );
        },
      };
    }),
    'shows the sealed secret with the account': pool((accounts) => ({
      loads: async () => {
        const loads = await accounts.loads();
        return await Promise.all(
          loads.map(async (load) =>
            Object.assign({}, load, { sealed: await accounts.sealedSecret(load.account.id) }),
          ),
        );
      },
    })),
  }),
  ...faultsOf(
    'account-pool',
    {
      'looks a label up before it writes it': pool((accounts) => ({
        add: async (input) => {
          const { label } = input.settings;
          const taken = (await accounts.loads()).some(({ account }) => account.label === label);
          await gap();
          if (taken) return { kind: 'label-taken' };
          return await accounts.add({
            ...input,
            settings: { ...input.settings, label: `${label} of ${input.id}` },
          });
        },
      })),
    },
    sharedManifest,
  ),
];

/** Wrong recovery. */
export const recoveryFaults = faultsOf('account-pool', {
  'clears a lost login with any edit': pool((accounts, inner) => ({
    edit: async (input) => {
      const outcome = await accounts.edit(input);
      if ((await accounts.find(input.id))?.account.condition === 'login_required')
        await clear(inner, input.id, input.now);
      return outcome;
    },
  })),
  'clears exhaustion with 0 credits': pool((accounts, inner) => ({
    edit: async (input) => {
      const outcome = await accounts.edit(input);
      if (input.settings.credits === 0) await clear(inner, input.id, input.now);
      return outcome;
    },
  })),
  'ends a cooling with any edit': showing((account) =>
    account.condition === 'cooling' && account.hasSecret
      ? { ...account, condition: 'ready', coolingUntil: null }
      : account,
  ),
  'lets a probe overrule the operator': pool((accounts) => ({
    recordProbe: async (input) => {
      await accounts.edit({ id: input.id, settings: { credits: null }, now: input.now });
      await accounts.recordProbe(input);
    },
  })),
  'takes a probe without a balance for an unknown balance': pool((accounts) => ({
    recordProbe: async (input) => {
      await accounts.recordProbe(input);
      const operator = (await accounts.find(input.id))?.account.creditsSource === 'operator';
      if (input.probe.kind === 'ready' && input.probe.credits === null && !operator) {
        await accounts.edit({ id: input.id, settings: { credits: null }, now: input.now });
      }
    },
  })),
  'takes a balance of 0 for none': showing((account) => ({
    ...account,
    credits: account.credits || null,
  })),
  'clears exhaustion with any ready probe': pool((accounts, inner) => ({
    recordProbe: async (input) => {
      await accounts.recordProbe(input);
      const exhausted = (await accounts.find(input.id))?.account.condition === 'exhausted';
      if (input.probe.kind === 'ready' && exhausted) await clear(inner, input.id, input.now);
    },
  })),
  'overlooks a probe that finds no login': pool((accounts) => ({
    recordProbe: async (input) => {
      if (input.probe.kind !== 'login-required') await accounts.recordProbe(input);
    },
  })),
  'lets an older probe have the last word': pool((accounts) => ({
    recordProbe: async (input) => await accounts.recordProbe({ ...input, askedAt: input.now }),
  })),
});

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
  'wakes nobody for a new account': pool((accounts, inner) => ({
    add: async (input) => {
      const outcome = await accounts.add(input);
      await unwake(inner, input.now);
      return outcome;
    },
  })),
  'wakes nobody for an edit': pool((accounts, inner) => ({
    edit: async (input) => {
      const outcome = await accounts.edit(input);
      await unwake(inner, input.now);
      return outcome;
    },
  })),
  'wakes nobody for a probe': pool((accounts, inner) => ({
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
      return await jobs.commit(waits ? { ...input, next: { ...input.next, dueAt: input.now } } : input);
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
  'removes an account whose job is unknown': pool((accounts, inner) => ({
    remove: async (input) => {
      const unknown = await allJobs(inner, { states: ['outcome_unknown'], accountId: input.id });
      const outcome = await accounts.remove(input);
      return unknown.length > 0 ? { kind: 'removed' } : outcome;
    },
  })),
});
