import fc from 'fast-check';
import type { JobEvent } from '../src/job/job-event.ts';
import type { UpstreamError } from '../src/upstream/upstream-refusal.ts';
import { eventSamples } from './event-samples.ts';

const arbitraryError: fc.Arbitrary<UpstreamError> = fc.record({
  kind: fc.constantFrom(
    'policy',
    'invalid',
    'login',
    'forbidden',
    'credits',
    'rate_limited',
    'concurrency',
    'unavailable',
  ),
  scope: fc.constantFrom('request', 'account', 'endpoint'),
  charge: fc.constantFrom('charged', 'not-charged', 'unknown'),
  retryAfterMs: fc.option(fc.nat(10_000)),
  detail: fc.constant('detail'),
});

/** Any event; those that end a life are rarer, so that lives grow long enough to be interesting. */
export const arbitraryEvent: fc.Arbitrary<JobEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('account-one', 'account-two', 'account-three')
      .map((accountId) => ({ ...eventSamples['account-chosen'], accountId })),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({ error: arbitraryError, elsewhere: fc.boolean() })
      .map((fields) => ({ ...eventSamples.refused, ...fields })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ error: arbitraryError, elsewhere: fc.boolean() })
      .map((fields) => ({ ...eventSamples['not-staged'], ...fields })),
  },
  {
    weight: 4,
    arbitrary: fc
      .integer({ min: 0, max: 120 })
      .map((progress) => ({ ...eventSamples.progressed, progress })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      eventSamples['outcome-lost'],
      eventSamples.found,
      eventSamples.accepted,
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(eventSamples)) },
  {
    weight: 1,
    arbitrary: arbitraryError.map((error) => ({ ...eventSamples['upstream-failed'], error })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('charged', 'not_charged')
      .map((outcome) => ({ ...eventSamples.resolved, outcome })),
  },
);
