import { type Claim, isFinal, type StorageBundle, type TrailStep, trailStep } from '@filmgate/core';
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
  'keeps the lease of the holder when another caller decides': committing(({ jobs }) => {
    return async (input) =>
      await jobs.commit(input.claim === null ? { ...input, lease: 'keep' } : input);
  }),
  'ends the lease of the holder when another caller decides': watchingClaims(
    (newest, { jobs }) => ({
      commit: async (input) => {
        const outcome = await jobs.commit(input);
        const claim = newest.get(input.from.id);
        if (input.claim === null && outcome.kind === 'committed' && claim !== undefined) {
          await jobs.releaseClaim({ claim, dueAt: input.next.dueAt ?? input.now, now: input.now });
        }
        return outcome;
      },
    }),
  ),
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
  'tells the money of a step in another order': replacing('reader', ({ reader }) => ({
    trail: async (id) =>
      (await reader.trail(id)).map((step) => ({ ...step, money: step.money.toReversed() })),
  })),
  'forgets what a movement left': replacing('reader', ({ reader }) => ({
    trail: async (id) =>
      (await reader.trail(id)).map((step) => {
        const after = { reserved: 0, held: 0, settled: 0 };
        return { ...step, money: step.money.map((one) => ({ ...one, after })) };
      }),
  })),
  'tells each movement of money as a step of its own': replacing('reader', ({ reader }) => ({
    trail: async (id) =>
      (await reader.trail(id)).flatMap((step) => [
        ...step.money.map((one) => ({ at: step.at, what: 'money', detail: {}, money: [one] })),
        { ...step, money: [] },
      ]),
  })),
  'tells of money that moved without a story nothing': replacing('reader', ({ reader }) => ({
    trail: async (id) => (await reader.trail(id)).filter(({ what }) => what !== 'money'),
  })),
  'takes the last of two stories': committing(({ jobs }) => async (input) => {
    const last = input.effects.findLast(({ kind }) => kind === 'trail');
    const effects = input.effects.filter((effect) => effect.kind !== 'trail' || effect === last);
    return await jobs.commit({ ...input, effects });
  }),
  'tells of changes that were stale': (inner) => {
    const reported = new Map<string, TrailStep[]>();
    return replacing('reader', ({ reader }) => ({
      trail: async (id) => [...(await reader.trail(id)), ...(reported.get(id) ?? [])],
    }))(
      committing(({ jobs }) => async (input) => {
        const outcome = await jobs.commit(input);
        const step = trailStep(input.from, input.effects, input.now);
        const { id } = input.from;
        if (outcome.kind === 'stale' && step !== null)
          reported.set(id, [...(reported.get(id) ?? []), step]);
        return outcome;
      })(inner),
    );
  },
  'drops the claim when no slot is left': committing(({ jobs }) => async (input) => {
    const outcome = await jobs.commit(input);
    if (outcome.kind === 'slot-taken' && input.claim !== null) {
      await jobs.releaseClaim({ claim: input.claim, dueAt: input.now, now: input.now });
    }
    return outcome;
  }),
});
