import { canReserve, type QuotaUsage, type StorageBundle, withinQuota } from '@filmgate/core';
import { accepting, room, withLimit } from './accepting.ts';
import { allJobs, faultsOf, replacing } from './breaking.ts';

/** Accepts although the quota is used up, when the usage satisfies the fault. */
function beyondQuota(
  granted: (usage: QuotaUsage, cost: number) => boolean,
): (inner: StorageBundle) => StorageBundle {
  return accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    if (outcome.kind !== 'quota-exhausted' || !granted(outcome.usage, input.job.price))
      return outcome;
    return await withLimit(inner, input, null);
  });
}

/** Wrong quota. */
export const quotaFaults = faultsOf('job-store', {
  'keeps the last credit of a limit back': accepting((inner) => async (input) => {
    if ((await room(inner, input)) > 0) return await inner.jobs.acceptJob(input);
    return { kind: 'quota-exhausted', usage: await inner.apiUsers.usage(input.job.owner) };
  }),
  'forgets a quota told with the creation': accepting(
    (inner) => async (input) => await inner.jobs.acceptJob({ ...input, quota: null }),
  ),
  'looks at a quota told with the creation before the act alone': accepting(
    (inner) =>
      async ({ quota = null, ...input }) => {
        const usage = withinQuota(await inner.apiUsers.usage(input.job.owner), quota);
        if (!canReserve(usage, input.job.price)) return { kind: 'quota-exhausted', usage };
        return await inner.jobs.acceptJob(input);
      },
  ),
  'takes a quota told with the creation in place of the stored limit': accepting(
    (inner) => async (input) =>
      typeof input.quota === 'number'
        ? await withLimit(inner, input, null)
        : await inner.jobs.acceptJob(input),
  ),
  'takes a limit of 0 for none': beyondQuota(({ limit }) => limit === 0),
  'forgets held credits': beyondQuota(
    ({ used, reserved, limit }, cost) => used + reserved + cost <= (limit ?? 0),
  ),
  'forgets settled credits': beyondQuota(
    ({ reserved, held, limit }, cost) => reserved + held + cost <= (limit ?? 0),
  ),
  'never gives refunded credits back': replacing('apiUsers', (inner) => ({
    usage: async (owner) => {
      const usage = await inner.apiUsers.usage(owner);
      const refunded = (await allJobs(inner, { owner })).filter(
        ({ quota }) => quota === 'released',
      );
      return { ...usage, used: usage.used + refunded.reduce((sum, { price }) => sum + price, 0) };
    },
  })),
  'holds credits only while the outcome is unknown': replacing('apiUsers', (inner) => ({
    usage: async (owner) => {
      const usage = await inner.apiUsers.usage(owner);
      const jobs = await allJobs(inner, { owner });
      const found = jobs.filter(
        ({ quota, state }) => quota === 'held' && state !== 'outcome_unknown',
      );
      const moved = found.reduce((sum, { price }) => sum + price, 0);
      return { ...usage, held: usage.held - moved, reserved: usage.reserved + moved };
    },
  })),
  'remembers the highest limit an owner ever had': (inner) => {
    const highest = new Map<string, number | null>();
    return accepting(() => async (input) => {
      const { limit } = await inner.apiUsers.usage(input.job.owner);
      const { owner } = input.job;
      const former = highest.get(owner) ?? limit;
      highest.set(owner, former === null || limit === null ? null : Math.max(former, limit));
      return limit === null
        ? await inner.jobs.acceptJob(input)
        : await withLimit(inner, input, highest.get(owner) ?? null);
    })(inner);
  },
  'adds up owners whose names begin alike': replacing('apiUsers', (inner) => ({
    usage: async (owner) => {
      const jobs = (await allJobs(inner)).filter(
        (job) => job.owner.startsWith(owner) && job.quota === 'reserved',
      );
      return {
        ...(await inner.apiUsers.usage(owner)),
        reserved: jobs.reduce((sum, { price }) => sum + price, 0),
      };
    },
  })),
  'shows held credits as used': replacing('apiUsers', (inner) => ({
    usage: async (owner) => {
      const usage = await inner.apiUsers.usage(owner);
      return { ...usage, used: usage.used + usage.held, held: 0 };
    },
  })),
  'calls a contradiction stale': replacing('jobs', (inner) => ({
    commit: async (input) =>
      await inner.jobs.commit(input).catch(() => ({ kind: 'stale' as const })),
  })),
});
