import type { AcceptJobInput, ApiUsers, AssetIndex, StorageBundle } from '@filmgate/core';
import { accepting } from './accepting.ts';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';

const openStates = [
  'queued',
  'awaiting_configuration',
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
  'outcome_unknown',
] as const;

/** Wrong waiting rooms. */
export const ownerShareFaults = faultsOf('job-store', {
  'gives an owner no share of a full room': accepting(
    (inner) => async (input) => await inner.jobs.acceptJob({ ...input, ownerShare: 0 }),
  ),
  'lets an owner below its share in without a bound': accepting((inner) => async (input) => {
    const { ownWaiting } = await inner.reader.admissionFacts(input.job.owner);
    const isBelow = ownWaiting < (input.ownerShare ?? 0);
    return await inner.jobs.acceptJob(isBelow ? { ...input, queueLimit: 10_000 } : input);
  }),
  'counts every open job for the share of an owner': accepting((inner) => async (input) => {
    const { ownOpen, waiting } = await inner.reader.admissionFacts(input.job.owner);
    const isFull = waiting >= input.queueLimit && (input.ownerShare ?? 0) > 0;
    return isFull && ownOpen >= (input.ownerShare ?? 0)
      ? { kind: ownOpen < waiting ? 'owner-share-taken' : 'queue-full' }
      : await inner.jobs.acceptJob(input);
  }),
  'counts only queued jobs for the share of an owner': accepting((inner) => async (input) => {
    const waiting = await allJobs(inner, { states: ['queued'], owner: input.job.owner });
    const isBelow = waiting.length < (input.ownerShare ?? 0);
    return await inner.jobs.acceptJob(isBelow ? { ...input, queueLimit: 10_000 } : input);
  }),
  'judges an owner’s share before its act': accepting((inner) => async (input) => {
    const { ownWaiting } = await inner.reader.admissionFacts(input.job.owner);
    await gap();
    const isBelow = ownWaiting < (input.ownerShare ?? 0);
    return await inner.jobs.acceptJob(isBelow ? { ...input, queueLimit: 10_000 } : input);
  }),
});

/** Wrong limits of open jobs. */
export const openJobsFaults = faultsOf('job-store', {
  'knows no limit of open jobs': withoutOpenJobsLimit(async () => false),
  'counts only waiting jobs as open': withoutOpenJobsLimit(
    async (inner, owner, limit) => (await inner.reader.admissionFacts(owner)).ownWaiting >= limit,
  ),
  'counts ended jobs as open': withoutOpenJobsLimit(
    async (inner, owner, limit) => (await allJobs(inner, { owner })).length >= limit,
  ),
  'looks at open jobs before its act': withoutOpenJobsLimit(async (inner, owner, limit) => {
    const open = await allJobs(inner, { owner, states: openStates });
    await gap();
    return open.length >= limit;
  }),
  'takes a limit of 0 open jobs for none': withoutOpenJobsLimit(
    async (inner, owner, limit) =>
      limit > 0 && (await inner.reader.admissionFacts(owner)).ownOpen >= limit,
  ),
});

/** Wrong facts about an owner. */
export const ownerFactsFaults = faultsOf('job-reader', {
  'counts all owners’ jobs as the owner’s': replacing('reader', ({ reader }) => ({
    admissionFacts: async (owner) => {
      const facts = await reader.admissionFacts(owner);
      return { ...facts, ownWaiting: facts.waiting };
    },
  })),
});

type Refuses = (inner: StorageBundle, owner: string, limit: number) => Promise<boolean>;

/** A store that decides by its own count, one creation after the other, instead of within the act. */
function withoutOpenJobsLimit(refuses: Refuses) {
  return (inner: StorageBundle): StorageBundle => {
    const limits = new Map<string, number | null>();
    const { apiUsers } = inner;
    const noted: Partial<ApiUsers> = {
      create: async ({ maxOpenJobs = null, ...input }) => {
        limits.set(`user:${input.id}`, maxOpenJobs);
        return { ...(await apiUsers.create(input)), maxOpenJobs };
      },
      edit: async ({ maxOpenJobs, ...input }) => {
        if (maxOpenJobs !== undefined) limits.set(`user:${input.id}`, maxOpenJobs);
        const user = await apiUsers.edit(input);
        const limit = limits.get(`user:${input.id}`) ?? null;
        return user === undefined ? undefined : { ...user, maxOpenJobs: limit };
      },
    };
    const acceptJob = async (input: AcceptJobInput) => {
      const limit = limits.get(input.job.owner) ?? null;
      if (limit !== null && (await refuses(inner, input.job.owner, limit)))
        return { kind: 'open-jobs-limit', limit } as const;
      return await inner.jobs.acceptJob(input);
    };
    return Object.assign({}, inner, {
      apiUsers: Object.assign({}, apiUsers, noted),
      jobs: Object.assign({}, inner.jobs, { acceptJob }),
    });
  };
}

