import type { Job, JobEvents, StorageBundle } from '@filmgate/core';
import { sharedManifest } from '../../support/memory-storage-harness.ts';
import { faultsOf, gap, replacing } from './breaking.ts';

/** Announces through the inner events only jobs that pass the filter. */
function filtering(passes: (job: Job) => boolean) {
  return replacing('events', ({ events }) => ({
    subscribe: (jobId, listener) => events.subscribe(jobId, (job) => passes(job) && listener(job)),
    subscribeAll: (listener) => events.subscribeAll((job) => passes(job) && listener(job)),
  }));
}

/** Separate events, called only for acts through this very connection. */
function ownEvents(): JobEvents & { announce(job: Job): void; announceWork(): void } {
  const ofJobs = new Set<(job: Job) => void>();
  const ofWork = new Set<() => void>();
  return {
    subscribe: (jobId, listener) => {
      const mine = (job: Job) => job.id === jobId && listener(job);
      ofJobs.add(mine);
      return () => ofJobs.delete(mine);
    },
    subscribeAll: (listener) => {
      ofJobs.add(listener);
      return () => ofJobs.delete(listener);
    },
    onWork: (listener) => {
      ofWork.add(listener);
      return () => ofWork.delete(listener);
    },
    announce: (job) => ofJobs.forEach((listener) => listener(job)),
    announceWork: () => ofWork.forEach((listener) => listener()),
  };
}

/** Wrong announcements of changes. */
export const eventFaults = [
  ...faultsOf('job-events', {
    'leaves out dispatch records': filtering(({ state }) => state !== 'dispatching'),
    'tells every subscriber of every job': replacing('events', ({ events }) => ({
      subscribe: (_jobId, listener) => events.subscribeAll(listener),
    })),
    'does not announce new jobs': filtering(({ version }) => version > 1),
    'announces a change before it is saved': (inner) => {
      const events = ownEvents();
      return Object.assign(
        replacing('jobs', ({ jobs }) => ({
          commit: async (input) => {
            events.announce(input.next);
            await gap();
            return await jobs.commit(input);
          },
        }))(inner),
        { events },
      );
    },
    'announces what was refused as stale': (inner) => {
      const events = ownEvents();
      inner.events.subscribeAll((job) => events.announce(job));
      return Object.assign(
        replacing('jobs', ({ jobs }) => ({
          commit: async (input) => {
            const outcome = await jobs.commit(input);
            if (outcome.kind === 'stale') events.announce(input.next);
            return outcome;
          },
        }))(inner),
        { events },
      );
    },
    'never lets go of a subscriber': replacing('events', ({ events }) => ({
      subscribe: (jobId, listener) => {
        events.subscribe(jobId, listener);
        return () => {};
      },
      onWork: (listener) => {
        events.onWork(listener);
        return () => {};
      },
    })),
  }),
  ...faultsOf(
    'job-events',
    {
      'announces to its own connection only': (inner) => {
        const events = ownEvents();
        return Object.assign(
          replacing('jobs', ({ jobs }) => ({
            commit: async (input) => {
              const outcome = await jobs.commit(input);
              if (outcome.kind === 'committed') events.announce(outcome.job);
              return outcome;
            },
          }))(inner),
          { events },
        );
      },
    },
    sharedManifest,
  ),
];

type WorkSource = 'acceptJob' | 'releaseClaim' | 'commit' | 'slot' | 'add' | 'edit';

/** Announces work after everything except one kind of act. */
function silentAfter(silent: WorkSource): (inner: StorageBundle) => StorageBundle {
  return (inner) => {
    const own = ownEvents();
    const { jobs, accounts, events } = inner;
    const after = async <Outcome>(
      source: WorkSource,
      outcome: Promise<Outcome>,
    ): Promise<Outcome> => {
      const said = await outcome;
      if (source !== silent) own.announceWork();
      return said;
    };
    return {
      ...inner,
      events: { ...events, onWork: (listener) => own.onWork(listener) },
      jobs: {
        ...jobs,
        acceptJob: (input) => after('acceptJob', jobs.acceptJob(input)),
        releaseClaim: (input) => after('releaseClaim', jobs.releaseClaim(input)),
        commit: (input) => after(input.next.dueAt === null ? 'slot' : 'commit', jobs.commit(input)),
      },
      accounts: {
        ...accounts,
        add: (input) => after('add', accounts.add(input)),
        edit: (input) => after('edit', accounts.edit(input)),
      },
    };
  };
}

/** Wrong announcements of work. */
export const workFaults = faultsOf('job-events', {
  'does not wake the runner for a new job': silentAfter('acceptJob'),
  'does not wake the runner for a job that is given back': silentAfter('releaseClaim'),
  'does not wake the runner for a decision': silentAfter('commit'),
  'does not wake the runner for a free slot': silentAfter('slot'),
  'does not wake the runner for a new account': silentAfter('add'),
  'does not wake the runner for an edited account': silentAfter('edit'),
});
