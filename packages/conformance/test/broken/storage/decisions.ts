import { type Claim, isFinal, type StorageBundle } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';
import { committing, overwrite } from './committing.ts';

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
