import { expect, it } from 'vitest';
import { createStepClock } from '../../../test/step-clock.ts';
import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import { offer } from './offer-response.ts';

const minuteMs = 60_000;

it.each([1, 11])(
  '[providers.images.delivered] a file is offered for ten minutes from the end of its process on, %d minutes after it came',
  async (minutes) => {
    const clock = createStepClock();
    const ends = new AbortController();
    let endedAt: number | null = null;
    const offered = offer(clock, {
      save: () => Promise.reject(new StorageUnavailable('It is full.', { applied: 'no' })),
      onFailure: async () => undefined,
      signal: ends.signal,
    }).catch(() => {
      endedAt = clock.monotonicMs();
    });
    await clock.advance(minutes * minuteMs);
    ends.abort();
    await clock.advance(10 * minuteMs);
    expect(endedAt).toBeNull();
    await clock.advance(1_001);
    await offered;
    expect(endedAt).toBeGreaterThan((minutes + 10) * minuteMs);
  },
);
