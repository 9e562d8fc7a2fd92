import { describe, expect, test } from 'vitest';
import { movieTiming } from './movie-timing.ts';
import type { VideoScene } from './scene.ts';

const scene = (changes: Partial<VideoScene>): VideoScene => ({
  width: 64,
  height: 64,
  prompt: '',
  model: '',
  aspectRatio: '',
  resolution: '',
  seed: '',
  jobId: '',
  accountLabel: '',
  durationSeconds: 4,
  audio: false,
  ...changes,
});

describe('movieTiming', () => {
  test.for([
    [{}, 24, 4000, 96],
    [{ durationSeconds: 4.5 }, 24, 4500, 108],
    [{ durationSeconds: 4.51 }, 24, 4510, 109],
    [{ durationSeconds: 0.001 }, 24, 1, 1],
    [{ durationSeconds: 1.00049 }, 24, 1000, 24],
    [{ framesPerSecond: 30 }, 30, 4000, 120],
    [{ framesPerSecond: 1, durationSeconds: 2.5 }, 1, 2500, 3],
  ] as const)('of %j', ([changes, framesPerSecond, durationMs, frameCount]) => {
    expect(movieTiming(scene(changes))).toEqual({
      framesPerSecond,
      durationMs,
      frameCount,
      idrInterval: 2 * framesPerSecond,
    });
  });

  test.for([
    { framesPerSecond: 0 },
    { framesPerSecond: 61 },
    { framesPerSecond: 23.976 },
    { framesPerSecond: Number.NaN },
    { durationSeconds: 0 },
    { durationSeconds: -1 },
    { durationSeconds: 600.1 },
    { durationSeconds: Number.NaN },
    { durationSeconds: Number.POSITIVE_INFINITY },
  ])('refuses %j', (changes) => {
    expect(() => movieTiming(scene(changes))).toThrow(RangeError);
  });
});
