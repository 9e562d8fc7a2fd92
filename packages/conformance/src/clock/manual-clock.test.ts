import { describe, expect, it } from 'vitest';
import { createManualClock } from './manual-clock.ts';

describe('createManualClock', () => {
  it('only moves on request', async () => {
    const clock = createManualClock(1_000);
    expect([clock.now(), clock.monotonicMs()]).toEqual([1_000, 0]);
    await clock.advance(250);
    expect([clock.now(), clock.monotonicMs()]).toEqual([1_250, 250]);
  });

  it('wakes sleepers in the order of their instants, each at its own', async () => {
    const clock = createManualClock(0);
    const woken: [string, number][] = [];
    const sleep = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push([name, clock.now()]);
    };
    const sleeps = [sleep('late', 300), sleep('early', 100), sleep('later', 500)];
    await clock.advance(400);
    expect(woken).toEqual([
      ['early', 100],
      ['late', 300],
    ]);
    expect(clock.nextWakeAt()).toBe(500);
    await clock.advance(100);
    await Promise.all(sleeps);
    expect(woken.at(-1)).toEqual(['later', 500]);
    expect(clock.nextWakeAt()).toBeNull();
  });

  it('that stalls wakes everyone late and together, in the order of their instants', async () => {
    const clock = createManualClock(0);
    const woken: [string, number][] = [];
    const sleep = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push([name, clock.monotonicMs()]);
    };
    const sleeps = [sleep('second', 200), sleep('first', 100), sleep('last', 900)];
    await clock.stall(500);
    expect(woken).toEqual([
      ['first', 500],
      ['second', 500],
    ]);
    await clock.advance(400);
    await Promise.all(sleeps);
    expect(woken.at(-1)).toEqual(['last', 900]);
  });

  it('lets a woken sleeper sleep again within the same advance', async () => {
    const clock = createManualClock(0);
    const instants: number[] = [];
    const beat = async () => {
      for (let count = 0; count < 3; count += 1) {
        await clock.sleep(100);
        instants.push(clock.now());
      }
    };
    const beats = beat();
    await clock.advance(1_000);
    await beats;
    expect(instants).toEqual([100, 200, 300]);
    expect(clock.now()).toBe(1_000);
  });

  it('ends a sleep at once when it is aborted, before or during', async () => {
    const clock = createManualClock(0);
    await clock.sleep(1_000, AbortSignal.abort());
    const controller = new AbortController();
    const sleeping = clock.sleep(1_000, controller.signal);
    controller.abort();
    await sleeping;
    expect(clock.now()).toBe(0);
    expect(clock.nextWakeAt()).toBeNull();
  });

  it('keeps durations when the wall clock is set', async () => {
    const clock = createManualClock(10_000);
    const sleeping = clock.sleep(100);
    clock.setWall(5_000);
    expect([clock.now(), clock.monotonicMs()]).toEqual([5_000, 0]);
    await clock.advance(100);
    await sleeping;
    expect([clock.now(), clock.monotonicMs()]).toEqual([5_100, 100]);
  });
});
