import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createClaimDigests } from './claim-digests.ts';

const digests = createClaimDigests((text) => createHash('sha256').update(text).digest('base64url'));

it('[migration.keys] is the digest every store keeps keys under, of a release before this one too', () => {
  expect(digests.ofKey({ scope: 'user:1', key: 'k' })).toBe('T4ZqBpdhPBh0D61Ux42leE');
  expect(digests.ofKey({ scope: 'Größe 🎬', key: 'ключ' })).toBe('KY0HaZcA-aaa2jbhaqnQdh');
});

it('[migration.keys] is another one for content, which no key has', () => {
  const content = { scope: 'user:1', fingerprint: '1:print' };
  expect(digests.ofContent(content)).toBe('~IRGAJaNbYlhwO8HxAp2rOO');
  expect(digests.of({ ...content, key: null })).toBe('~IRGAJaNbYlhwO8HxAp2rOO');
});

it('keeps apart what would be the same when joined', () => {
  const pairs = [
    { scope: 'ab', key: 'c' },
    { scope: 'a', key: 'bc' },
    { scope: '', key: 'abc' },
    { scope: '1:a', key: 'bc' },
    { scope: 'abc', key: '' },
  ];
  expect(new Set(pairs.map(digests.ofKey)).size).toBe(pairs.length);
});
