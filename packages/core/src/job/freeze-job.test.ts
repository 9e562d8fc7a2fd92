import { expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { frozenJson } from '../json/frozen-json.ts';
import type { JsonValue } from '../json/json-value.ts';
import { freezeJob, freezeNext } from './freeze-job.ts';

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

it('freezes a copy of every part and leaves the original alone', () => {
  for (const state of ['queued', 'submitted', 'completed', 'failed'] as const) {
    const job = { ...structuredClone(sampleJob(state)), warnings: [{ param: 'a', message: 'b' }] };
    const frozen = freezeJob(job);
    expect(frozen).toEqual(job);
    expect(isDeeplyFrozen(frozen)).toBe(true);
    expect(Object.isFrozen(job) || Object.isFrozen(job.request)).toBe(false);
  }
});

it('takes frozen parts as they are, so that they stay the same', () => {
  const first = freezeJob(sampleJob('submitted'));
  const second = freezeNext(first, { ...first, request: sampleJob('queued').request, version: 9 });
  expect(second.request).toBe(first.request);
  expect(second.submission).toBe(first.submission);
  expect(second.handle).toBe(first.handle);
});

it('copies JSON of any depth', () => {
  const value: JsonValue = { a: [1, { b: [null, 'c'] }], d: { e: {} } };
  const frozen = frozenJson(value);
  expect(frozen).toEqual(value);
  expect(frozen).not.toBe(value);
  expect(isDeeplyFrozen(frozen)).toBe(true);
  expect(frozenJson(frozen)).toBe(frozen);
});
