import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeingSent, turnToRepeat } from './turn-to-repeat.ts';

const instant = fc.integer({ min: 0, max: 10_000_000_000 });
const life = fc.integer({ min: 3_600_000, max: 1_000_000_000 });

describe('[providers.keyed.life] the turn of a lost submission to be sent again', () => {
  it('comes only within half the life of its key and a day, by a clock that may be off by the other half', () => {
    fc.assert(
      fc.property(instant, instant, life, (sentFrom, now, keyLifeMs) => {
        const turn = turnToRepeat({ sendDeadlineAt: sentFrom }, { sentFrom, keyLifeMs }, now);
        expect(turn.kind === 'over').toBe(
          Math.abs(now - sentFrom) > Math.min(keyLifeMs / 2, 86_400_000),
        );
      }),
    );
  });

  it('comes after the end of the call before it, unless a clock that was set back stated that end', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -10, max: 7_200_000 }), (now, leftMs) => {
        const job = { sendDeadlineAt: now + leftMs };
        const turn = turnToRepeat(job, { sentFrom: now, keyLifeMs: 86_400_000 }, now);
        const isLater = leftMs > 0 && leftMs <= 3_600_000;
        expect(isBeingSent(job, now)).toBe(isLater);
        expect(turn).toEqual(isLater ? { kind: 'later', at: now + leftMs } : { kind: 'now' });
      }),
    );
  });

  it('never comes for a submission whose key leads to the work of another job', () => {
    fc.assert(
      fc.property(instant, life, (now, keyLifeMs) => {
        const turn = turnToRepeat({ sendDeadlineAt: null }, { sentFrom: now, keyLifeMs }, now);
        expect(turn).toEqual({ kind: 'over' });
        expect(isBeingSent({ sendDeadlineAt: null }, now)).toBe(false);
      }),
    );
  });
});
