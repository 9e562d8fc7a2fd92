import { describe, expect, test } from 'vitest';
import { movieTiming } from './movie-timing.ts';

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
    expect(movieTiming({ durationSeconds: 4, ...changes })).toEqual({
      framesPerSecond,
      durationMs,
      frameCount,
      idrInterval: 2 * framesPerSecond,
    });
  });
});
