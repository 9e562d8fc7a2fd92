import { describe, expect, test } from 'vitest';
import { lowestLevel, macroblocksOf } from './level.ts';

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
    const rate = { columns: macroblocksOf(width), rows: macroblocksOf(height), framesPerSecond };
    expect(lowestLevel(rate)).toBe(level);
  });

  test('minds the long side of a thin picture', () => {
    expect(lowestLevel({ columns: 4, rows: 113, framesPerSecond: 1 })).toBe(30);
    expect(lowestLevel({ columns: 4, rows: 114, framesPerSecond: 1 })).toBe(31);
  });

  test('knows none for what no level holds', () => {
    expect(lowestLevel({ columns: 300, rows: 200, framesPerSecond: 24 })).toBeUndefined();
  });
});
