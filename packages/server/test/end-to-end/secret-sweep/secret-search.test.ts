import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { pieceLength, SecretSearch } from './secret-search.ts';

const secret = fc.string({ unit: 'binary-ascii', minLength: 40, maxLength: 80 });
/** In base64 a piece is found from two characters more on, wherever it begins. */
const sought = pieceLength + 2;

const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'escaped in JSON': (text) => JSON.stringify(text),
  'encoded for a URL': (text) => encodeURIComponent(text),
};

describe('the search for secrets', () => {
  describe.each(Object.entries(encodings))('%s', (_name, encode) => {
    law.prop([secret, fc.nat(), fc.string(), fc.string()])(
      'finds every piece of a secret',
      (text, from, before, after) => {
        const at = from % (text.length - sought);
        const search = new SecretSearch();
        search.add('key', text);
        const leaked = encode(before + text.slice(at, at + sought) + after);
        expect([...search.foundIn(Buffer.from(leaked))]).toEqual(['key']);
      },
    );
  });

  it('finds nothing else', () => {
    const search = new SecretSearch();
    search.add('key', 'Ab+/0123456789-the-secret');
    expect([...search.foundIn(Buffer.from('Ab+/0123456 and 789-the-sec'))]).toEqual([]);
    expect(() => search.add('short', 'short')).toThrow(RangeError);
  });
});
