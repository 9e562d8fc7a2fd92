import { expect, it } from 'vitest';
import { claimDigests, isContent, storedClaim } from './key-digest.ts';

it('[migration.keys] is the digest every store keeps keys under', () => {
  expect(claimDigests.ofKey({ scope: 'user:1', key: 'k' })).toBe('T4ZqBpdhPBh0D61Ux42leE');
});

it('a claim without a key is stored under its content, which serves as the fingerprint too', () => {
  const stored = storedClaim({ scope: 'user:1', key: null, fingerprint: '1:print' });
  expect(stored).toEqual({ digest: '~IRGAJaNbYlhwO8HxAp2rOO', fingerprint: '' });
  expect(isContent(stored.digest)).toBe(true);
});
