import { isFinal, type Job, jobStates, resultWaits, type StorageBundle } from '@filmgate/core';
import { Counter, Gauge, Histogram, type Registry } from '@platformatic/prom-client';
import { whileStoreResponds } from './watch-store.ts';

/** From an instant mock to the longest wait, in seconds. */
const durationBuckets = [1, 2, 5, 10, 20, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 7200];

/** Watches open jobs, ended jobs and durations. The label `model` is the family: ids would be hundreds of series. */
export function watchJobs(registry: Registry, storage: StorageBundle, now: () => number): void {
  countEnds(registry, storage);
  gaugeOpen(registry, storage);
  gaugeNotIndexed(registry, storage);
  gaugeFetched(registry, storage, now);
}

function countEnds(registry: Registry, { events }: StorageBundle): void {
  const labelNames = ['state', 'model'] as const;
  const registers = [registry];
  const total = new Counter({
    name: 'filmgate_jobs_total',
    help: 'Jobs ended since the start of this process.',
    labelNames,
    registers,
  });
  const duration = new Histogram({
    name: 'filmgate_job_duration_seconds',
    help: 'Duration from acceptance to end of a job, in seconds.',
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  // Final states have no further events, so each job is announced in one only once.
  events.subscribeAll(({ state, request, createdAt, updatedAt }) => {
    if (!isFinal(state)) return;
    const labels = { state, model: request.family };
    total.inc(labels);
    duration.observe(labels, (updatedAt - createdAt) / 1000);
  });
}

function gaugeOpen(registry: Registry, { reader }: StorageBundle): void {
  const waiting = new Gauge({
    name: 'filmgate_queue_depth',
    help: 'Jobs waiting for an account.',
    registers: [],
    collect: whileStoreResponds(
      async () => (await reader.depth()).waiting,
      (gauge, count) => gauge.set(count),
    ),
  });
  const open = new Gauge({
    name: 'filmgate_open_jobs',
    help: 'Open jobs by state.',
    labelNames: ['state'],
    registers: [],
    collect: whileStoreResponds(
      async () => (await reader.depth()).byState,
      (gauge, byState) => {
        for (const state of jobStates.filter((one) => !isFinal(one)))
          gauge.set({ state }, byState[state]);
      },
    ),
  });
  const unreadable = new Gauge({
    name: 'filmgate_unreadable_jobs',
    help: 'Jobs set aside because of unreadable records.',
    registers: [],
    collect: whileStoreResponds(
      async () => (await reader.unreadable()).length,
      (gauge, count) => gauge.set(count),
    ),
  });
  registry.registerMetric(unreadable);
  registry.registerMetric(waiting);
  registry.registerMetric(open);
}

function gaugeNotIndexed(registry: Registry, storage: StorageBundle): void {
  const notIndexed = storage.notIndexed?.bind(storage);
  if (notIndexed === undefined) return;
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_jobs_not_indexed',
      help: 'Ended jobs not yet in the search index (upper bound).',
      registers: [],
      collect: whileStoreResponds(
        () => notIndexed(),
        (gauge, count) => gauge.set(count),
      ),
    }),
  );
}

/** Maximum number of finished videos in these figures; more wait only in a serious failure. */
const mostFetched = 1_000;

/** Gauges videos that are finished at the provider and not stored yet: the cause of the wait, and the longest wait. */
function gaugeFetched(registry: Registry, { reader }: StorageBundle, now: () => number): void {
  const finished = async (): Promise<readonly Job[]> => {
    const page = await reader.list({ ...everyone, limit: mostFetched });
    return page.kind === 'page' ? page.jobs : [];
  };
  const waiting = new Gauge({
    name: 'filmgate_results_waiting',
    help: 'Videos finished at the provider but not stored yet, by cause.',
    labelNames: ['awaits'],
    registers: [],
    collect: whileStoreResponds(finished, (gauge, jobs) => {
      for (const awaits of ['nothing', ...resultWaits])
        gauge.set({ awaits }, jobs.filter((job) => awaitedBy(job) === awaits).length);
    }),
  });
  const oldest = new Gauge({
    name: 'filmgate_results_waiting_oldest_seconds',
    help: 'Age of the oldest finished video that is not stored yet, in seconds.',
    registers: [],
    collect: whileStoreResponds(finished, (gauge, jobs) => {
      const since = Math.min(now(), ...jobs.map((job) => job.resultFetch?.since ?? job.updatedAt));
      gauge.set((now() - since) / 1000);
    }),
  });
  registry.registerMetric(waiting);
  registry.registerMetric(oldest);
}

function awaitedBy({ resultFetch }: Job): string {
  return resultFetch?.awaits ?? 'nothing';
}

const everyone = {
  owner: null,
  surface: null,
  states: ['storing'],
  models: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'oldest-first',
  after: null,
} as const;
