import type { Job } from '@filmgate/core';
import { sharedManifest } from '../../support/memory-storage-harness.ts';
import { faultsOf, replacing } from './breaking.ts';

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
    'replays claims without a key by their content': replacing('jobs', ({ jobs, reader }) => ({
      acceptJob: async (input) => {
        const { idempotency } = input;
        if (idempotency === null || idempotency.key !== null) return await jobs.acceptJob(input);
        const [id = ''] = await reader.findByContent({ ...idempotency, limit: 1 });
        const job = await reader.find(id);
        return job === undefined ? await jobs.acceptJob(input) : { kind: 'replayed', job };
      },
    })),
    'finds by content what was accepted first, first': replacing('reader', ({ reader }) => ({
      findByContent: async (input) => (await reader.findByContent(input)).toReversed(),
    })),
    'finds by content what was removed': (inner) => {
      const known = new Map<string, readonly string[]>();
      return replacing('reader', ({ reader }) => ({
        findByContent: async (input) => {
          const name = JSON.stringify([input.scope, input.fingerprint]);
          const found = await reader.findByContent({ ...input, limit: 1_000 });
          const all = [...new Set([...found, ...(known.get(name) ?? [])])];
          known.set(name, all);
          return all.slice(0, input.limit);
        },
      }))(inner);
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
