import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exchangeOf } from '../../test/support/exchange-of.ts';
import { Journal } from './journal.ts';

it('[mock.journal] keeps the latest entries that fit, says how many went, and never loses the last', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lengths, (given) => {
      const most = 8_000;
      const journal = new Journal(most);
      for (const length of given)
        journal.add(exchangeOf({ id: journal.takeId(), path: 'x'.repeat(length) }));
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

it('[mock.journal.bodies] counts what an entry gains later, and drops the bodies of entries it drops', () => {
  const journal = new Journal(8_000);
  const entries = [1, 2, 3].map(() => exchangeOf({ id: journal.takeId() }));
  for (const entry of entries) journal.add(entry);
  const keep = (at: number) => {
    const entry = entries[at];
    if (entry === undefined) throw new Error(`no entry ${at}`);
    journal.change(entry, { requestBody: 'x'.repeat(5_000) });
  };
  keep(0);
  keep(1);
  expect(journal.page({ limit: 10 }, () => undefined)).toMatchObject({
    entries: [{ id: 2 }, { id: 3 }],
    evicted: 1,
  });
  keep(0);
  expect(entries.map(({ requestBody }) => requestBody?.length ?? null)).toEqual([
    null,
    5_000,
    null,
  ]);
});
