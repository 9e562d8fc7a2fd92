import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exchangeOf } from '../../test/support/exchange-of.ts';
import { differencesOf } from './request-differences.ts';

const named = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 3 }));
const sent = (body: unknown) => exchangeOf({ requestBody: JSON.stringify(body) });

it('[mock.journal.differences] finds nothing between equal bodies, in any order of members', () => {
  fc.assert(
    fc.property(named, (body) => {
      const reversed = Object.fromEntries(Object.entries(body).toReversed());
      expect(differencesOf(sent(body), sent(reversed))).toEqual([]);
    }),
  );
});

it('[mock.journal.differences] finds the one field that was changed, with both values', () => {
  fc.assert(
    fc.property(named, fc.string(), (body, seed) => {
      const [earlier, later] = [sent({ ...body, SEED: seed }), sent({ ...body, SEED: `${seed}!` })];
      expect(differencesOf(earlier, later)).toEqual([
        { field: 'body.SEED', earlier: JSON.stringify(seed), later: JSON.stringify(`${seed}!`) },
      ]);
    }),
  );
});

it('[mock.journal.differences] compares what is no JSON, or too deep for fields, as a whole', () => {
  const deep = (end: string) => `${'['.repeat(20_000)}${end}${']'.repeat(20_000)}`;
  for (const [one, other] of [
    ['not JSON', 'nor this'],
    [deep('1'), deep('2')],
  ]) {
    const found = differencesOf(
      exchangeOf({ requestBody: one ?? null }),
      exchangeOf({ requestBody: other ?? null }),
    );
    expect(found.map(({ field }) => field)).toEqual(['body']);
  }
});

it('[mock.journal.differences] names the headers that identify a client, and a missing body', () => {
  const client = { userAgent: 'a/1', idempotencyKey: 'one', retryCount: null };
  const earlier = exchangeOf({ client, requestBody: '{"prompt":"a"}' });
  const later = exchangeOf({ client: { ...client, idempotencyKey: null, retryCount: '1' } });
  expect(differencesOf(earlier, later)).toEqual([
    { field: 'header.idempotency-key', earlier: 'one', later: null },
    { field: 'body.prompt', earlier: '"a"', later: null },
    { field: 'header.x-stainless-retry-count', earlier: null, later: '1' },
  ]);
});
