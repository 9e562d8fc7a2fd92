import type { Account, AccountLoad, StorageBundle } from '@filmgate/core';
import { sharedManifest } from '../../support/memory-storage-harness.ts';
import { faultsOf, gap } from './breaking.ts';
import { pool } from './pool.ts';

/** Shows accounts differently from their true state. */
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

/** Resets the condition to `ready` after an edit or probe that must not. */
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
        const { concurrency = 0, families = [], ...rest } = input.settings;
        const slots = concurrency === 0 ? {} : { concurrency };
        const served = families.length === 0 ? {} : { families };
        return await accounts.edit({ ...input, settings: { ...rest, ...slots, ...served } });
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
  'takes another secret for a test': pool((accounts) => ({
    edit: async ({ settings, ...input }) => {
      const isReplaced = settings.sealedSecret !== undefined;
      return await accounts.edit({
        ...input,
        settings: { ...settings, ...(isReplaced && { awaitsTest: false }) },
      });
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
  'forgets why an account failed': showing((account) => ({ ...account, lastError: null })),
  'takes a balance of 0 for none': showing((account) => ({
    ...account,
    credits: account.credits === 0 ? null : account.credits,
  })),
  'clears exhaustion with any ready probe': pool((accounts, inner) => ({
    recordProbe: async (input) => {
      await accounts.recordProbe(input);
      const exhausted = (await accounts.find(input.id))?.account.condition === 'exhausted';
      if (input.probe.kind === 'ready' && exhausted) await clear(inner, input.id, input.now);
    },
  })),
  'takes an operator’s test for any look': pool((accounts) => ({
    recordProbe: async (input) => {
      const { probe } = input;
      const reported =
        probe.kind === 'ready' ? { kind: probe.kind, credits: probe.credits } : probe;
      await accounts.recordProbe({ ...input, probe: reported });
    },
  })),
  'overlooks a probe that finds no login': pool((accounts) => ({
    recordProbe: async (input) => {
      if (input.probe.kind !== 'login-required') await accounts.recordProbe(input);
    },
  })),
  'takes a probe for older by a clock that was set back since': pool((accounts) => {
    let newest = 0;
    return {
      recordProbe: async (input) => {
        if (input.askedAt < newest) return;
        newest = input.askedAt;
        await accounts.recordProbe(input);
      },
    };
  }),
  'lets an older probe have the last word': pool((accounts) => ({
    recordProbe: async (input) => await accounts.recordProbe({ ...input, askedAt: input.now }),
  })),
});
