import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFailedCredentials, type FailedCredentials } from './failed-credentials.ts';
import { createRecordingLog } from '../../test/doubles/recording-log.ts';

const windowMs = 15 * 60_000;

const failedAt = (now: () => number): FailedCredentials =>
  createFailedCredentials({ clock: { now }, log: createRecordingLog() });

/** Counts the wrong keys that are reported as wrong. */
function countReported(count: number, addressOf: (index: number) => string): number {
  const failed = failedAt(() => 0);
  const waits = Array.from({ length: count }, (_, index) => failed.count(addressOf(index)));
  return waits.filter((wait) => wait === null).length;
}

describe('wrong keys', () => {
  it.each([
    ['an IPv4 address', () => '192.0.2.1', 300],
    [
      'an IPv4 address in both notations',
      (index: number) => (index % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1'),
      300,
    ],
    ['an IPv6 /64', (index: number) => `2001:db8:1:2::${index.toString(16)}`, 300],
    ['an IPv6 /48', (index: number) => `2001:db8:1:${index.toString(16)}::1`, 3_000],
    ['what is no address', () => '', 300],
  ])('[guessing.wrong-keys] of %s have one budget', (_name, addressOf, budget) => {
    expect(countReported(5_000, addressOf)).toBe(budget);
  });

  it('[guessing.wrong-keys] of other addresses are not affected', () => {
    expect(countReported(5_000, (index) => `198.51.${index >> 8}.${index & 255}`)).toBe(5_000);
  });

  it('[guessing.wrong-keys] have to wait until 15 minutes after the first, and then have a new budget', () => {
    let now = 1_000;
    const failed = failedAt(() => now);
    for (let index = 0; index < 300; index += 1) expect(failed.count('192.0.2.1')).toBeNull();
    now += 60_000;
    expect(failed.count('192.0.2.1')).toBe(windowMs - 60_000);
    now += windowMs - 60_000;
    expect(failed.count('192.0.2.1')).toBeNull();
  });

  it('[guessing.wrong-keys] never have to wait longer than the window, however the clock is set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 200 })), {
          maxLength: 50,
        }),
        (steps) => {
          let now = 0;
          const failed = failedAt(() => now);
          for (const [minute, count] of steps) {
            now = minute * 10 * 60_000;
            for (let index = 0; index < count; index += 1) {
              const wait = failed.count('192.0.2.1');
              expect(wait === null || (wait > 0 && wait <= windowMs)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('[guessing.wrong-keys] beyond a budget are logged once', () => {
    const log = createRecordingLog();
    const failed = createFailedCredentials({ clock: { now: () => 0 }, log });
    for (let index = 0; index < 1_000; index += 1) failed.count('192.0.2.1');
    expect(log.events).toEqual([
      { level: 'warn', event: 'wrong_keys_throttled', text: '{"addresses":"192.0.2.1"}' },
    ]);
  });

  it('[guessing.wrong-keys] of a million addresses take bounded memory: the longest ago is forgotten', () => {
    const failed = failedAt(() => 0);
    for (let index = 0; index < 300; index += 1) failed.count('192.0.2.1');
    expect(failed.count('192.0.2.1')).not.toBeNull();
    for (let index = 0; index < 10_000; index += 1)
      failed.count(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
    expect(failed.count('192.0.2.1')).toBeNull();
  });
});
