import { createManualClock } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { WakeUp } from './wake-up.ts';

function sleeper() {
  const clock = createManualClock();
  const stopping = new AbortController();
  const wakeUp = new WakeUp(clock, stopping.signal);
  let awake = false;
  const sleep = (ms: number): void => {
    awake = false;
    void wakeUp.sleep(ms).then(() => {
      awake = true;
    });
  };
  return { clock, stopping, wakeUp, sleep, isAwake: () => awake };
}

describe('WakeUp', () => {
  it('sleeps for the given time', async () => {
    const { clock, sleep, isAwake } = sleeper();
    sleep(1_000);
    await clock.advance(999);
    expect(isAwake()).toBe(false);
    await clock.advance(1);
    expect(isAwake()).toBe(true);
  });

  it('is ended by a notification, once', async () => {
    const { clock, wakeUp, sleep, isAwake } = sleeper();
    sleep(1_000);
    wakeUp.notify();
    await clock.advance(0);
    expect(isAwake()).toBe(true);
    sleep(1_000);
    await clock.advance(0);
    expect(isAwake()).toBe(false);
  });

  it('loses no notification between two sleeps', async () => {
    const { clock, wakeUp, sleep, isAwake } = sleeper();
    wakeUp.notify();
    wakeUp.notify();
    sleep(1_000);
    await clock.advance(0);
    expect(isAwake()).toBe(true);
  });

  it('is ended by the stop, before and during a sleep', async () => {
    const { clock, stopping, sleep, isAwake } = sleeper();
    sleep(1_000);
    stopping.abort();
    await clock.advance(0);
    expect(isAwake()).toBe(true);
    const late = new WakeUp(clock, stopping.signal);
    await late.sleep(1_000_000);
    expect(clock.nextWakeAt()).toBeNull();
  });

  it('does not sleep for nothing', async () => {
    const { clock, sleep, isAwake } = sleeper();
    sleep(0);
    await clock.advance(0);
    expect(isAwake()).toBe(true);
  });
});
