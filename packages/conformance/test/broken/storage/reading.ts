import {
  type Job,
  type JobListOutcome,
  type JobListQuery,
  jobStates,
  type StorageBundle,
} from '@filmgate/core';
import { sharedManifest } from '../../support/memory-storage-harness.ts';
import { allJobs, faultsOf, replacing } from './breaking.ts';

function listing(list: (inner: StorageBundle) => (query: JobListQuery) => Promise<JobListOutcome>) {
  return replacing('reader', (inner) => ({ list: list(inner) }));
}

/** Lists as if the query were another one. */
function asking(change: (query: JobListQuery) => JobListQuery) {
  return listing(
    ({ reader }) =>
      async (query) =>
        await reader.list(change(query)),
  );
}

/** A page of the given jobs, in the order given. */
function page(jobs: readonly Job[], { after, limit }: JobListQuery): JobListOutcome {
  const start = after === null ? 0 : jobs.findIndex(({ id }) => id === after) + 1;
  return {
    kind: 'page',
    jobs: jobs.slice(start, start + limit),
    hasMore: jobs.length > start + limit,
  };
}

async function matching(inner: StorageBundle, query: JobListQuery): Promise<readonly Job[]> {
  return await allJobs(inner, { ...query, after: null, limit: 1_000_000 });
}

/** Wrong reads of one job. */
export const findFaults = [
  ...faultsOf('job-reader', {
    'loses the output of finished work': replacing('reader', ({ reader }) => ({
      find: async (id) => {
        const job = await reader.find(id);
        return job === undefined ? undefined : Object.freeze({ ...job, output: null });
      },
    })),
    'looks ids up in any case': replacing('reader', ({ reader }) => ({
      find: async (id) => await reader.find(id.toLowerCase().trim()),
    })),
    'makes a new value at each read': replacing('reader', ({ reader }) => ({
      find: async (id) => {
        const job = await reader.find(id);
        return job === undefined ? undefined : Object.freeze({ ...job });
      },
    })),
    'changes the value it gave before': (inner) => {
      const given = new Map<string, object>();
      const shared = (job: Job): Job => {
        const value: Job = Object.assign(given.get(job.id) ?? {}, job);
        given.set(job.id, value);
        return value;
      };
      return replacing('reader', ({ reader }) => ({
        find: async (id) => {
          const job = await reader.find(id);
          return job === undefined ? undefined : shared(job);
        },
      }))(
        replacing('jobs', ({ jobs }) => ({
          commit: async (input) => {
            const outcome = await jobs.commit(input);
            return outcome.kind === 'committed'
              ? { kind: 'committed', job: shared(outcome.job) }
              : outcome;
          },
        }))(inner),
      );
    },
    'forgets fingerprints': replacing('reader', ({ reader }) => ({
      findByKey: async (claim) => {
        const known = await reader.findByKey(claim);
        return known === undefined ? undefined : { ...known, fingerprint: '' };
      },
    })),
  }),
  ...faultsOf(
    'job-reader',
    {
      'keeps what it read once, whatever other connections write': (inner) => {
        const read = new Map<string, Job>();
        const note = (job: Job): Job => {
          read.set(job.id, job);
          return job;
        };
        return replacing('reader', ({ reader }) => ({
          find: async (id) => {
            const job = read.get(id) ?? (await reader.find(id));
            return job === undefined ? undefined : note(job);
          },
        }))(
          replacing('jobs', ({ jobs }) => ({
            commit: async (input) => {
              const outcome = await jobs.commit(input);
              return outcome.kind === 'committed'
                ? { kind: 'committed', job: note(outcome.job) }
                : outcome;
            },
          }))(inner),
        );
      },
    },
    sharedManifest,
  ),
];

