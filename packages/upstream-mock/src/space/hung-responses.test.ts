import { describe, expect, it } from 'vitest';
import { MockClock } from '../job/mock-clock.ts';
import { type HungResponse, HungResponses } from './hung-responses.ts';

function open() {
  const clock = new MockClock({ now: () => 0, speed: 1 });
  clock.put({ mode: { kind: 'frozen' }, at: 0, start: 0 });
  const ended: string[] = [];
  const caller = (name: string): HungResponse => ({ end: async () => void ended.push(name) });
  return { clock, ended, caller, hung: new HungResponses(clock) };
}

describe('callers who are kept waiting', () => {
  it('[mock.clock.settled] are let go when the clock has come to their end, and no sooner', async () => {
    const { clock, ended, caller, hung } = open();
    hung.hold(caller('two'), 2_000);
    hung.hold(caller('one'), 1_000);
    hung.hold(caller('never'), null);
    const left = hung.hold(caller('left'), 1_000);
    left();
    expect([hung.size, hung.ends()]).toEqual([3, [2_000, 1_000]]);
    clock.advance(999);
    await hung.settle();
    expect(ended).toEqual([]);
    clock.advance(1);
    await hung.settle();
    expect(ended).toEqual(['one']);
    clock.advance(1e9);
    await hung.settle();
    expect([ended, hung.size, hung.ends()]).toEqual([['one', 'two'], 1, []]);
    await hung.endAll();
    expect([ended, hung.size]).toEqual([['one', 'two', 'never'], 0]);
  });

  it('[mock.clock.settled] have ended when settling has', async () => {
    const { clock, hung } = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    let settled = false;
    hung.hold({ end: () => promise }, 1);
    clock.advance(1);
    const settling = hung.settle().then(() => {
      settled = true;
    });
    await Promise.resolve();
    expect(settled).toBe(false);
    resolve();
    await settling;
    expect(settled).toBe(true);
  });

  it('[mock.clock.settled] are let go by themselves where the clock runs', async () => {
    const clock = new MockClock({ now: () => performance.now(), speed: 1 });
    const hung = new HungResponses(clock);
    await new Promise<void>((resolve) => {
      hung.hold({ end: async () => resolve() }, clock.now() + 5);
    });
    expect(hung.size).toBe(0);
  });

  it('[mock.clock.settled] are looked at again when a standing clock begins to run', async () => {
    let real = 0;
    const clock = new MockClock({ now: () => real, speed: 1 });
    clock.put({ mode: { kind: 'frozen' }, at: 0, start: 0 });
    const hung = new HungResponses(clock);
    const ended = new Promise<void>((resolve) => {
      hung.hold({ end: async () => resolve() }, 10);
    });
    clock.put({ mode: { kind: 'real' }, at: 0, start: null });
    real = 10;
    await hung.settle();
    await ended;
    expect(hung.size).toBe(0);
  });
});
