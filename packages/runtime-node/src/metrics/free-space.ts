import type { BlobStore, Clock, FreeSpace, Logger } from '@filmgate/core';

/** How long a reading holds, in ms: many uploads at once ask the disk once. */
const readingHoldsMs = 1_000;

/** Less room than any write of a store takes, in bytes. */
const fullBelowBytes = 1024 * 1024;

export interface FreeSpaceInput {
  /** Where bytes are kept; the one with the least room decides, one that cannot tell does not. */
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

/** Tells from the disks themselves whether there is room for what callers bring. */
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
