import { describe, expect, it } from 'vitest';
import { sayAxisTimes } from './axis-times.ts';

const hour = 3_600_000;
const evening = Date.UTC(2026, 0, 5, 22);

describe('the times of an axis', () => {
  it('are times of the day, and the day where a new one begins', () => {
    const instants = [0, 1, 2, 3].map((hours) => evening + hours * hour);
    expect(sayAxisTimes(instants, 'en-GB', 'UTC')).toEqual(['22:00', '23:00', '6 Jan', '01:00']);
    expect(sayAxisTimes(instants, 'zh', 'UTC')).toEqual(['22:00', '23:00', '1月6日', '01:00']);
  });

  it('are days only where no two are of one day', () => {
    const instants = [0, 24, 48].map((hours) => evening + hours * hour);
    expect(sayAxisTimes(instants, 'en-GB', 'UTC')).toEqual(['5 Jan', '6 Jan', '7 Jan']);
  });

  it('may be one or none', () => {
    expect(sayAxisTimes([evening], 'en-GB', 'UTC')).toEqual(['22:00']);
    expect(sayAxisTimes([], 'en-GB', 'UTC')).toEqual([]);
  });
});
