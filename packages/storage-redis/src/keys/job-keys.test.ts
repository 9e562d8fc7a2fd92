import { expect, it } from 'vitest';
import { claimDigests } from './job-keys.ts';

it('[migration.keys] is the digest every store keeps keys under', () => {
  expect(claimDigests.ofKey({ scope: 'user:1', key: 'k' })).toBe('T4ZqBpdhPBh0D61Ux42leE');
});
