import type { StorageBundle } from '@filmgate/core';
import { faultsOf, gap, replacing } from './breaking.ts';
import { committing, overwrite } from './committing.ts';
import { accountTaken, full, grantAnyway } from './granting.ts';

/** Decisions that check first and act later. */
export const decisionRaceFaults = faultsOf('job-store', {
  'compares the version before it writes': committing((inner) => async (input) => {
    const fits = (await inner.reader.find(input.from.id))?.version === input.from.version;
    await gap();
    return fits ? await overwrite(inner, input) : { kind: 'stale' };
  }),
  'counts the slots before it takes one': committing((inner) => async (input) => {
    const id = accountTaken(input);
    const free = id !== undefined && !(await full(inner, id));
    await gap();
    const outcome = await inner.jobs.commit(input);
    return outcome.kind === 'slot-taken' && free
      ? await grantAnyway(inner, input, { concurrency: 1_000 })
      : outcome;
  }),
  'leaves an account behind whose last job ended while it was removed': (inner) => {
    const ghosts = new Map<string, Awaited<ReturnType<StorageBundle['accounts']['find']>>>();
    return replacing('accounts', ({ accounts }) => ({
      remove: async (input) => {
        const before = await accounts.find(input.id);
        await gap();
        const outcome = await accounts.remove(input);
        if (before !== undefined && before.busy > 0 && outcome.kind !== 'draining')
          ghosts.set(input.id, before);
        return outcome;
      },
      find: async (id) => (await accounts.find(id)) ?? ghosts.get(id),
    }))(inner);
  },
});
