import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPace, checkPace } from './transfer-pace.ts';

const { stallMs, floorBytesPerSecond } = defaultPace;

describe('the pace of a body', () => {
  it('[flow.body.stall-408] that is silent for a minute is a stall, whatever came before', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(1_000_000_000), (extraMs, bytes) => {
        const silentMs = stallMs + extraMs;
        const progress = { elapsedMs: silentMs + extraMs, silentMs, bytes };
        expect(checkPace(progress, defaultPace)).toBe('stalled');
      }),
    );
  });

  it('[flow.body.floor-408] of a sender at the floor or above continues without a time limit', () => {
    fc.assert(
      fc.property(
        fc.nat(48 * 3600),
        fc.integer({ min: floorBytesPerSecond, max: 10_000_000 }),
        (seconds, rate) => {
          const progress = { elapsedMs: seconds * 1000, silentMs: 1000, bytes: seconds * rate };
          expect(checkPace(progress, defaultPace)).toBe('goes-on');
        },
      ),
    );
  });

  it('[flow.body.floor-408] of a sender below the floor is too slow sooner or later, never in the first minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: floorBytesPerSecond - 1 }), (rate) => {
        const check = (seconds: number) =>
          checkPace(
            { elapsedMs: seconds * 1000, silentMs: 1000, bytes: seconds * rate },
            defaultPace,
          );
        expect(check(60)).toBe('goes-on');
        expect(check(60 * (floorBytesPerSecond + 1))).toBe('too-slow');
      }),
    );
  });
});
