import { jobStates } from '@filmgate/core';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';
import { listing, matching } from './listing.ts';

/** Wrong cursors. */
export const cursorFaults = faultsOf('job-reader', {
  'loses jobs made in the same ms as the cursor': listing((inner) => async (query) => {
    const cursor = query.after === null ? undefined : await inner.reader.find(query.after);
    const outcome = await inner.reader.list(query);
    if (cursor === undefined || outcome.kind !== 'page') return outcome;
    return {
      ...outcome,
      jobs: outcome.jobs.filter(({ createdAt }) => createdAt !== cursor.createdAt),
    };
  }),
  'pages by offset': (inner) => {
    const offsets = new Map<string, number>();
    return listing(() => async (query) => {
      const probe = await inner.reader.list(query);
      if (probe.kind === 'cursor-unknown') return probe;
      const start = query.after === null ? 0 : (offsets.get(query.after) ?? 0);
      const jobs = await matching(inner, query);
      const shown = jobs.slice(start, start + query.limit);
      for (const [index, { id }] of shown.entries()) offsets.set(id, start + index + 1);
      return { kind: 'page', jobs: shown, hasMore: jobs.length > start + query.limit };
    })(inner);
  },
  "tells a foreign job's id from an unknown one": listing(({ reader }) => async (query) => {
    const outcome = await reader.list(query);
    if (
      outcome.kind === 'page' ||
      query.after === null ||
      (await reader.find(query.after)) === undefined
    )
      return outcome;
    return { kind: 'page', jobs: [], hasMore: false };
  }),
  'wants a cursor to match the filters': listing((inner) => async (query) => {
    const jobs = await matching(inner, query);
    const unmatched = query.after !== null && jobs.every(({ id }) => id !== query.after);
    return unmatched ? { kind: 'cursor-unknown' } : await inner.reader.list(query);
  }),
  'lets no caller page over all owners': listing(
    ({ reader }) =>
      async (query) =>
        query.owner === null && query.after !== null
          ? { kind: 'cursor-unknown' }
          : await reader.list(query),
  ),
  'begins again after the last job': listing(({ reader }) => async (query) => {
    const outcome = await reader.list(query);
    if (outcome.kind !== 'page' || outcome.jobs.length > 0) return outcome;
    return await reader.list({ ...query, after: null });
  }),
});

/** Wrong trails and counts. */
export const countFaults = faultsOf('job-reader', {
  'tells nothing of the account’s credits': replacing('reader', ({ reader }) => ({
    trail: async (id) =>
      (await reader.trail(id)).map((step) => ({
        ...step,
        money: step.money.filter(({ ledger }) => ledger !== 'credit'),
      })),
  })),
  'tells the trails of all jobs as one': replacing('reader', (inner) => ({
    trail: async (id) => {
      const own = await inner.reader.trail(id);
      const others = (await allJobs(inner)).filter((job) => job.id !== id);
      const lines = await Promise.all(others.map((job) => inner.reader.trail(job.id)));
      return own.length === 0 ? own : [...own, ...lines.flat()];
    },
  })),
  'leaves out states without jobs': replacing('reader', ({ reader }) => ({
    depth: async () => {
      const depth = await reader.depth();
      const counted = jobStates.filter((state) => depth.byState[state] > 0);
      const byState = Object.assign(
        depth.byState,
        Object.fromEntries(counted.map((state) => [state, depth.byState[state]])),
      );
      for (const state of jobStates)
        if (!counted.includes(state)) Reflect.deleteProperty(byState, state);
      return { ...depth, byState };
    },
  })),
  'counts jobs that wait for an operator as demand': replacing('reader', (inner) => ({
    depth: async () => {
      const depth = await inner.reader.depth();
      const waiting = await allJobs(inner, { states: ['awaiting_configuration'] });
      const waitingCredits = { ...depth.waitingCredits };
      for (const { request, price } of waiting)
        waitingCredits[request.family] = (waitingCredits[request.family] ?? 0) + price;
      return { ...depth, waitingCredits };
    },
  })),
  'does not count jobs that came back to the queue': replacing('reader', (inner) => ({
    depth: async () => {
      const depth = await inner.reader.depth();
      const back = (await allJobs(inner, { states: ['queued'] })).filter(
        ({ refusals }) => refusals > 0,
      );
      const waitingCredits = { ...depth.waitingCredits };
      for (const { request, price } of back)
        waitingCredits[request.family] = (waitingCredits[request.family] ?? 0) - price;
      return { ...depth, waitingCredits };
    },
  })),
  'takes the credits of all owners for those of one': replacing('reader', (inner) => ({
    admissionFacts: async (owner) => {
      const facts = await inner.reader.admissionFacts(owner);
      const reserved = (await allJobs(inner))
        .filter(({ quota }) => quota === 'reserved')
        .reduce((sum, { price }) => sum + price, 0);
      return { ...facts, usage: { ...facts.usage, reserved } };
    },
  })),
  'gives an unknown owner no credit at all': replacing('reader', ({ reader }) => ({
    admissionFacts: async (owner) => {
      const facts = await reader.admissionFacts(owner);
      return { ...facts, usage: { ...facts.usage, limit: facts.usage.limit ?? 0 } };
    },
  })),
  'puts the facts of an admission together from several instants': replacing('reader', (inner) => ({
    admissionFacts: async (owner) => {
      const loads = await inner.accounts.loads();
      await gap();
      return { ...(await inner.reader.admissionFacts(owner)), loads };
    },
  })),
  'knows of no due instant before the last one asked for': replacing('reader', ({ reader }) => {
    let last = Number.NEGATIVE_INFINITY;
    return {
      nextDueAt: async () => {
        const at = await reader.nextDueAt();
        last = at === null ? last : Math.max(last, at);
        return at === null ? null : last;
      },
    };
  }),
  'waits for final jobs': replacing('reader', (inner) => ({
    nextDueAt: async () => {
      const final = await allJobs(inner, { states: ['completed', 'failed'] });
      return (await inner.reader.nextDueAt()) ?? final[0]?.updatedAt ?? null;
    },
  })),
  'does not wait for leases to run out': replacing('reader', (inner) => ({
    nextDueAt: async () => {
      const dues = (await allJobs(inner))
        .map(({ dueAt }) => dueAt)
        .filter((dueAt) => dueAt !== null);
      return dues.length === 0 ? null : Math.min(...dues);
    },
  })),
});
