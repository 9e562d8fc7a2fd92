import { expect, it } from 'vitest';
import { eventSamples } from '../../test/event-samples.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { frozenJson, type JsonValue } from '../json/json-value.ts';
import { freezeJob, freezeNext } from './freeze-job.ts';
import { newResultFetch } from './result-fetch.ts';

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

it('copies the parts that only some jobs have', () => {
  const { result } = eventSamples['result-stored'];
  const { sha256, size, contentType } = result;
  const resultFetch = { ...newResultFetch(1), unusable: [{ sha256, size, contentType }] };
  const parts = { result: { ...result }, resultFetch, refusedBy: ['account-one'] };
  const failure = { code: 'rate_limited', message: 'Why.' } as const;
  const job = { ...structuredClone(sampleJob('completed')), ...parts, failure: { ...failure } };
  const frozen = freezeJob(job);
  expect(frozen).toEqual(job);
  expect(isDeeplyFrozen(frozen)).toBe(true);
  expect([job.result, job.failure, job.refusedBy].some(Object.isFrozen)).toBe(false);
  const again = freezeJob(frozen);
  expect(again.result).toBe(frozen.result);
  expect(again.resultFetch).toBe(frozen.resultFetch);
  expect(again.failure).toBe(frozen.failure);
  expect(again.output).toBe(frozen.output);
  expect(again.refusedBy).toBe(frozen.refusedBy);
});

it('keeps frozen parts, so that they stay identical', () => {
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
