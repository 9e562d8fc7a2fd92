import { expect, it } from 'vitest';
import { keyDigest } from './key-digest.ts';

it('is a short text, the same for the same scope and key', () => {
  const digest = keyDigest({ scope: 'user:1', key: 'k' });
  expect(digest).toMatch(/^[\w-]{22}$/);
  expect(keyDigest({ scope: 'user:1', key: 'k' })).toBe(digest);
});

it('keeps apart what would be the same when joined', () => {
  const pairs = [
    { scope: 'ab', key: 'c' },
    { scope: 'a', key: 'bc' },
    { scope: '', key: 'abc' },
    { scope: '1:a', key: 'bc' },
    { scope: 'abc', key: '' },
  ];
  expect(new Set(pairs.map(keyDigest)).size).toBe(pairs.length);
});

it('[migration.keys] is the digest every store keeps keys under', () => {
  expect(keyDigest({ scope: 'user:1', key: 'k' })).toBe('T4ZqBpdhPBh0D61Ux42leE');
});
