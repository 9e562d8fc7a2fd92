import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeClock,
  type ClockMode,
  type ClockSetting,
  isStopped,
  latestInstant,
  printMode,
  resetClock,
  usualStart,
} from './clock-setting.ts';
import { modeSchema } from './clock-form.ts';
import { MockClock } from './mock-clock.ts';

const instants = fc.integer({ min: 0, max: latestInstant });
const modes: fc.Arbitrary<ClockMode> = fc.oneof(
  fc.constantFrom<ClockMode>({ kind: 'real' }, { kind: 'frozen' }),
  fc.integer({ min: 1, max: 1_000 }).map((speed) => ({ kind: 'scaled' as const, speed })),
);

/** A clock, its real time and what it goes by. */
const clocks = fc
  .record({ mode: modes, wallNow: instants, now: instants, start: instants })
  .map(({ mode, wallNow, now, start }) => {
    const setting: ClockSetting = isStopped(mode)
      ? { mode, at: now, start }
      : { mode, at: now - wallNow, start: null };
    return { setting, now, wallNow };
  });

function shown(setting: ClockSetting, wallNow: number): number {
  const clock = new MockClock({ now: () => wallNow, speed: 1 });
  clock.put(setting);
  return clock.now();
}

describe('the setting of a clock', () => {
  it('[mock.clock.modes] is what the clock then shows, and never an earlier instant where there are jobs', () => {
    const wishes = fc.record({ mode: modes, set: instants }, { requiredKeys: [] });
    fc.assert(
      fc.property(clocks, wishes, fc.boolean(), (from, wish, isWithoutJobs) => {
        const change = changeClock(from, wish, isWithoutJobs);
        if (change.kind === 'refused') {
          expect([isWithoutJobs, wish.set !== undefined && wish.set < from.now]).toEqual([
            false,
            true,
          ]);
          return;
        }
        const { setting, now } = change;
        expect(shown(setting, from.wallNow)).toBe(now);
        expect(setting.mode).toEqual(wish.mode ?? from.setting.mode);
        if (!isWithoutJobs) expect(now).toBeGreaterThanOrEqual(from.now);
        if (wish.set !== undefined) expect(now).toBe(wish.set);
      }),
    );
  });

  it('[mock.clock.modes] begins at 2026-01-01 where a clock without jobs comes to stand, and else goes on where it is', () => {
    fc.assert(
      fc.property(clocks, modes, fc.boolean(), (from, mode, isWithoutJobs) => {
        const change = changeClock(from, { mode }, isWithoutJobs);
        const stops = isStopped(mode) && !isStopped(from.setting.mode);
        const now = stops && isWithoutJobs ? usualStart : from.now;
        expect(change).toMatchObject({ kind: 'changed', now });
      }),
    );
  });

  it('[mock.clock.reset] leads back to the start in the same mode: where it was set without jobs, and else 2026-01-01 or the real time', () => {
    fc.assert(
      fc.property(clocks, instants, modes, fc.nat(), (from, set, mode, moved) => {
        const change = changeClock(from, { mode, set }, true);
        if (change.kind === 'refused') throw new Error(change.message);
        const back = resetClock({ ...change.setting, at: change.setting.at + moved });
        expect(back.mode).toEqual(mode);
        expect(shown(back, from.wallNow)).toBe(isStopped(mode) ? set : from.wallNow);
        expect(resetClock(back)).toEqual(back);
      }),
    );
    const running = {
      setting: { mode: { kind: 'real' }, at: 5, start: null },
      now: 15,
      wallNow: 10,
    } as const;
    const change = changeClock(running, { mode: { kind: 'frozen' } }, false);
    if (change.kind === 'refused') throw new Error(change.message);
    expect([change.now, resetClock(change.setting).at]).toEqual([15, usualStart]);
  });

  it('[mock.clock-limit] does not go beyond the year 9999', () => {
    const from = {
      setting: { mode: { kind: 'frozen' }, at: 0, start: 0 },
      now: 0,
      wallNow: 0,
    } as const;
    expect(changeClock(from, { set: latestInstant + 1 }, true)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('9999-12-31T23:59:59.999Z'),
    });
  });
});

describe('the mode of a clock', () => {
  it('[mock.clock.modes] is read as it is written', () => {
    fc.assert(
      fc.property(modes, (mode) => {
        expect(modeSchema.parse(printMode(mode))).toEqual(mode);
      }),
    );
    expect(modeSchema.parse('scaled(0.5)')).toEqual({ kind: 'scaled', speed: 0.5 });
  });

  it.each([
    '',
    'Real',
    'scaled',
    'scaled()',
    'scaled(0)',
    'scaled(-1)',
    'scaled(1e3)',
    'frozen ',
    'skip',
  ])('[mock.clock.modes] is not %j', (text) => {
    expect(modeSchema.safeParse(text).success).toBe(false);
  });

  it('[mock.clock.modes] says whether time passes, and how fast', () => {
    let real = usualStart;
    const clock = new MockClock({ now: () => real, speed: 20 });
    const look = () => [clock.now() - usualStart, clock.scaled(1_000), clock.isStopped()];
    expect(look()).toEqual([0, 50, false]);
    real += 7;
    expect(look()).toEqual([7, 50, false]);
    clock.put({ mode: { kind: 'frozen' }, at: usualStart, start: usualStart });
    real += 7;
    expect(look()).toEqual([0, 1_000, true]);
    clock.advance(3);
    expect(look()).toEqual([3, 1_000, true]);
    clock.put({ mode: { kind: 'scaled', speed: 4 }, at: 1, start: null });
    expect(look()).toEqual([15, 250, false]);
    clock.put({ mode: { kind: 'real' }, at: 0, start: null });
    expect(look()).toEqual([14, 1_000, false]);
  });
});
