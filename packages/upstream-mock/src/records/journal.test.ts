import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { Journal } from './journal.ts';

function exchange(id: number, path: string): Exchange {
  const client = { userAgent: null, idempotencyKey: null, retryCount: null };
  return {
    id,
    at: 0,
    realAt: 0,
    request: {
      method: 'GET',
      path,
      query: [],
      wire: 'mock',
      client,
      hasKeyInUrl: false,
      hasCredential: false,
      isLocal: true,
    },
    settings: 0,
    failedJobs: null,
    op: 'other',
    route: null,
    jobs: [],
    attempt: null,
    ruling: null,
    isDisturbed: false,
    waitMs: null,
    hasBadBytes: false,
    reachesEnd: false,
    reported: null,
    end: null,
    endedAfter: null,
  };
}

it('[mock.journal] keeps the latest entries that fit, says how many went, and never loses the last', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lengths, (given) => {
      const most = 8_000;
      const journal = new Journal(most);
      for (const length of given) journal.add(exchange(journal.takeId(), 'x'.repeat(length)));
      const { entries, evicted } = journal.page({ limit: 1_000 }, () => undefined);
      const expected = given.map((_, index) => index + 1).slice(evicted);
      expect(entries.map(({ id }) => id)).toEqual(expected);
      expect(entries.length).toBeGreaterThan(0);
      const texts = (from: number) => given.slice(from).reduce((sum, length) => sum + length, 0);
      expect(entries.length === 1 || texts(evicted) <= most).toBe(true);
      // One more would not have fitted, by any honest count of what an entry costs.
      if (evicted > 0)
        expect(texts(evicted - 1) + (entries.length + 1) * 600).toBeGreaterThan(most);
    }),
  );
});
