import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { interruptions, stopOnSignals } from './signals.ts';

describe('interruptions', () => {
  it('ask at the first signal, and end the process at the second', () => {
    const source = new EventEmitter();
    const exits: number[] = [];
    const signal = interruptions(source, (code) => exits.push(code));
    expect(signal.aborted).toBe(false);
    source.emit('SIGINT');
    expect([signal.aborted, exits]).toEqual([true, []]);
    source.emit('SIGTERM');
    expect(exits).toEqual([130]);
  });
});

function harness() {
  const source = new EventEmitter();
  const exits: number[] = [];
  let now = 0;
  let stops = 0;
  const stopped = Promise.withResolvers<void>();
  stopOnSignals({
    source,
    monotonicMs: () => now,
    stop: () => {
      stops += 1;
      return stopped.promise;
    },
    exit: (code) => exits.push(code),
  });
  return {
    exits,
    stopped,
    stops: () => stops,
    at: (instant: number, signal: 'SIGTERM' | 'SIGINT') => {
      now = instant;
      source.emit(signal);
    },
  };
}

describe('stopOnSignals', () => {
  it('drains once and exits cleanly', async () => {
    const { at, exits, stopped, stops } = harness();
    at(0, 'SIGTERM');
    expect(exits).toEqual([]);
    stopped.resolve();
    await stopped.promise;
    await Promise.resolve();
    expect(stops()).toBe(1);
    expect(exits).toEqual([0]);
  });

  it('treats a second signal within 2 s as the same one', () => {
    const { at, exits, stops } = harness();
    at(0, 'SIGTERM');
    at(2_000, 'SIGINT');
    expect(exits).toEqual([]);
    expect(stops()).toBe(1);
  });

  it('exits at once on a later second signal', () => {
    const { at, exits } = harness();
    at(0, 'SIGTERM');
    at(2_001, 'SIGTERM');
    expect(exits).toEqual([1]);
  });

  it('exits with an error when stopping fails', async () => {
    const { at, exits, stopped } = harness();
    at(0, 'SIGINT');
    stopped.reject(new Error('the store is gone'));
    await expect(stopped.promise).rejects.toThrow();
    await Promise.resolve();
    expect(exits).toEqual([1]);
  });
});
