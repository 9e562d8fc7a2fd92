import { expect, it } from 'vitest';
import { idempotencyDigest } from './job-keys.ts';

it('[migration.keys] is the digest every store keeps keys under', () => {
  expect(idempotencyDigest({ scope: 'user:1', key: 'k' })).toBe('T4ZqBpdhPBh0D61Ux42leE');
});

it('keeps apart what would be the same when joined', () => {
  const pairs = [
    { scope: 'ab', key: 'c' },
    { scope: 'a', key: 'bc' },
    { scope: '1:a', key: 'bc' },
  ];
  expect(new Set(pairs.map(idempotencyDigest)).size).toBe(pairs.length);
});
