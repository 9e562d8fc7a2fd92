import {
  type OperationSample,
  type OperationSamples,
  type OperationSamplesQuery,
  type OperationSummary,
  summariseSamples,
} from '@filmgate/core';
import { minuteMs } from '../../../src/operation-samples/samples.ts';
import { exclusiveManifest, sharedManifest } from '../../support/memory-storage-harness.ts';
import { faultsOf, replacing } from './breaking.ts';

function samples(change: (inner: OperationSamples) => Partial<OperationSamples>) {
  return replacing('operationSamples', ({ operationSamples }) => change(operationSamples));
}

/** Changes samples on their way in. */
function taking(change: (sample: OperationSample) => OperationSample) {
  return samples((inner) => ({ record: (sample) => inner.record(change(sample)) }));
}

/** Changes the query. */
function asking(change: (query: OperationSamplesQuery) => Partial<OperationSamplesQuery>) {
  return samples((inner) => ({ list: (query) => inner.list({ ...query, ...change(query) }) }));
}

/** Changes the returned summaries. */
function showing(change: (summaries: readonly OperationSummary[]) => readonly OperationSummary[]) {
  return samples((inner) => ({ list: async (query) => change(await inner.list(query)) }));
}

/** Keeps samples under a different key. */
function keptBy(keyOf: (sample: OperationSample) => string, keep: 'first' | 'last' = 'last') {
  return samples(() => {
    const kept = new Map<string, OperationSample>();
    return {
      record: async (sample) => {
        if (keep === 'last' || !kept.has(keyOf(sample))) kept.set(keyOf(sample), sample);
      },
      list: async ({ from, until, stepMs }) =>
        summariseSamples(
          [...kept.values()].filter(({ at }) => at >= from && at < until),
          stepMs,
        ),
    };
  });
}

/** Figures that are lost, corrupted or mixed up. */
export const sampleFaults = faultsOf('operation-samples', {
  'drops the buckets of histograms': taking((sample) => ({ ...sample, toResult: {} })),
  'takes no reading for a reading of nothing': taking((sample) => ({
    ...sample,
    gateway: { ...sample.gateway, usedBytes: sample.gateway.usedBytes ?? 0 },
  })),
  'keeps 32 bits of a number': taking((sample) => ({
    ...sample,
    gateway: { ...sample.gateway, usedBytes: (sample.gateway.usedBytes ?? 0) % 2 ** 32 },
  })),
  'drops what has no name': taking((sample) => ({
    ...sample,
    accounts: Object.fromEntries(Object.entries(sample.accounts).filter(([id]) => id !== '')),
  })),
  'keeps the first of a minute': keptBy(({ at, node }) => `${at} ${node}`, 'first'),
  'adds to the minute in place of replacing it': keptBy((sample) => JSON.stringify(sample)),
  'keeps one node for each minute': keptBy(({ at }) => String(at)),
  'keeps one minute for each node': keptBy(({ node }) => node),
  'leaves out the first minute': asking(({ from }) => ({ from: from + 1 })),
  'lists the last minute too': asking(({ until }) => ({ until: until + 1 })),
  'lists whatever the beginning': asking(() => ({ from: 0 })),
  'lists latest first': showing((summaries) => summaries.toReversed()),
  'lists single minutes whatever the step': asking(() => ({ stepMs: minuteMs })),
  'begins steps where the list begins': samples((inner) => ({
    list: async ({ from, until, stepMs }) => {
      const shift = from % stepMs;
      const singles = await inner.list({ from, until, stepMs: minuteMs });
      const byStep = Map.groupBy(singles, ({ at }) => Math.floor((at - shift) / stepMs));
      const starts = [...byStep.keys()].map((step) => step * stepMs + shift);
      const steps = await inner.list({ from, until, stepMs });
      return steps.map((one, index) => ({ ...one, at: starts[index] ?? one.at }));
    },
  })),
  'lists a hundred samples at most': samples((inner) => ({
    list: async (query) => {
      const singles = await inner.list({ ...query, stepMs: minuteMs });
      const last = singles[99]?.at ?? query.until;
      return await inner.list({ ...query, until: Math.min(query.until, last + 1) });
    },
  })),
  'removes the instant itself': samples((inner) => ({
    removeBefore: ({ before, limit }) => inner.removeBefore({ before: before + 1, limit }),
  })),
  'removes without a limit': samples((inner) => ({
    removeBefore: async ({ before, limit }) =>
      Math.min(limit, await inner.removeBefore({ before, limit: 1_000_000 })),
  })),
  'says how many it may remove': samples((inner) => ({
    removeBefore: async (input) => {
      await inner.removeBefore(input);
      return input.limit;
    },
  })),
  'removes nothing': samples(() => ({ removeBefore: async () => 0 })),
});

/** Faults that only show between connections and across closings. */
export const sampleLifeFaults = [
  ...faultsOf(
    'operation-samples',
    { 'keeps samples to each connection': keptBy(({ at, node }) => `${at} ${node}`) },
    sharedManifest,
  ),
  ...faultsOf(
    'operation-samples',
    { 'forgets samples when it is closed': keptBy(({ at, node }) => `${at} ${node}`) },
    exclusiveManifest,
  ),
];
