import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/doubles/manual-clock.ts';
import { OpenTransfers, type Transfer } from './open-transfers.ts';
import { defaultPace } from './transfer-pace.ts';

/** A transfer that moves as the test sets it. */
class Moving implements Transfer {
  readonly piece: number | null;
  isOver = false;
  moved = 0;
  waitsForUs = false;
  ended = 0;

  constructor(piece: number | null = null) {
    this.piece = piece;
  }

  end(): void {
    this.ended += 1;
    this.isOver = true;
  }
}

async function pass(
  clock: ReturnType<typeof createManualClock>,
  seconds: number,
  eachSecond: () => void = () => undefined,
): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    eachSecond();
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const yieldsBelow = defaultPace.yieldsBelowBytesPerSecond;

describe('the slowest of open transfers', () => {
  it('[flow.slowest-goes] is one of those asked for and below the bound, and is found where one hardly moves', async () => {
    const rate = fc.integer({ min: 1, max: 4 * yieldsBelow });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ rate, isAsked: fc.boolean() }), { minLength: 1, maxLength: 8 }),
        async (made) => {
          const clock = createManualClock();
          const transfers = new OpenTransfers<{ readonly rate: number; readonly isAsked: boolean }>(
            clock,
            defaultPace,
          );
          const moving = made.map((one) => ({ ...one, transfer: new Moving() }));
          for (const one of moving) transfers.add(one.transfer, one);
          await pass(clock, 20, () => {
            for (const one of moving) one.transfer.moved += one.rate;
          });
          const found = transfers.slowest(({ isAsked }) => isAsked);
          const asked = made.filter(({ isAsked }) => isAsked).map((one) => one.rate);
          // A transfer below 64 KiB in all this time. Others may have moved 64 KiB just now, and look faster.
          if (found === undefined) expect(Math.min(...asked)).toBeGreaterThan((64 * 1024) / 21);
          else {
            expect(found.holder.isAsked).toBe(true);
            expect(found.holder.rate).toBeLessThan(2 * yieldsBelow);
          }
          for (const one of moving) one.transfer.isOver = true;
          await pass(clock, 1);
          expect(clock.sleepers).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('[flow.slowest-goes] is never one that has just begun, or that waits for us', async () => {
    const clock = createManualClock();
    const transfers = new OpenTransfers<string>(clock, defaultPace);
    const [waiting, young] = [new Moving(), new Moving()];
    waiting.waitsForUs = true;
    transfers.add(waiting, 'waits');
    await pass(clock, 30);
    transfers.add(young, 'young');
    await pass(clock, 2);
    expect(transfers.slowest(() => true)).toBeUndefined();
    await pass(clock, 1);
    expect(transfers.slowest(() => true)?.holder).toBe('young');
  });

  it('[flow.files.floor] has the time of each piece, however much it took before', async () => {
    const clock = createManualClock();
    const transfers = new OpenTransfers<string>(clock, defaultPace);
    const file = new Moving(64 * 1024);
    transfers.add(file, 'file');
    for (let piece = 0; piece < 5; piece += 1) {
      await pass(clock, 120);
      file.moved += 64 * 1024;
    }
    expect(file.ended).toBe(0);
    await pass(clock, 130);
    expect(file.ended).toBe(1);
  });
});
