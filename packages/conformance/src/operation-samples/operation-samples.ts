import { deepStrictEqual, equal } from 'node:assert/strict';
import { type OperationSample, type StorageBundle, summariseSamples } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';
import { dayStart, fullSample, minuteMs, newSample, sampleQuery } from './samples.ts';

async function record(
  { operationSamples }: StorageBundle,
  samples: readonly OperationSample[],
): Promise<void> {
  for (const sample of samples) await operationSamples.record(sample);
}

/** Minutes, since `dayStart`, in a list of single minutes. */
async function minutes(
  { operationSamples }: StorageBundle,
  wish: Parameters<typeof sampleQuery>[0] = {},
): Promise<readonly number[]> {
  const summaries = await operationSamples.list(sampleQuery(wish));
  return summaries.map(({ at }) => (at - dayStart) / minuteMs);
}

/** Figures over time. */
export const sampleLaws: LawGroup<StorageContext> = {
  name: 'operation-samples.list',
  laws: [
    {
      name: 'a sample is kept whole, and none is there before',
      holds: async ({ bundle }) => {
        deepStrictEqual(await bundle.operationSamples.list(sampleQuery()), []);
        await record(bundle, [fullSample(1)]);
        deepStrictEqual(
          await bundle.operationSamples.list(sampleQuery()),
          summariseSamples([fullSample(1)], minuteMs),
        );
      },
    },
    {
      name: 'a sample takes the place of the earlier one of its node and minute, and of no other',
      holds: async ({ bundle }) => {
        const [other, last] = [newSample(1, { node: 'node-2' }), fullSample(1)];
        await record(bundle, [newSample(1), other, newSample(2), last, last]);
        deepStrictEqual(
          await bundle.operationSamples.list(sampleQuery()),
          summariseSamples([other, last, newSample(2)], minuteMs),
        );
      },
    },
    {
      name: 'a list has the minutes that began from the one instant on and before the other, earliest first',
      holds: async ({ bundle }) => {
        await record(
          bundle,
          [4, 1, 3, 0, 2].map((minute) => newSample(minute)),
        );
        deepStrictEqual(await minutes(bundle), [0, 1, 2, 3, 4]);
        const from = dayStart + minuteMs;
        deepStrictEqual(await minutes(bundle, { from }), [1, 2, 3, 4]);
        deepStrictEqual(await minutes(bundle, { from: from + 1 }), [2, 3, 4]);
        deepStrictEqual(await minutes(bundle, { until: from + 2 * minuteMs }), [0, 1, 2]);
        deepStrictEqual(await minutes(bundle, { until: from + 2 * minuteMs + 1 }), [0, 1, 2, 3]);
        deepStrictEqual(await minutes(bundle, { from, until: from }), []);
      },
    },
    {
      name: 'steps have all that nodes saw and did in them, those without a sample are left out',
      holds: async ({ bundle }) => {
        const samples = [...Array(60).keys()]
          .filter((minute) => minute < 20 || minute >= 45)
          .flatMap((minute) => [fullSample(minute), newSample(minute, { node: 'node-2' })]);
        await record(bundle, samples);
        for (const stepMs of [minuteMs, 5 * minuteMs, 7 * minuteMs, 86_400_000])
          deepStrictEqual(
            await bundle.operationSamples.list(sampleQuery({ stepMs })),
            summariseSamples(samples, stepMs),
            `steps of ${stepMs} ms`,
          );
      },
    },
    {
      name: 'samples of three days are listed whole',
      holds: async ({ bundle }) => {
        const samples = Array.from({ length: 3 * 24 * 6 }, (_, index) => newSample(index * 10));
        await Promise.all(samples.map((sample) => bundle.operationSamples.record(sample)));
        const stepMs = 60 * minuteMs;
        const listed = await bundle.operationSamples.list(sampleQuery({ stepMs }));
        const expected = summariseSamples(samples, stepMs);
        equal(listed.length, expected.length);
        deepStrictEqual(listed, expected);
      },
    },
    {
      name: 'what any connection recorded, all list',
      holds: async ({ bundle, connections }) => {
        const ways = await connections(3);
        const samples = ways.map((_, index) => fullSample(5, `node-${index}`));
        await Promise.all(
          ways.map((way, index) =>
            way.operationSamples.record(samples[index] ?? fullSample(5, 'none')),
          ),
        );
        for (const way of [bundle, ...ways])
          deepStrictEqual(
            await way.operationSamples.list(sampleQuery()),
            summariseSamples(samples, minuteMs),
          );
      },
    },
  ],
};

/** Figures that are not kept for ever, but longer than a process lives. */
export const sampleRetentionLaws: LawGroup<StorageContext> = {
  name: 'operation-samples.retention',
  laws: [
    {
      name: 'samples of minutes before the instant are removed, the oldest first, as many as wished and no other',
      holds: async ({ bundle }) => {
        const { operationSamples } = bundle;
        await record(
          bundle,
          [4, 0, 2, 1, 3].map((minute) => newSample(minute)),
        );
        const before = dayStart + 3 * minuteMs;
        equal(await operationSamples.removeBefore({ before, limit: 2 }), 2);
        deepStrictEqual(await minutes(bundle), [2, 3, 4]);
        equal(await operationSamples.removeBefore({ before, limit: 2 }), 1);
        deepStrictEqual(await minutes(bundle), [3, 4]);
        equal(await operationSamples.removeBefore({ before, limit: 2 }), 0);
        deepStrictEqual(await minutes(bundle), [3, 4]);
      },
    },
    {
      name: 'samples outlive closing where data does',
      holds: async ({ bundle, harness }) => {
        await record(bundle, [fullSample(1), newSample(2)]);
        await bundle.close();
        const again = await harness.reopen();
        deepStrictEqual(
          await again.operationSamples.list(sampleQuery()),
          bundle.manifest.durable ? summariseSamples([fullSample(1), newSample(2)], minuteMs) : [],
        );
      },
    },
  ],
};