/** Wrong lists. */
export const listFaults = faultsOf('job-reader', {
  'lists by last change': listing((inner) => async (query) => {
    const sign = query.order === 'oldest-first' ? 1 : -1;
    const jobs = (await matching(inner, query)).toSorted(
      (one, other) => sign * (one.updatedAt - other.updatedAt),
    );
    return page(jobs, query);
  }),
  'lists jobs as they were accepted': (inner) => {
    const accepted = new Map<string, Job>();
    return listing(({ reader }) => async (query) => {
      const outcome = await reader.list(query);
      if (outcome.kind !== 'page') return outcome;
      return { ...outcome, jobs: outcome.jobs.map((job) => accepted.get(job.id) ?? job) };
    })(
      replacing('jobs', ({ jobs }) => ({
        acceptJob: async (input) => {
          const outcome = await jobs.acceptJob(input);
          if (outcome.kind === 'accepted') accepted.set(outcome.job.id, outcome.job);
          return outcome;
        },
      }))(inner),
    );
  },
  'takes an empty list for a bad cursor': listing(({ reader }) => async (query) => {
    const outcome = await reader.list(query);
    return outcome.kind === 'page' && outcome.jobs.length === 0
      ? { kind: 'cursor-unknown' }
      : outcome;
  }),
  'thinks a full page is never the last': listing(({ reader }) => async (query) => {
    const outcome = await reader.list(query);
    return outcome.kind === 'page'
      ? { ...outcome, hasMore: outcome.jobs.length === query.limit }
      : outcome;
  }),
  'looks at no origin': asking((query) => ({ ...query, origin: null })),
  'takes no states for all states': asking((query) => ({
    ...query,
    states: query.states?.length === 0 ? null : query.states,
  })),
  'looks at no account': asking((query) => ({ ...query, accountId: null })),
  'takes in the last instant of a span': asking((query) => ({
    ...query,
    createdUntil: query.createdUntil === null ? null : query.createdUntil + 1,
  })),
  'filters by the state at acceptance': listing((inner) => async (query) => {
    const jobs = await matching(inner, { ...query, states: null });
    return page(query.states === null || query.states.includes('queued') ? jobs : [], query);
  }),
});

/** Wrong searches. */
export const searchFaults = faultsOf('job-reader', {
  'folds the case of A to Z only': listing((inner) => async (query) => {
    const { search } = query;
    const fold = (text: string) => text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
    const jobs = await matching(inner, { ...query, search: null });
    const hits = jobs.filter(
      ({ id, request }) =>
        search === null || id === search || fold(request.prompt).includes(fold(search)),
    );
    return page(hits, query);
  }),
  'takes % and _ for wildcards': listing((inner) => async (query) => {
    const { search } = query;
    if (search === null) return await inner.reader.list(query);
    const escaped = search.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    const pattern = new RegExp(escaped.replaceAll('%', '.*').replaceAll('_', '.'), 'iu');
    const jobs = await matching(inner, { ...query, search: null });
    return page(
      jobs.filter(({ id, request }) => id === search || pattern.test(request.prompt)),
      query,
    );
  }),
  'finds parts of ids': listing((inner) => async (query) => {
    const { search } = query;
    if (search === null) return await inner.reader.list(query);
    const jobs = await matching(inner, { ...query, search: null });
    return page(
      jobs.filter(({ id, request }) =>
        `${id} ${request.prompt.toLowerCase()}`.includes(search.toLowerCase()),
      ),
      query,
    );
  }),
  'finds the ids of everybody': listing(({ reader }) => async (query) => {
    const job = query.search === null ? undefined : await reader.find(query.search);
    return job === undefined
      ? await reader.list(query)
      : { kind: 'page', jobs: [job], hasMore: false };
  }),
  'searches the page instead of the list': listing(({ reader }) => async (query) => {
    const outcome = await reader.list({ ...query, search: null });
    const { search } = query;
    if (outcome.kind !== 'page' || search === null) return outcome;
    return {
      ...outcome,
      jobs: outcome.jobs.filter(
        ({ id, request }) => id === search || request.prompt.includes(search),
      ),
    };
  }),
});

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
  "tells a foreign job's id from one that is none": listing(({ reader }) => async (query) => {
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
  'lets nobody page over all owners': listing(
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
      (await reader.trail(id)).filter(({ detail }) => detail['ledger'] !== 'credit'),
  })),
  'tells the trails of all jobs as one': replacing('reader', (inner) => ({
    trail: async (id) => {
      const own = await inner.reader.trail(id);
      const others = (await allJobs(inner)).filter((job) => job.id !== id);
      const lines = await Promise.all(others.map((job) => inner.reader.trail(job.id)));
      return own.length === 0 ? own : [...own, ...lines.flat()];
    },
  })),
  'leaves out states nobody is in': replacing('reader', ({ reader }) => ({
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
      for (const { request, cost } of waiting)
        waitingCredits[request.family] = (waitingCredits[request.family] ?? 0) + cost;
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
      for (const { request, cost } of back)
        waitingCredits[request.family] = (waitingCredits[request.family] ?? 0) - cost;
      return { ...depth, waitingCredits };
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
