import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../clock/manual-clock.ts';
import { createMemoryStorage } from '../memory/create-memory-storage.ts';
import { type PortCall, scriptedFaults, seededFaults } from './fault-plan.ts';
import { withFaults, withStorageFaults } from './with-faults.ts';

function counter() {
  const done: number[] = [];
  return {
    done,
    add: async (number: number) => {
      done.push(number);
      return done.length;
    },
  };
}

describe('withFaults', () => {
  it('does not make a call that fails before, and says what the plan lets it know', async () => {
    const inner = counter();
    const port = withFaults(inner, { decide: () => ({ kind: 'before', applied: 'no' }) });
    await expect(port.add(1)).rejects.toMatchObject({ name: 'StorageUnavailable', applied: 'no' });
    expect(inner.done).toEqual([]);
  });

  it('makes a call that fails after, without knowing its result', async () => {
    const inner = counter();
    const port = withFaults(inner, { decide: () => ({ kind: 'after' }) });
    await expect(port.add(1)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(port.add(2)).rejects.toMatchObject({ applied: 'unknown' });
    expect(inner.done).toEqual([1, 2]);
  });

  it('passes the call to the plan', async () => {
    const calls: PortCall[] = [];
    const plan = {
      decide: (call: PortCall) => {
        calls.push(call);
        return { kind: 'none' } as const;
      },
    };
    const port = withFaults(counter(), plan, 'jobs');
    await port.add(1);
    await port.add(2);
    expect(calls).toEqual([
      { port: 'jobs', method: 'add', earlier: 0 },
      { port: 'jobs', method: 'add', earlier: 1 },
    ]);
  });

  it('rethrows errors of the inner call unchanged', async () => {
    const error = new RangeError('inner');
    const inner = { fail: async () => Promise.reject(error) };
    await expect(withFaults(inner, seededFaults(calm)).fail()).rejects.toBe(error);
  });
});

const calm = { seed: 1, beforeShare: 0, afterShare: 0 };

describe('scriptedFaults', () => {
  it('follows the script of each method and lets later calls through', async () => {
    const bundle = withStorageFaults(
      createMemoryStorage(),
      scriptedFaults({ 'values.put': ['none', 'before', 'after'] }),
    );
    await bundle.values.put('a', 'one');
    await expect(bundle.values.put('a', 'two')).rejects.toMatchObject({ applied: 'no' });
    expect(await bundle.values.get('a')).toBe('one');
    await expect(bundle.values.put('a', 'three')).rejects.toMatchObject({ applied: 'unknown' });
    expect(await bundle.values.get('a')).toBe('three');
    await bundle.values.put('a', 'four');
  });
});

describe('seededFaults', () => {
  const call: PortCall = { port: 'jobs', method: 'commit', earlier: 0 };
  const draw = (seed: number, count: number) => {
    const plan = seededFaults({ seed, beforeShare: 0.2, afterShare: 0.3 });
    return Array.from({ length: count }, () => plan.decide(call));
  };

  it('draws the same faults for the same seed, and others for another', () => {
    expect(draw(5, 50)).toEqual(draw(5, 50));
    expect(draw(5, 50)).not.toEqual(draw(6, 50));
  });

  it('draws each kind as often as it should', () => {
    const kinds = draw(1, 10_000).map(({ kind }) => kind);
    const share = (kind: string) => kinds.filter((drawn) => drawn === kind).length / kinds.length;
    expect(share('before')).toBeCloseTo(0.2, 1);
    expect(share('after')).toBeCloseTo(0.3, 1);
  });

  it('exempts the given calls, without shifting the faults of the others', () => {
    const some = seededFaults({
      seed: 5,
      beforeShare: 0.2,
      afterShare: 0.3,
      only: ({ method }) => method === 'commit',
    });
    const drawn = draw(5, 20).map((fault, index) => {
      const method = index % 2 === 0 ? 'commit' : 'claimDue';
      const expected = method === 'commit' ? fault : { kind: 'none' };
      return [some.decide({ ...call, method }), expected];
    });
    for (const [fault, expected] of drawn) expect(fault).toEqual(expected);
  });

  it('holds calls up on the clock it is given', async () => {
    const clock = createManualClock(0);
    const plan = seededFaults({ ...calm, delays: { clock, maximumMs: 1_000 } });
    const inner = counter();
    const adding = withFaults(inner, plan).add(1);
    await clock.advance(0);
    expect(inner.done).toEqual([]);
    await clock.advance(1_000);
    expect(await adding).toBe(1);
  });
});
