import { expect, it } from 'vitest';
import { sayAgo, saySize, saySpan } from './say-time.ts';

it('[console.workbench-cards] times and sizes are said at a glance', () => {
  expect([-5, 0, 59_400, 120_000, 187_000, 3_900_000].map((ms) => saySpan(ms, 'en'))).toEqual([
    '0s',
    '0s',
    '59s',
    '2m',
    '3m 7s',
    '1h 5m',
  ]);
  expect([59_400, 187_000, 3_900_000].map((ms) => saySpan(ms, 'zh'))).toEqual([
    '59秒',
    '3分钟 7秒',
    '1小时 5分钟',
  ]);
  expect(sayAgo(5000, 'en')).toBe('5 sec. ago');
  expect(sayAgo(3 * 3_600_000, 'zh')).toContain('3');
  expect(sayAgo(50 * 3_600_000, 'en')).toBe('2 days ago');
  expect(sayAgo(-5 * 60_000, 'en')).toBe('in 5 min.');
  expect(sayAgo(0, 'en')).toBe('now');
  expect([saySize(900, 'en'), saySize(2_340_000, 'en')]).toEqual(['0.9 kB', '2.3 MB']);
});
