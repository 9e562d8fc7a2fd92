import { describe, expect, it } from 'vitest';
import { createStepClock } from '../../test/step-clock.ts';
import { createDeadlines } from './deadlines.ts';

function scene() {
  const clock = createStepClock();
  const deadlines = createDeadlines(clock);
  const expired: string[] = [];
  const add = (name: string, ms: number) =>
    deadlines.add(ms, () => void expired.push(`${name}@${clock.monotonicMs()}`));
  return { clock, expired, add };
}

describe('deadlines', () => {
  it('expire each at its own time, whatever lengths there are', async () => {
    const { clock, expired, add } = scene();
    add('long', 1800);
    add('short', 900);
    await clock.advance(100);
    add('late', 900);
    await clock.advance(799);
    expect(expired).toEqual([]);
    await clock.advance(1);
    expect(expired).toEqual(['short@900']);
    await clock.advance(5000);
    expect(expired).toEqual(['short@900', 'late@1000', 'long@1800']);
  });

  it('[local.wait.cheap] share one sleep for each length, and none when no caller waits', async () => {
    const { clock, expired, add } = scene();
    const cancels = Array.from({ length: 10_000 }, (_, index) => add(String(index), 900));
    expect(clock.sleepers).toBe(1);
    for (const cancel of cancels) cancel();
    await clock.advance(0);
    expect(clock.sleepers).toBe(0);
    await clock.advance(2000);
    expect(expired).toEqual([]);
  });

  it('expire for who began after all others had left', async () => {
    const { clock, expired, add } = scene();
    const leave = add('gone', 900);
    await clock.advance(300);
    leave();
    add('next', 900);
    await clock.advance(899);
    expect(expired).toEqual([]);
    await clock.advance(1);
    expect(expired).toEqual(['next@1200']);
    expect(clock.sleepers).toBe(0);
  });

  it('pass over who left before', async () => {
    const { clock, expired, add } = scene();
    const leave = add('eldest', 900);
    await clock.advance(50);
    add('younger', 900);
    leave();
    leave();
    await clock.advance(2000);
    expect(expired).toEqual(['younger@950']);
  });

  it('of nothing expire at once', async () => {
    const { clock, expired, add } = scene();
    add('now', 0);
    await clock.advance(0);
    expect(expired).toEqual(['now@0']);
  });
});
