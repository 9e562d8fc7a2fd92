import { describe, expect, test } from 'vitest';
import { levelFor } from './level.ts';
import { pictureSize } from './picture-size.ts';

describe('levelFor', () => {
  test.for([
    [176, 144, 15, 10],
    [320, 240, 24, 13],
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
    expect(levelFor({ ...pictureSize(width, height), framesPerSecond })).toBe(level);
  });

  test('minds the long side of a thin picture', () => {
    expect(levelFor({ macroblockColumns: 4, macroblockRows: 100, framesPerSecond: 1 })).toBe(22);
  });

  test('refuses what no level holds', () => {
    const tooLarge = { macroblockColumns: 300, macroblockRows: 200, framesPerSecond: 24 };
    expect(() => levelFor(tooLarge)).toThrow(RangeError);
  });
});
