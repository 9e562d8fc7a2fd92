import type { BlobStore, Clock, FreeSpace, Logger } from '@filmgate/core';

/** Lifetime of a reading, in ms: many simultaneous uploads read the disk once. */
const readingHoldsMs = 1_000;

/** Less space than any write of a store needs, in bytes. */
const fullBelowBytes = 1024 * 1024;

export interface FreeSpaceInput {
  /** Blob stores; the one with the least space decides, one with unknown space does not. */
  readonly blobs: readonly Pick<BlobStore, 'freeBytes'>[];
  /** Bytes kept free for results; read at each use. */
  readonly minBytes: () => number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

interface Reading {
  readonly at: number;
  readonly freeBytes: Promise<number | null>;
}

/** Checks on the disks themselves that there is space for uploads. */
export function createFreeSpace({ blobs, minBytes, clock, log }: FreeSpaceInput): FreeSpace {
  let latest: Reading | undefined;
  let wasFull = false;
  const read = (): Promise<number | null> => {
    const at = clock.monotonicMs();
    if (latest === undefined || at - latest.at >= readingHoldsMs)
      latest = { at, freeBytes: leastOf(blobs) };
    return latest.freeBytes;
  };
  const isFull = async (): Promise<boolean> => {
    const freeBytes = await read();
    const isNow = freeBytes !== null && freeBytes < fullBelowBytes;
    if (isNow && !wasFull) log.error('disk-full', new Error('The disk is full.'), { freeBytes });
    if (!isNow && wasFull) log.info('disk-has-room');
    wasFull = isNow;
    return isNow;
  };
  return {
    isFull,
    isLow: async () => {
      const freeBytes = await read();
      return freeBytes !== null && freeBytes < minBytes();
    },
  };
}

async function leastOf(blobs: FreeSpaceInput['blobs']): Promise<number | null> {
  const read = await Promise.all(blobs.map((one) => one.freeBytes()));
  const known = read.filter((bytes) => bytes !== null);
  return known.length === 0 ? null : Math.min(...known);
}
