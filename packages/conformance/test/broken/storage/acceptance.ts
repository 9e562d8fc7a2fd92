import type { AcceptJobInput, AcceptJobOutcome, QuotaUsage, StorageBundle } from '@filmgate/core';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';

type Accept = (inner: StorageBundle, input: AcceptJobInput) => Promise<AcceptJobOutcome>;

function accepting(
  accept: (inner: StorageBundle) => (input: AcceptJobInput) => Promise<AcceptJobOutcome>,
) {
  return replacing('jobs', (inner) => ({ acceptJob: accept(inner) }));
}

/** Accepts although the quota is used up, when the usage satisfies the fault. */
function beyondQuota(
  granted: (usage: QuotaUsage, cost: number) => boolean,
): (inner: StorageBundle) => StorageBundle {
  return accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    if (outcome.kind !== 'quota-exhausted' || !granted(outcome.usage, input.job.cost))
      return outcome;
    return await withLimit(inner, input, null);
  });
}

/** Accepts under another limit and puts the old one back. */
async function withLimit(
  inner: StorageBundle,
  input: AcceptJobInput,
  totalLimit: number | null,
): Promise<AcceptJobOutcome> {
  const id = input.job.owner.replace('user:', '');
  const { limit } = await inner.apiUsers.usage(input.job.owner);
  await inner.apiUsers.edit({ id, totalLimit, now: input.now });
  const outcome = await inner.jobs.acceptJob(input);
  await inner.apiUsers.edit({ id, totalLimit: limit, now: input.now });
  return outcome;
}

async function room(inner: StorageBundle, { job }: AcceptJobInput): Promise<number> {
  const { used, reserved, held, limit } = await inner.apiUsers.usage(job.owner);
  return (limit ?? Number.POSITIVE_INFINITY) - used - reserved - held - job.cost;
}

const quotaFirst: Accept = async (inner, input) => {
  const known =
    input.idempotency === null ? undefined : await inner.reader.findByKey(input.idempotency);
  const noRoom = (await room(inner, input)) < 0;
  if (known !== undefined || !noRoom) return await inner.jobs.acceptJob(input);
  return { kind: 'quota-exhausted', usage: await inner.apiUsers.usage(input.job.owner) };
};

/** Wrong acceptance. */
export const acceptanceFaults = faultsOf('job-store', {
  'drops characters of the prompt on the way in': accepting((inner) => async (input) => {
    const prompt = input.job.request.prompt.replaceAll('\u0000', '');
    return await inner.jobs.acceptJob({
      ...input,
      job: { ...input.job, request: { ...input.job.request, prompt } },
    });
  }),
  'hands out jobs that can be changed': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    return outcome.kind === 'accepted'
      ? { kind: 'accepted', job: structuredClone(outcome.job) }
      : outcome;
  }),
  'writes the money line before the acceptance': replacing('reader', ({ reader }) => ({
    trail: async (id) => {
      const [first, second, ...rest] = await reader.trail(id);
      return first === undefined || second === undefined ? [] : [second, first, ...rest];
    },
  })),
  'takes a known id for a repeat': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    const job = await inner.reader.find(input.job.id);
    return outcome.kind === 'id-taken' && job !== undefined ? { kind: 'replayed', job } : outcome;
  }),
  'counts only queued jobs as waiting': accepting((inner) => async (input) => {
    const { byState } = await inner.reader.depth();
    const queueLimit = byState.queued < input.queueLimit ? 1_000 : input.queueLimit;
    return await inner.jobs.acceptJob({ ...input, queueLimit });
  }),
  'takes a queue limit of 0 for none': accepting(
    (inner) => async (input) =>
      await inner.jobs.acceptJob({ ...input, queueLimit: input.queueLimit || 1_000 }),
  ),
  'burns the key of a refused creation': accepting((inner) => {
    const burnt = new Set<string>();
    return async (input) => {
      const key = JSON.stringify(input.idempotency);
      if (input.idempotency !== null && burnt.has(input.idempotency.key))
        return { kind: 'key-conflict' };
      const outcome = await inner.jobs.acceptJob(input);
      const refused = outcome.kind === 'quota-exhausted' || outcome.kind === 'queue-full';
      if (refused && key !== 'null' && input.idempotency !== null) burnt.add(input.idempotency.key);
      return outcome;
    };
  }),
  'looks at the quota before the waiting room': accepting(
    (inner) => async (input) => await quotaFirst(inner, input),
  ),
});

