import { expect, it } from 'vitest';
import type { Sample } from '../../api/responses.ts';
import { ratePerMinute } from './rate-per-minute.ts';

const times = { count: 0, p50_ms: null, p95_ms: null };
const sample: Sample = {
  at: '',
  samples: 1,
  open: null,
  groups: [],
  waiting: null,
  unknown_outcomes: null,
  busy_slots: null,
  total_slots: null,
  used_bytes: null,
  free_bytes: null,
  accepted: 0,
  completed: 0,
  failed: 0,
  credits_spent: 0,
  calls: 30,
  failed_calls: 0,
  to_result: times,
  to_start: times,
};
const minute = 60_000;
const instants = [0, 1, 2, 3].map((step) => step * minute);

it.each([
  ['a whole span', [sample, sample, sample, sample], 4 * minute, 7.5],
  ['the time since the first sample', [undefined, undefined, sample, undefined], 3.5 * minute, 20],
  ['a minute at least', [undefined, undefined, undefined, sample], 3.1 * minute, 30],
  ['nothing', [undefined, undefined, undefined, undefined], 4 * minute, null],
] as const)('is counted over %s', (_, steps, now, rate) => {
  expect(ratePerMinute({ times: instants, steps, total: sample }, now)).toBe(rate);
});
