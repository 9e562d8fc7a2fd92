import {
  type ChangedJobsOutcome,
  type ChangedJobsQuery,
  isFinal,
  type Job,
  type StorageBundle,
} from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';

/** The bundle with a different way to report changes. */
function reporting(
  changedSince: (inner: StorageBundle) => (query: ChangedJobsQuery) => Promise<ChangedJobsOutcome>,
) {
  return replacing('reader', (inner) => ({ changedSince: changedSince(inner) }));
}

/** Reports as if the query were a different one. */
function asking(change: (query: ChangedJobsQuery) => ChangedJobsQuery) {
  return reporting(
    ({ reader }) =>
      async (query) =>
        await reader.changedSince(change(query)),
  );
}

/** Reports wrong jobs. */
function showing(change: (jobs: readonly Job[]) => readonly Job[]) {
  return reporting(({ reader }) => async (query) => {
    const outcome = await reader.changedSince(query);
    return outcome.kind === 'changed' ? { kind: 'changed', jobs: change(outcome.jobs) } : outcome;
  });
}

/** Wrong reports of changes. */
export const changeFaults = faultsOf('job-reader', {
  'leaves out changes at the very instant': asking((query) => ({ ...query, at: query.at + 1 })),
  'tells changes of open jobs only': showing((jobs) => jobs.filter(({ state }) => !isFinal(state))),
  'tells changes of finished jobs only': showing((jobs) =>
    jobs.filter(({ state }) => isFinal(state)),
  ),
  'takes the instant of creation for that of the last change': showing((jobs) =>
    jobs.toSorted((one, other) => one.createdAt - other.createdAt),
  ),
  'tells changes newest first': showing((jobs) => jobs.toReversed()),
  'tells a changed job as a new value': showing((jobs) =>
    jobs.map((job) => Object.freeze({ ...job })),
  ),
  'tells a changed job twice': showing((jobs) => jobs.flatMap((job) => [job, job])),
  'tells every owner of all owners’ changes': asking((query) => ({ ...query, owner: null })),
  'tells changes of every surface': asking((query) => ({ ...query, surface: null })),
  'takes as many changes as the limit for too many': asking((query) => ({
    ...query,
    limit: query.limit - 1,
  })),
  'cuts changes off at the limit and says nothing': reporting(({ reader }) => async (query) => {
    const outcome = await reader.changedSince({ ...query, limit: 1_000_000 });
    return outcome.kind === 'changed'
      ? { kind: 'changed', jobs: outcome.jobs.slice(0, query.limit) }
      : outcome;
  }),
  'forgets changes when it puts finished jobs away': showing((jobs) => jobs.slice(-64)),
  'tells jobs that were removed': (inner) => {
    const removed: Job[] = [];
    return reporting(({ reader }) => async (query) => {
      const outcome = await reader.changedSince(query);
      return outcome.kind === 'changed'
        ? { kind: 'changed', jobs: [...removed, ...outcome.jobs] }
        : outcome;
    })(
      replacing('jobs', ({ jobs }) => ({
        removeFinished: async (input) => {
          const gone = await jobs.removeFinished(input);
          removed.push(...gone);
          return gone;
        },
      }))(inner),
    );
  },
});
