import {
  type Claim,
  type ClaimDueInput,
  type Job,
  setBackAfterMs,
  type StorageBundle,
} from '@filmgate/core';
import { allJobs, bumped, faultsOf, gap, replacing } from './breaking.ts';

function claiming(
  claim: (inner: StorageBundle) => (input: ClaimDueInput) => Promise<readonly Claim[]>,
) {
  return replacing('jobs', (inner) => ({ claimDue: claim(inner) }));
}

/** Claims everything, keeps the chosen claims, and returns the rest unchanged. */
function choosing(choose: (claims: readonly Claim[], input: ClaimDueInput) => readonly Claim[]) {
  return claiming((inner) => async (input) => {
    const claims = await inner.jobs.claimDue({ ...input, limit: 1_000_000 });
    const chosen = choose(claims, input);
    for (const claim of claims.filter((one) => !chosen.includes(one))) {
      await inner.jobs.releaseClaim({ claim, dueAt: claim.job.dueAt ?? input.now, now: input.now });
    }
    return chosen;
  });
}

const byAge = (one: Claim, other: Claim) => one.job.createdAt - other.job.createdAt;

function forgetfulTurns(
  claims: readonly Claim[],
  { limit, lane }: ClaimDueInput,
): readonly Claim[] {
  if (lane === 'continue') return claims.slice(0, limit);
  const ranks = new Map<string, number>();
  const ranked = claims.toSorted(byAge).map((claim) => {
    const rank = (ranks.get(claim.job.owner) ?? 0) + 1;
    ranks.set(claim.job.owner, rank);
    return { claim, rank };
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ claim }) => claim);
}

function fabricated(job: Job, { holder, leaseUntil }: ClaimDueInput): Claim {
  return { job, epoch: 1, holder, leaseUntil };
}

/** Wrong choices of jobs to claim. */
export const claimFaults = faultsOf('job-store', {
  'claims a job one ms late': claiming(
    (inner) => async (input) => await inner.jobs.claimDue({ ...input, now: input.now - 1 }),
  ),
  'claims a job one ms early': claiming(
    (inner) => async (input) => await inner.jobs.claimDue({ ...input, now: input.now + 1 }),
  ),
  'takes no due instant for due': claiming((inner) => async (input) => {
    const idle = (await allJobs(inner, { states: ['awaiting_configuration'] })).filter(
      ({ dueAt }) => dueAt === null,
    );
    const claims = await inner.jobs.claimDue(input);
    return input.lane === 'start'
      ? [...claims, ...idle.map((job) => fabricated(job, input))]
      : claims;
  }),
  'leaves awaiting_configuration to lane continue': choosing((claims) =>
    claims.filter(({ job }) => job.state !== 'awaiting_configuration'),
  ),
  'looks at no families': claiming(
    (inner) => async (input) => await inner.jobs.claimDue({ ...input, families: ['*'] }),
  ),
  'looks at no limit': claiming(
    (inner) => async (input) => await inner.jobs.claimDue({ ...input, limit: 1_000 }),
  ),
  'names itself as the holder': claiming((inner) => async (input) => {
    const claims = await inner.jobs.claimDue(input);
    return claims.map((claim) => ({ ...claim, holder: 'the store' }));
  }),
  'takes the job that is due latest': choosing((claims, { lane, limit }) =>
    lane === 'start' ? claims.slice(0, limit) : claims.toReversed().slice(0, limit),
  ),
  'starts what fell due first, not what came first': choosing((claims, { lane, limit }) => {
    const byDue = claims.toSorted((one, other) => (one.job.dueAt ?? 0) - (other.job.dueAt ?? 0));
    return lane === 'start' ? byDue.slice(0, limit) : claims.slice(0, limit);
  }),
  'serves the oldest jobs first, however many one owner has': choosing((claims, { lane, limit }) =>
    lane === 'start' ? claims.toSorted(byAge).slice(0, limit) : claims.slice(0, limit),
  ),
  'forgets between calls whose turn it was': choosing(forgetfulTurns),
  'serves one job of an owner per call': choosing((claims, { lane, limit }) => {
    const firsts = [
      ...new Map(claims.toReversed().map((claim) => [claim.job.owner, claim])).values(),
    ];
    return lane === 'start' ? firsts.slice(0, limit) : claims.slice(0, limit);
  }),
});

/** Presents every claim under epoch 1 and lets every holder of a claim decide. */
function withoutEpochs(inner: StorageBundle): StorageBundle {
  const newest = new Map<string, Claim>();
  const current = (claim: Claim): Claim => newest.get(claim.job.id) ?? claim;
  return replacing('jobs', ({ jobs }) => ({
    claimDue: async (input) => {
      const claims = await jobs.claimDue(input);
      for (const claim of claims) newest.set(claim.job.id, claim);
      return claims.map((claim) => ({ ...claim, epoch: 1 }));
    },
    commit: async (input) =>
      await jobs.commit({ ...input, claim: input.claim === null ? null : current(input.claim) }),
    recordDispatch: async (input) =>
      await jobs.recordDispatch({ ...input, claim: current(input.claim) }),
    releaseClaim: async (input) =>
      await jobs.releaseClaim({ ...input, claim: current(input.claim) }),
    renewLeases: async (input) =>
      await jobs.renewLeases({ ...input, claims: input.claims.map(current) }),
  }))(inner);
}

