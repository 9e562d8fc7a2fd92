import { createManualClock } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { createFreeSpace } from './free-space.ts';

function disk(first: number | null) {
  const state = { free: first, reads: 0 };
  const freeBytes = async () => {
    state.reads += 1;
    return state.free;
  };
  return { state, blobs: { freeBytes } };
}

const reported: string[] = [];
const log = {
  info: (event: string) => void reported.push(event),
  error: (event: string) => void reported.push(event),
};

describe('free space', () => {
  it('[disk-full.told] is full below 1 MiB, and the log reports once that it is and once that it is no longer', async () => {
    const clock = createManualClock();
    const { state, blobs } = disk(1024 * 1024);
    const space = createFreeSpace({ blobs: [blobs], minBytes: () => 0, clock, log });
    const look = async (free: number) => {
      state.free = free;
      await clock.advance(1_000);
      return space.isFull();
    };
    expect(await space.isFull()).toBe(false);
    expect(await look(1024 * 1024 - 1)).toBe(true);
    expect(await look(0)).toBe(true);
    expect(reported).toEqual(['disk-full']);
    expect(await look(1024 * 1024)).toBe(false);
    expect(reported).toEqual(['disk-full', 'disk-has-room']);
  });

  it('[owner-limits.space.low] is low below the threshold of the disk with the least room', async () => {
    const clock = createManualClock();
    const [one, other] = [disk(100), disk(50)];
    const space = createFreeSpace({
      blobs: [one.blobs, other.blobs],
      minBytes: () => 50,
      clock,
      log,
    });
    expect(await space.isLow()).toBe(false);
    other.state.free = 49;
    await clock.advance(1_000);
    expect(await space.isLow()).toBe(true);
  });

  it('is not low where no disk reports its free space', async () => {
    const { blobs } = disk(null);
    const space = createFreeSpace({
      blobs: [blobs],
      minBytes: () => 1,
      clock: createManualClock(),
      log,
    });
    expect(await space.isLow()).toBe(false);
  });

  it('asks the disk once a second, however many ask it, and goes by a changed threshold at once', async () => {
    const clock = createManualClock();
    const { state, blobs } = disk(10);
    let minBytes = 5;
    const space = createFreeSpace({ blobs: [blobs], minBytes: () => minBytes, clock, log });
    await Promise.all(Array.from({ length: 50 }, () => space.isLow()));
    expect(state.reads).toBe(1);
    minBytes = 11;
    expect(await space.isLow()).toBe(true);
    await clock.advance(999);
    await space.isLow();
    expect(state.reads).toBe(1);
    await clock.advance(1);
    await space.isLow();
    expect(state.reads).toBe(2);
  });
});