function users(change: (apiUsers: ApiUsers) => Partial<ApiUsers>) {
  return replacing('apiUsers', ({ apiUsers }) => change(apiUsers));
}

/** Wrong limits of requests. */
export const requestRateFaults = faultsOf('api-users', {
  'lets every request pass': users((apiUsers) => ({
    authenticate: async (input) => await apiUsers.authenticate({ ...input, counted: false }),
  })),
  'counts a look at an open connection': users((apiUsers) => ({
    authenticate: async ({ keyDigest, now }) => await apiUsers.authenticate({ keyDigest, now }),
  })),
  'counts by the clock’s minutes': users((apiUsers) => ({
    authenticate: async (input) =>
      await apiUsers.authenticate({ ...input, now: Math.floor(input.now / 60_000) * 60_000 }),
  })),
  'counts all users together': users((apiUsers) => {
    let first: string | undefined;
    return {
      authenticate: async (input) => {
        const own = await apiUsers.authenticate({ ...input, counted: false });
        if (own.kind !== 'known') return own;
        first ??= input.keyDigest;
        const counted = await apiUsers.authenticate({ ...input, keyDigest: first });
        return counted.kind === 'rate-limited' ? counted : own;
      },
    };
  }),
  'forgets limits when a user is edited': users((apiUsers) => ({
    edit: async ({ maxOpenJobs = null, maxRequestsPerMinute = null, ...input }) =>
      await apiUsers.edit({ ...input, maxOpenJobs, maxRequestsPerMinute }),
  })),
  'holds to the limit it saw first': users((apiUsers) => {
    const refused = new Set<string>();
    return {
      authenticate: async (input) => {
        const own = await apiUsers.authenticate(input);
        if (own.kind === 'rate-limited') refused.add(input.keyDigest);
        return refused.has(input.keyDigest) && own.kind === 'known' && input.counted !== false
          ? { kind: 'rate-limited', id: own.id, limit: 1, retryAfterMs: 1 }
          : own;
      },
    };
  }),
  'counts each key by itself': users((apiUsers) => {
    let rotated: string | undefined;
    return {
      rotate: async (input) => {
        rotated = input.keyDigest;
        return await apiUsers.rotate(input);
      },
      authenticate: async (input) =>
        await apiUsers.authenticate({ ...input, counted: input.keyDigest !== rotated }),
    };
  }),
  'tells a limited key before a disabled one': users((apiUsers) => ({
    authenticate: async (input) => {
      const own = await apiUsers.authenticate(input);
      return own.kind === 'disabled'
        ? { kind: 'rate-limited', id: 'u1', limit: 1, retryAfterMs: 1 }
        : own;
    },
  })),
  'counts requests of one instant once': users((apiUsers) => {
    let first: Promise<unknown> | undefined;
    return {
      authenticate: async (input) => {
        if (first !== undefined) return await apiUsers.authenticate({ ...input, counted: false });
        const outcome = apiUsers.authenticate(input);
        first = outcome;
        await gap();
        first = undefined;
        return await outcome;
      },
    };
  }),
});

function assets(change: (index: AssetIndex) => Partial<AssetIndex>) {
  return replacing('assets', (inner) => change(inner.assets));
}

/** Wrong holdings. */
export const holdingFaults = faultsOf('asset-index', {
  'holds a byte more than it may': assets((index) => ({
    hold: async (input) => await index.hold({ ...input, allowance: input.allowance + 1 }),
  })),
  'counts the same bytes each time': assets((index) => {
    let brought = 0;
    return {
      hold: async (input) => {
        const bytes = input.bytes.map(({ sha256, size }) => {
          brought += 1;
          return { sha256: `${sha256}/${brought}`, size };
        });
        return await index.hold({ ...input, bytes });
      },
    };
  }),
  'does not renew a holding': assets((index) => ({
    hold: async (input) => await index.hold({ ...input, now: 1_000 }),
  })),
  'lets holdings go without a limit': assets((index) => ({
    releaseHoldings: async (input) => await index.releaseHoldings({ ...input, limit: 1_000 }),
  })),
  'counts holdings in use against the limit': assets((index) => ({
    releaseHoldings: async (input) =>
      await index.releaseHoldings({ ...input, limit: input.limit === 1 ? 0 : input.limit }),
  })),
  'adds the bytes up before its act': assets((index) => ({
    hold: async (input) => {
      const heldBytes = await index.heldBytes(input.owner);
      await gap();
      const added = input.bytes.reduce((sum, { size }) => sum + size, 0);
      if (heldBytes + added > input.allowance) return { kind: 'allowance-exhausted', heldBytes };
      return await index.hold({ ...input, allowance: 1_000 });
    },
  })),
});
