import {
  appendSummaries,
  type OperationSample,
  operationSampleSchema,
  type OperationSamples,
  type OperationSamplesQuery,
  type OperationSummary,
  summariseSamples,
} from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { defineScript } from '../script/script.ts';

/** Samples read by one script: other calls wait meanwhile. */
const SAMPLES_PER_READ = 250;

/** KEYS: samples, sample-order. ARGV: member, minute, sample as JSON. */
const recordSample = defineScript({
  name: 'samples.record',
  kind: 'change',
  whileHalted: 'allowed',
  lua: `
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 'recorded'`,
});

/**
 * KEYS: samples, sample-order. ARGV: first minute, minute after the last, number of samples of the first minute to
 * skip, number to read. Returns pairs of minute and sample, earliest first.
 */
const listSamples = defineScript({
  name: 'samples.list',
  kind: 'read',
  whileHalted: 'allowed',
  lua: `
local rows = redis.call('ZRANGEBYSCORE', KEYS[2], ARGV[1], '(' .. ARGV[2], 'WITHSCORES', 'LIMIT', ARGV[3], ARGV[4])
local samples = {}
for index = 1, #rows, 2 do samples[#samples + 1] = { rows[index + 1], redis.call('HGET', KEYS[1], rows[index]) } end
return samples`,
});

/** KEYS: samples, sample-order. ARGV: before, limit. */
const removeSamples = defineScript({
  name: 'samples.removeBefore',
  kind: 'change',
  whileHalted: 'allowed',
  lua: `
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])
for _, member in ipairs(old) do
  redis.call('ZREM', KEYS[2], member)
  redis.call('HDEL', KEYS[1], member)
end
return tostring(#old), #old == 0`,
});

const piece = z.array(z.tuple([z.string(), z.string()]));

/** Figures over time, of all nodes. */
export function createOperationSamples(store: OpenStore): OperationSamples {
  const { scripts } = store;
  const keys = [store.keys.of('samples'), store.keys.of('sample-order')];
  return {
    record: async (sample) => {
      const args = [`${String(sample.at)}:${sample.node}`, sample.at, JSON.stringify(sample)];
      await scripts.change(recordSample, { keys, args });
    },
    list: async (query) => {
      const steps: OperationSummary[] = [];
      for await (const samples of readPieces(store, query))
        appendSummaries(steps, summariseSamples(samples, query.stepMs));
      return steps;
    },
    removeBefore: async ({ before, limit }) => {
      const { outcome } = await scripts.change(removeSamples, { keys, args: [before, limit] });
      return Number(outcome);
    },
  };
}

/** Matching samples, earliest first, in pieces. */
async function* readPieces(
  { scripts, keys: space }: OpenStore,
  { from, until }: OperationSamplesQuery,
): AsyncGenerator<readonly OperationSample[], void> {
  const keys = [space.of('samples'), space.of('sample-order')];
  let [minute, passed] = [from, 0];
  for (;;) {
    const args = [minute, until, passed, SAMPLES_PER_READ];
    const rows = piece.parse(await scripts.read(listSamples, { keys, args }));
    yield rows.map(([, sample]) => operationSampleSchema.parse(JSON.parse(sample)));
    if (rows.length < SAMPLES_PER_READ) return;
    const last = Number(rows.at(-1)?.[0]);
    const ofLast = rows.filter(([at]) => Number(at) === last).length;
    passed = last === minute ? passed + ofLast : ofLast;
    minute = last;
  }
}
