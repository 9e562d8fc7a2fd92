import { expect, it } from 'vitest';
import type { Sample } from '../../api/responses.ts';
import { groupsByLoad } from './busiest-groups.ts';

const times = { count: 0, p50_ms: null, p95_ms: null };

function sampleWith(busyById: { readonly [id: string]: number | null }): Sample {
  const groups = Object.entries(busyById).map(([id, busy]) => ({
    id,
    busy,
    total: 4,
    waiting: null,
  }));
  const nothing = { waiting: null, unknown_outcomes: null, busy_slots: null, total_slots: null };
  const counts = { accepted: 0, completed: 0, failed: 0, credits_spent: 0, calls: 0 };
  return {
    at: '',
    samples: 0,
    open: null,
    ...nothing,
    ...counts,
    failed_calls: 0,
    used_bytes: null,
    free_bytes: null,
    to_result: times,
    to_start: times,
    groups,
  };
}

it('[console.capacity] lists who was busy first, with a value or a gap for each step', () => {
  const steps = [sampleWith({ a: 1, b: 0 }), undefined, sampleWith({ b: 3, c: null, a: 1 })];
  expect(groupsByLoad(steps)).toEqual([
    { id: 'b', values: [0, null, 3] },
    { id: 'a', values: [1, null, 1] },
    { id: 'c', values: [null, null, null] },
  ]);
  expect(groupsByLoad([undefined])).toEqual([]);
});
