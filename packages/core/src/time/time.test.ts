import { fc, test as law } from '@fast-check/vitest';
import { expect } from 'vitest';
import { checkInstant, longestClockLeadMs, setBackAfterMs, setBackBy } from './check-instant.ts';

const instant = fc.integer({ min: 0, max: 4e12 });
const hour = 3_600_000;

law.prop([instant, instant, instant])(
  '[clocks.retention.jump] an instant is believed exactly while something else reaches to an hour before it',
  (now, newest, elapsed) => {
    const checked = checkInstant(now, { newest, elapsed });
    const isNear = now <= newest + hour || now <= elapsed + hour;
    expect(checked.kind).toBe(isNear ? 'trusted' : 'jumped');
    if (checked.kind === 'jumped') {
      expect(checked.to).toBe(now);
      expect(checked.from).toBeLessThan(now - longestClockLeadMs);
      expect([newest, elapsed]).toContain(checked.from);
    } else expect(checked.at).toBe(now);
  },
);

law.prop([instant, instant])(
  '[clocks.schedule.set-back] what waits is moved by exactly what the clock went back, and by nothing for less than nodes may differ',
  (newest, now) => {
    const by = setBackBy(newest, now);
    expect(by === 0 || newest - by === now).toBe(true);
    expect(by > 0).toBe(now < newest - setBackAfterMs);
  },
);
