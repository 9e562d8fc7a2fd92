import { createManualClock, createMemoryStorage } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { createLeaderLease } from './leader-lease.ts';

const minute = 60_000;

function world() {
  const clock = createManualClock();
  const { values } = createMemoryStorage();
  const node = (holder: string) => createLeaderLease({ values, clock, name: 'upkeep', holder });
  return { clock, values, one: node('one'), other: node('other') };
}

describe('a turn', () => {
  it('[fleet.clean-up-once] is one process\u2019s until its time is over', async () => {
    const { clock, one, other } = world();
    expect(await one.take(15 * minute)).toBe(true);
    expect(await other.take(15 * minute)).toBe(false);
    await clock.advance(10 * minute);
    expect(await one.take(15 * minute)).toBe(true);
    await clock.advance(14 * minute);
    expect(await other.take(15 * minute)).toBe(false);
    await clock.advance(minute);
    expect(await other.take(15 * minute)).toBe(true);
    expect(await one.take(15 * minute)).toBe(false);
  });

  it('[fleet.clean-up-once] of many that ask at once exactly one has it', async () => {
    const { clock, values } = world();
    const nodes = Array.from({ length: 20 }, (_, index) =>
      createLeaderLease({ values, clock, name: 'upkeep', holder: `node ${index}` }),
    );
    const taken = await Promise.all(nodes.map((node) => node.take(minute)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('[fleet.clean-up-once] that was released is free at once, and no node releases another\u2019s', async () => {
    const { one, other } = world();
    await one.take(15 * minute);
    await other.giveBack();
    expect(await other.take(minute)).toBe(false);
    await one.giveBack();
    expect(await other.take(minute)).toBe(true);
  });
});