/** Wrong replay. */
export const replayFaults = faultsOf('job-store', {
  'replays the job as it was at acceptance': accepting((inner) => {
    const first = new Map<string, AcceptJobOutcome & { readonly kind: 'accepted' }>();
    return async (input) => {
      const outcome = await inner.jobs.acceptJob(input);
      if (outcome.kind === 'accepted') first.set(outcome.job.id, outcome);
      if (outcome.kind !== 'replayed') return outcome;
      return { kind: 'replayed', job: first.get(outcome.job.id)?.job ?? outcome.job };
    };
  }),
  'swallows the conflict of another content': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    if (outcome.kind !== 'key-conflict' || input.idempotency === null) return outcome;
    const known = await inner.reader.findByKey(input.idempotency);
    return known === undefined ? outcome : { kind: 'replayed', job: known.job };
  }),
  'reserves again for a replay': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    if (outcome.kind === 'replayed') {
      await inner.jobs.acceptJob({
        ...input,
        idempotency: null,
        job: { ...input.job, id: `${input.job.id}-again` },
      });
    }
    return outcome;
  }),
  'joins scope and key with a colon': (inner) =>
    replacing('reader', () => ({
      findByKey: async (claim) => await inner.reader.findByKey(joined(claim)),
    }))(
      accepting(() => async (input) => {
        const { idempotency } = input;
        const claim =
          idempotency === null
            ? null
            : { ...joined(idempotency), fingerprint: idempotency.fingerprint };
        return await inner.jobs.acceptJob({ ...input, idempotency: claim });
      })(inner),
    ),
  'takes equal creations without a key for one': accepting((inner) => async (input) => {
    const { prompt } = input.job.request;
    const idempotency = input.idempotency ?? {
      scope: input.job.owner,
      key: prompt,
      fingerprint: prompt,
    };
    return await inner.jobs.acceptJob({ ...input, idempotency });
  }),
});

function joined({ scope, key }: { readonly scope: string; readonly key: string }) {
  return { scope: '', key: `${scope}:${key}` };
}

/** Wrong quota. */
export const quotaFaults = faultsOf('job-store', {
  'keeps the last credit of a limit back': accepting((inner) => async (input) => {
    if ((await room(inner, input)) > 0) return await inner.jobs.acceptJob(input);
    return { kind: 'quota-exhausted', usage: await inner.apiUsers.usage(input.job.owner) };
  }),
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
        ({ quota }) => quota === 'refunded',
      );
      return { ...usage, used: usage.used + refunded.reduce((sum, { cost }) => sum + cost, 0) };
    },
  })),
  'holds credits only while the outcome is unknown': replacing('apiUsers', (inner) => ({
    usage: async (owner) => {
      const usage = await inner.apiUsers.usage(owner);
      const jobs = await allJobs(inner, { owner });
      const found = jobs.filter(
        ({ quota, state }) => quota === 'held' && state !== 'outcome_unknown',
      );
      const moved = found.reduce((sum, { cost }) => sum + cost, 0);
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
        reserved: jobs.reduce((sum, { cost }) => sum + cost, 0),
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

/** Acceptance that looks first and acts later. */
export const acceptRaceFaults = faultsOf('job-store', {
  'looks a key up before it writes it': (inner) => {
    const known = new Map<string, { readonly id: string; readonly fingerprint: string }>();
    const find = async (claim: { readonly scope: string; readonly key: string }) => {
      const entry = known.get(JSON.stringify([claim.scope, claim.key]));
      const job = entry === undefined ? undefined : await inner.reader.find(entry.id);
      return entry === undefined || job === undefined
        ? undefined
        : { job, fingerprint: entry.fingerprint };
    };
    const accept = accepting(() => async (input) => {
      const { idempotency } = input;
      if (idempotency === null) return await inner.jobs.acceptJob(input);
      const first = await find(idempotency);
      await gap();
      if (first?.fingerprint === idempotency.fingerprint)
        return { kind: 'replayed', job: first.job };
      if (first !== undefined) return { kind: 'key-conflict' };
      const outcome = await inner.jobs.acceptJob({ ...input, idempotency: null });
      const { scope, key, fingerprint } = idempotency;
      if (outcome.kind === 'accepted')
        known.set(JSON.stringify([scope, key]), { id: outcome.job.id, fingerprint });
      return outcome;
    });
    return replacing('reader', () => ({ findByKey: find }))(accept(inner));
  },
  'looks an id up before it writes it': accepting((inner) => async (input) => {
    const before = await inner.reader.find(input.job.id);
    await gap();
    const outcome = await inner.jobs.acceptJob(input);
    return outcome.kind === 'id-taken' && before === undefined
      ? { kind: 'accepted', job: input.job }
      : outcome;
  }),
  'looks at the quota before it reserves': accepting((inner) => async (input) => {
    const enough = (await room(inner, input)) >= 0;
    await gap();
    if (!enough || !input.job.owner.startsWith('user:')) return await inner.jobs.acceptJob(input);
    return await withLimit(inner, input, null);
  }),
  'counts the waiting room before it enters': accepting((inner) => async (input) => {
    const { waiting } = await inner.reader.depth();
    await gap();
    return await inner.jobs.acceptJob({
      ...input,
      queueLimit: waiting < input.queueLimit ? 1_000 : input.queueLimit,
    });
  }),
});
