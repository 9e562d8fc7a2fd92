import { type OperationSample, type OperationSamples, summariseSamples } from '@filmgate/core';
import { frozenCopy } from './freeze.ts';
import type { MemoryState, OpenState } from './memory-state.ts';

export function createMemoryOperationSamples(open: OpenState): OperationSamples {
  return {
    record: async (sample) => {
      open().samples.set(JSON.stringify([sample.at, sample.node]), frozenCopy(sample));
    },
    list: async ({ from, until, stepMs }) => {
      const samples = [...open().samples.values()];
      return summariseSamples(
        samples.filter(({ at }) => at >= from && at < until),
        stepMs,
      );
    },
    removeBefore: async (input) => removeBefore(open(), input),
  };
}

function removeBefore(
  { samples }: MemoryState,
  { before, limit }: { readonly before: number; readonly limit: number },
): number {
  const old = [...samples]
    .filter(([, { at }]) => at < before)
    .toSorted(([, one], [, other]) => earliestFirst(one, other))
    .slice(0, limit);
  for (const [key] of old) samples.delete(key);
  return old.length;
}

function earliestFirst(one: OperationSample, other: OperationSample): number {
  return one.at - other.at;
}
