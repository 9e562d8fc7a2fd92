import {
  type Claim,
  type CommitInput,
  type CommitOutcome,
  isFinal,
  type Job,
  type JobEffect,
  type StorageBundle,
} from '@filmgate/core';
import { bumped, faultsOf, gap, replacing } from './breaking.ts';

function committing(
  commit: (inner: StorageBundle) => (input: CommitInput) => Promise<CommitOutcome>,
) {
  return replacing('jobs', (inner) => ({ commit: commit(inner) }));
}

/** Saves over whatever is stored by now. */
async function overwrite(inner: StorageBundle, input: CommitInput): Promise<CommitOutcome> {
  const current = await inner.reader.find(input.from.id);
  if (current === undefined) return { kind: 'stale' };
  const next = { ...input.next, version: current.version + 1 };
  const open = current.quota === input.from.quota && current.credit === input.from.credit;
  const money = { quota: current.quota, credit: current.credit, holdsSlot: current.holdsSlot };
  const effects = open ? input.effects : [];
  return await inner.jobs.commit({
    ...input,
    from: current,
    next: open ? next : { ...next, ...money },
    effects,
  });
}

/** Remembers the newest claim of each job. */
function watchingClaims(
  use: (newest: ReadonlyMap<string, Claim>, inner: StorageBundle) => Partial<StorageBundle['jobs']>,
) {
  return replacing('jobs', (inner) => {
    const newest = new Map<string, Claim>();
    const { jobs } = inner;
    const changed = use(newest, inner);
    return {
      ...changed,
      claimDue: async (input) => {
        const claims = await jobs.claimDue(input);
        for (const claim of claims) newest.set(claim.job.id, claim);
        return claims;
      },
    };
  });
}

/** Wrong decisions. */
export const commitFaults = faultsOf('job-store', {
  'rounds instants to seconds': committing((inner) => async (input) => {
    const updatedAt = Math.floor(input.next.updatedAt / 1_000) * 1_000;
    return await inner.jobs.commit({ ...input, next: { ...input.next, updatedAt } });
  }),
  'saves over a newer version: the lost update': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    return outcome.kind === 'stale' && input.claim === null
      ? await overwrite(inner, input)
      : outcome;
  }),
  'takes a missing job for a fault': committing((inner) => async (input) => {
    if ((await inner.reader.find(input.from.id)) === undefined) throw new RangeError('no such job');
    return await inner.jobs.commit(input);
  }),
  'lets a claim decide that was given back': committing(
    (inner) => async (input) => await inner.jobs.commit({ ...input, claim: null }),
  ),
  'always gives the lease back': committing(
    (inner) => async (input) => await inner.jobs.commit({ ...input, lease: 'release' }),
  ),
  'never gives the lease back': committing(
    (inner) => async (input) => await inner.jobs.commit({ ...input, lease: 'keep' }),
  ),
  'ends the lease of the holder when somebody else decides': watchingClaims((newest, { jobs }) => ({
    commit: async (input) => {
      const outcome = await jobs.commit(input);
      const claim = newest.get(input.from.id);
      if (input.claim === null && outcome.kind === 'committed' && claim !== undefined) {
        await jobs.releaseClaim({ claim, dueAt: input.next.dueAt ?? input.now, now: input.now });
      }
      return outcome;
    },
  })),
  'claims final jobs whose lease was kept': replacing('jobs', ({ jobs }) => {
    const finals: Claim[] = [];
    return {
      commit: async (input) => {
        const outcome = await jobs.commit(input);
        const ended = outcome.kind === 'committed' && isFinal(outcome.job.state);
        if (ended && input.claim !== null) finals.push({ ...input.claim, job: outcome.job });
        return outcome;
      },
      claimDue: async (input) => [
        ...(await jobs.claimDue(input)),
        ...finals.filter(({ leaseUntil }) => input.lane === 'continue' && leaseUntil <= input.now),
      ],
    };
  }),
  'tells the money after everything else': replacing('reader', ({ reader }) => ({
    trail: async (id) => {
      const trail = await reader.trail(id);
      return [
        ...trail.filter(({ what }) => what !== 'money'),
        ...trail.filter(({ what }) => what === 'money'),
      ];
    },
  })),
  'drops the claim when no slot is left': committing(({ jobs }) => async (input) => {
    const outcome = await jobs.commit(input);
    if (outcome.kind === 'slot-taken' && input.claim !== null) {
      await jobs.releaseClaim({ claim: input.claim, dueAt: input.now, now: input.now });
    }
    return outcome;
  }),
});

/** Grants a slot the inner store refused, by changing the account for a moment. */
async function grantAnyway(
  inner: StorageBundle,
  input: CommitInput,
  change: { readonly enabled?: boolean; readonly concurrency?: number },
): Promise<CommitOutcome> {
  const take = input.effects.find((effect) => effect.kind === 'slot');
  const account =
    take === undefined ? undefined : (await inner.accounts.find(take.accountId))?.account;
  if (account === undefined || account.draining) return { kind: 'slot-taken' };
  const { id, enabled, concurrency } = account;
  await inner.accounts.edit({ id, settings: change, now: input.now });
  const outcome = await inner.jobs.commit(input);
  await inner.accounts.edit({ id, settings: { enabled, concurrency }, now: input.now });
  return outcome;
}

function accountTaken({ effects }: CommitInput): string | undefined {
  const take = effects.find((effect) => effect.kind === 'slot');
  return take?.move === 'take' ? take.accountId : undefined;
}

async function full({ accounts }: StorageBundle, id: string): Promise<boolean> {
  const load = await accounts.find(id);
  return load !== undefined && load.busy >= load.account.concurrency;
}

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
    (effect) => effect.kind === 'provider' && effect.evidence === 'unavailable',
  ),
  'never closes a circuit': withoutEffects(
    (effect) => effect.kind === 'provider' && effect.evidence === 'answered',
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
      await shiftBalance(inner, settled.accountId, { by: input.from.cost, now: input.now });
    }
    return outcome;
  }),
  'keeps credits that were given back': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const returned = input.effects.find(
      (effect) => effect.kind === 'credit' && effect.move === 'return',
    );
    if (outcome.kind === 'committed' && returned?.kind === 'credit') {
      await shiftBalance(inner, returned.accountId, { by: -input.from.cost, now: input.now });
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
      await shiftBalance(inner, outcome.job.accountId, { by: -outcome.job.cost, now: input.now });
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

/** Decisions that look first and act later. */
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

/** A job that was changed once more behind everybody's back. */
export async function changeBehind(
  inner: StorageBundle,
  job: Job | undefined,
  now: number,
): Promise<void> {
  if (job === undefined) return;
  await inner.jobs.commit({
    claim: null,
    from: job,
    next: bumped(job),
    effects: [],
    lease: 'release',
    now,
  });
}