/** Wrong leases. */
export const leaseFaults = faultsOf('job-store', {
  'uses an epoch again, so that a stale owner decides after a takeover': withoutEpochs,
  'lets a lease last one ms longer than it says': claiming((inner) => async (input) => {
    const claims = await inner.jobs.claimDue({ ...input, leaseUntil: input.leaseUntil + 1 });
    return claims.map((claim) => ({ ...claim, leaseUntil: input.leaseUntil }));
  }),
  'waits for the due instant of an abandoned job': choosing((claims, { limit, now }) =>
    claims.filter(({ job }) => (job.dueAt ?? 0) <= now).slice(0, limit),
  ),
  'asks the clock whether a holder may decide': replacing('jobs', ({ jobs }) => ({
    commit: async (input) =>
      input.claim !== null && input.claim.leaseUntil <= input.now
        ? { kind: 'stale' }
        : await jobs.commit(input),
  })),
  'renews nothing and says it did': replacing('jobs', () => ({
    renewLeases: async () => ({ lost: [] }),
  })),
  'tells no runner that its lease was lost': replacing('jobs', ({ jobs }) => ({
    renewLeases: async (input) => {
      await jobs.renewLeases(input);
      return { lost: [] };
    },
  })),
  'makes a job due at once when it is given back': replacing('jobs', ({ jobs }) => ({
    releaseClaim: async (input) => await jobs.releaseClaim({ ...input, dueAt: input.now }),
  })),
  'counts giving back as a change': replacing('jobs', (inner) => ({
    releaseClaim: async (input) => {
      await inner.jobs.releaseClaim(input);
      const job = await inner.reader.find(input.claim.job.id);
      if (job === undefined) return;
      await inner.jobs.commit({
        claim: null,
        from: job,
        next: bumped(job),
        effects: [],
        lease: 'release',
        now: input.now,
      });
    },
  })),
  'lets a stale claim give back the lease of its successor': (inner) => {
    const newest = new Map<string, Claim>();
    return replacing('jobs', ({ jobs }) => ({
      claimDue: async (input) => {
        const claims = await jobs.claimDue(input);
        for (const claim of claims) newest.set(claim.job.id, claim);
        return claims;
      },
      releaseClaim: async (input) => {
        await jobs.releaseClaim({ ...input, claim: newest.get(input.claim.job.id) ?? input.claim });
      },
    }))(inner);
  },
  'does not know what to do with the claim of a removed job': replacing('jobs', (inner) => ({
    releaseClaim: async (input) => {
      if ((await inner.reader.find(input.claim.job.id)) === undefined)
        throw new RangeError('no such job');
      await inner.jobs.releaseClaim(input);
    },
  })),
});

/** Remembers the newest instant passed to `claimDue`. */
function withNewest(
  change: (inner: StorageBundle, newest: () => number) => Partial<StorageBundle['jobs']>,
): (inner: StorageBundle) => StorageBundle {
  return (bundle) => {
    let newest = 0;
    return replacing('jobs', (inner) => {
      const { claimDue = inner.jobs.claimDue, ...others } = change(inner, () => newest);
      return {
        ...others,
        claimDue: async (input) => {
          const claims = await claimDue(input);
          newest = Math.max(newest, input.now);
          return claims;
        },
      };
    })(bundle);
  };
}

/** Wrong handling of clocks that are set back. */
export const clockFaults = faultsOf('job-store', {
  'waits for as long as the clock was set back': withNewest(({ jobs }, newest) => ({
    claimDue: async (input) =>
      input.now < newest() - setBackAfterMs ? [] : await jobs.claimDue(input),
  })),
  'renews leases by the clock that was set back since': withNewest(({ jobs }, newest) => ({
    renewLeases: async (input) =>
      await jobs.renewLeases({ ...input, now: Math.max(newest(), input.now) }),
  })),
  'files what is decided by the clock that was set back since': withNewest(({ jobs }, newest) => ({
    commit: async (input) => await jobs.commit({ ...input, now: Math.max(newest(), input.now) }),
  })),
  'takes each step back for a clock that was set': withNewest(({ jobs }, newest) => ({
    claimDue: async (input) => {
      if (input.now < newest())
        await jobs.claimDue({ ...input, limit: 0, now: newest() + 2 * setBackAfterMs });
      return await jobs.claimDue(input);
    },
  })),
});

/** Claims that check first and act later. */
export const claimRaceFaults = faultsOf('job-store', {
  'gives calls at the same time the same jobs': claiming((inner) => {
    let underWay: Promise<readonly Claim[]> | undefined;
    return async (input) => {
      underWay ??= gap()
        .then(() => inner.jobs.claimDue(input))
        .finally(() => {
          underWay = undefined;
        });
      return await underWay;
    };
  }),
  'looks whether a lease is lost before it renews it': (inner) => {
    const newest = new Map<string, number>();
    return replacing('jobs', ({ jobs }) => ({
      claimDue: async (input) => {
        const claims = await jobs.claimDue(input);
        for (const claim of claims) newest.set(claim.job.id, claim.epoch);
        return claims;
      },
      renewLeases: async (input) => {
        const lost = input.claims
          .filter(({ job, epoch }) => newest.get(job.id) !== epoch)
          .map(({ job }) => job.id);
        await gap();
        await jobs.renewLeases(input);
        return { lost };
      },
    }))(inner);
  },
});
