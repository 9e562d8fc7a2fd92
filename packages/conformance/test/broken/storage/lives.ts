import type { StorageBundle } from '@filmgate/core';
import { exclusiveManifest, sharedManifest } from '../../support/memory-storage-harness.ts';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';

/** A bundle with a different way to close. */
function closing(
  close: (inner: StorageBundle) => () => Promise<void>,
): (inner: StorageBundle) => StorageBundle {
  return (inner) => ({ ...inner, close: close(inner) });
}

/** Wrong lives of a store. */
export const lifeFaults = [
  ...faultsOf('lifecycle', {
    'has no name': (inner) => ({ ...inner, manifest: { ...inner.manifest, name: '' } }),
    'cannot be closed twice': closing((inner) => {
      let closed = false;
      return async () => {
        if (closed) throw new Error('closed already');
        closed = true;
        await inner.close();
      };
    }),
    'answers after closing': replacing('values', () => ({ get: async () => undefined })),
    'throws what its driver throws after closing': replacing('reader', ({ reader }) => ({
      depth: async () =>
        await reader.depth().catch(() => {
          throw new TypeError('The database connection is not open');
        }),
    })),
    'says it shares its data and does not': (inner) => ({
      ...inner,
      manifest: { ...inner.manifest, processes: 'many' },
    }),
    'says its data outlives closing and loses it': (inner) => ({
      ...inner,
      manifest: { ...inner.manifest, durable: true },
    }),
  }),
  ...faultsOf(
    'lifecycle',
    {
      'answers before it has written, and does not wait when it closes': (inner) => {
        let closed = false;
        return {
          ...inner,
          jobs: {
            ...inner.jobs,
            acceptJob: async (input) => {
              void gap().then(() => (closed ? undefined : inner.jobs.acceptJob(input)));
              return { kind: 'accepted', job: input.job };
            },
          },
          close: async () => {
            closed = true;
            await inner.close();
          },
        };
      },
      'says its data goes with it and keeps it': (inner) => ({
        ...inner,
        manifest: { ...inner.manifest, durable: false },
      }),
    },
    exclusiveManifest,
  ),
  ...faultsOf(
    'lifecycle',
    {
      'forgets its dispatch records over a restart': (inner) => {
        const here = new Set<string>();
        return replacing('jobs', ({ jobs }) => ({
          acceptJob: async (input) => {
            here.add(input.job.id);
            return await jobs.acceptJob(input);
          },
          recordDispatch: async (input) => {
            const outcome = await jobs.recordDispatch(input);
            const job = (await allJobs(inner)).find(({ id }) => id === input.from.id);
            const before = !here.has(input.from.id);
            return outcome.kind === 'already-recorded' && before && job !== undefined
              ? { kind: 'recorded', job }
              : outcome;
          },
        }))(inner);
      },
    },
    sharedManifest,
  ),
];
