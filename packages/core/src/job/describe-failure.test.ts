import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../test/event-samples.ts';
import type { UpstreamErrorKind } from '../upstream/upstream-refusal.ts';
import { describeFailure, failureCodeOf } from './describe-failure.ts';
import { type JobFailureCode, jobFailureCodes } from './job-failure.ts';
import { trailKinds } from './trail-kind.ts';

const codes: { readonly [K in UpstreamErrorKind]: JobFailureCode } = {
  policy: 'content_rejected',
  invalid: 'request_rejected',
  login: 'account_login_lost',
  forbidden: 'account_forbidden',
  credits: 'account_credits_exhausted',
  rate_limited: 'rate_limited',
  concurrency: 'rate_limited',
  unavailable: 'upstream_unavailable',
  internal: 'generation_failed',
  protocol: 'generation_failed',
};

describe('a failure', () => {
  it('has one sentence of its own for each code, and keeps the code', () => {
    const failures = jobFailureCodes.map(describeFailure);
    expect(failures.map(({ code }) => code)).toEqual(jobFailureCodes);
    expect(failures.filter(({ message }) => !/^[A-Z][^]{15,}\.$/.test(message))).toEqual([]);
    expect(new Set(failures.map(({ message }) => message)).size).toBe(jobFailureCodes.length);
  });

  it.each(Object.entries(codes))('of a provider that reports %s is called %s', (kind, code) => {
    const error = { ...eventSamples.refused.error, kind: kind as UpstreamErrorKind };
    expect(failureCodeOf(error)).toBe(code);
  });
});

it.each([
  ['codes of failures', jobFailureCodes, '_'],
  ['words of the trail', trailKinds, '-'],
])('%s are words, each once', (_what, words, between) => {
  const form = new RegExp(`^[a-z]+(?:${between}[a-z]+)*$`);
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((word) => !form.test(word))).toEqual([]);
  expect(new Set<string>(words).size).toBe(words.length);
});
