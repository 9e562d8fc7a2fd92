import { describe, expect, it } from 'vitest';
import { latestInstant } from './clock-setting.ts';
import { MockClock } from './mock-clock.ts';

describe("the mock's clock", () => {
  it('runs with the real one, ahead of it by what it was advanced', () => {
    let real = 1_000;
    const clock = new MockClock({ now: () => real, speed: 20 });
    clock.advance(500);
    real += 10;
    expect(clock.now()).toBe(1_510);
  });

  it('does not go back when the real one does', () => {
    let real = 1_000;
    const clock = new MockClock({ now: () => real, speed: 1 });
    expect(clock.now()).toBe(1_000);
    real = 400;
    expect(clock.now()).toBe(1_000);
  });

  it.each([
    [1, 2_000, 2_000],
    [20, 2_000, 100],
    [3, 100, 34],
    [0.5, 100, 200],
    [1_000, 0, 0],
    [1e-300, 1, latestInstant],
  ])('[mock.timing] at speed %d a wait of %d ms takes %d whole ms', (speed, wait, taken) => {
    expect(new MockClock({ now: () => 0, speed }).scaled(wait)).toBe(taken);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a speed of %d', (speed) => {
    expect(() => new MockClock({ now: () => 0, speed })).toThrow(RangeError);
  });
});
