import { type Job, type JobListQuery, searchedId } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';
import { listing, matching, page } from './listing.ts';

/** Lists as if the query were a different one. */
function asking(change: (query: JobListQuery) => JobListQuery) {
  return listing(
    ({ reader }) =>
      async (query) =>
        await reader.list(change(query)),
  );
}

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
  'takes surfaces of one first letter for one': listing((inner) => async (query) => {
    const { surface } = query;
    if (surface === null || query.after !== null) return await inner.reader.list(query);
    const jobs = await matching(inner, { ...query, surface: null });
    return page(
      jobs.filter((job) => job.surface.startsWith(surface.charAt(0))),
      query,
    );
  }),
  'looks at no surface': asking((query) => ({ ...query, surface: null })),
  'takes no states for all states': asking((query) => ({
    ...query,
    states: query.states?.length === 0 ? null : query.states,
  })),
  'looks at the first of several models': asking((query) => ({
    ...query,
    models: query.models?.slice(0, 1) ?? null,
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
        search === null ||
        id === searchedId(search) ||
        search.every((text) => fold(request.prompt).includes(fold(text))),
    );
    return page(hits, query);
  }),
  'takes % and _ for wildcards': listing((inner) => async (query) => {
    const { search } = query;
    if (search === null) return await inner.reader.list(query);
    const patterns = search.map((text) => {
      const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
      return new RegExp(escaped.replaceAll('%', '.*').replaceAll('_', '.'), 'iu');
    });
    const jobs = await matching(inner, { ...query, search: null });
    return page(
      jobs.filter(
        ({ id, request }) =>
          id === searchedId(search) || patterns.every((one) => one.test(request.prompt)),
      ),
      query,
    );
  }),
  'finds parts of ids': listing((inner) => async (query) => {
    const { search } = query;
    if (search === null) return await inner.reader.list(query);
    const jobs = await matching(inner, { ...query, search: null });
    return page(
      jobs.filter(({ id, request }) =>
        search.every((text) =>
          `${id} ${request.prompt.toLowerCase()}`.includes(text.toLowerCase()),
        ),
      ),
      query,
    );
  }),
  'finds the ids of all owners’ jobs': listing(({ reader }) => async (query) => {
    const job = await reader.find(searchedId(query.search ?? []) ?? '');
    return job === undefined
      ? await reader.list(query)
      : { kind: 'page', jobs: [job], hasMore: false };
  }),
  'takes several texts for one': asking((query) => ({
    ...query,
    search: query.search === null ? null : [query.search.join(' ')],
  })),
  'is content with the first of several texts': asking((query) => ({
    ...query,
    search: query.search?.slice(0, 1) ?? null,
  })),
  'searches the page instead of the list': listing(({ reader }) => async (query) => {
    const outcome = await reader.list({ ...query, search: null });
    const { search } = query;
    if (outcome.kind !== 'page' || search === null) return outcome;
    return {
      ...outcome,
      jobs: outcome.jobs.filter(
        ({ id, request }) =>
          id === searchedId(search) || search.every((text) => request.prompt.includes(text)),
      ),
    };
  }),
});
