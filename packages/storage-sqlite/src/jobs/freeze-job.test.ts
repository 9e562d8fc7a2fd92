import { createJobFactory } from '@filmgate/conformance';
import type { JsonValue } from '@filmgate/core';
import { expect, it } from 'vitest';
import { freezeJob, freezeNext } from './freeze-job.ts';
import { frozenJson } from './frozen-json.ts';

const make = createJobFactory();

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

it('freezes a copy of every part and leaves the original alone', () => {
  for (const state of ['queued', 'submitted', 'completed', 'failed'] as const) {
    const job = { ...make.jobIn(state), warnings: [{ param: 'a', message: 'b' }] };
    const frozen = freezeJob(job);
    expect(frozen).toEqual(job);
    expect(isDeeplyFrozen(frozen)).toBe(true);
    expect(Object.isFrozen(job) || Object.isFrozen(job.request)).toBe(false);
  }
});

it('takes frozen parts as they are, so that they stay the same', () => {
  const first = freezeJob(make.jobIn('submitted'));
  const second = freezeNext(first, { ...first, request: make.newJob().request, version: 9 });
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
