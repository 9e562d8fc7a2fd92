import { describe, expect, test } from 'vitest';
import { lowestLevel, noLevelMessage } from './level.ts';

describe('lowestLevel', () => {
  test.for([
    [176, 144, 15, 30],
    [854, 480, 24, 30],
    [1120, 480, 24, 31],
    [1280, 720, 24, 31],
    [1280, 720, 60, 32],
    [1680, 720, 24, 32],
    [1920, 1080, 24, 40],
    [1080, 1920, 24, 40],
    [1920, 1080, 60, 42],
    [4096, 2304, 30, 52],
  ] as const)('%i x %i at %i fps is level_idc %i', ([width, height, framesPerSecond, level]) => {
    expect(lowestLevel({ width, height, framesPerSecond })).toBe(level);
  });

  test('minds the long side of a thin picture', () => {
    expect(lowestLevel({ width: 64, height: 1808, framesPerSecond: 1 })).toBe(30);
    expect(lowestLevel({ width: 64, height: 1810, framesPerSecond: 1 })).toBe(31);
  });

  test('returns none for a picture beyond every level', () => {
    const shape = { width: 4800, height: 3200, framesPerSecond: 24 };
    expect(lowestLevel(shape)).toBeUndefined();
    expect(noLevelMessage(shape)).toMatch('300x200');
  });
});
