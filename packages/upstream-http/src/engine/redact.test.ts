import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { redact, secretTexts } from './redact.ts';

/** Beginnings of a link or a token for a pattern that tries each position. */
const beginnings = ['a.', 'a-', '-eyJ', 'key-', 'sk:', 'Bearer ', '://', 'ht-tp:', 'eyJ.', '\n'];

describe('the stored part of a provider’s text', () => {
  it.each([
    ['The prompt is too long.', 'The prompt is too long.'],
    ['two\r\nlines\u0000', 'two lines '],
    [
      'see https://cdn.example.com/film.mp4?X-Amz-Signature=abcdef0123 for it',
      'see https://cdn.example.com/… for it',
    ],
    ['https://user:pass@cdn.example.com/x', 'https://cdn.example.com/…'],
    ['bad key Bearer abcdefghijkl', 'bad key Bearer (withheld)'],
    [
      'Incorrect API key provided: sk-abcdefghijklmnop',
      'Incorrect API key provided: sk-(withheld)',
    ],
    ['token=abcdefghijklmnop expired', 'token=(withheld) expired'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln is old', 'jwt (withheld) is old'],
    [
      `no host at vt_1~vt_1.1~ac_1~${'aB-_'.repeat(10)}abc now`,
      'no host at vt_1~vt_1.1~ac_1~(withheld) now',
    ],
    ['the key my-own-key is wrong', 'the key (withheld) is wrong'],
  ])('[providers.engine.redaction] %j', (words, kept) => {
    expect(redact(words, ['my-own-key'])).toBe(kept);
  });

  it('[providers.engine.redaction] keeps the host of a link that is longer than the part read', () => {
    const link = `https://h.example/${'a'.repeat(5_000)}`;
    expect(redact(`see ${link} for it`, [])).toBe('see https://h.example/……');
    const named = `https://${'u'.repeat(5_000)}@h.example/`;
    expect(redact(`see ${named} for it`, [])).toBe('see https://(withheld)/……');
  });

  it('is short', () => {
    expect(redact('a'.repeat(10_000), [])).toHaveLength(1_000);
  });

  law.prop([fc.string({ minLength: 1 }), fc.array(fc.string()), fc.string()])(
    '[providers.engine.redaction] a secret never shows, at any position',
    (secret, around, link) => {
      const words = [...around, secret, `https://h.example/${link}?k=${secret}`].join(secret);
      expect(redact(words, [secret]).includes(secret)).toBe('(withheld)'.includes(secret));
    },
  );

  law.prop([fc.constantFrom(...beginnings), fc.string()])(
    '[providers.engine.redaction] a text is read as far as it can be shown, however long it is',
    (beginning, behind) => {
      const begun = `https://h.example/ ${beginning.repeat(5_000)}`.slice(0, 8_000);
      expect(redact(`${begun} ${behind}`, [])).toBe(redact(begun, []));
    },
  );

  law.prop([
    fc.nat({ max: 5_000 }),
    fc.string({ unit: fc.constantFrom(...'QZ7'), minLength: 8, maxLength: 40 }),
    fc.boolean(),
  ])(
    '[providers.engine.redaction] no part of a secret or a token shows where the text is cut',
    (before, secret, isKnown) => {
      // A link is shortened, which moves text around the cut into the visible part.
      const link = `https://h.example/${'a'.repeat(before)}`;
      const said = isKnown ? `${link} ${secret}` : `${link} token=${secret}`;
      expect(redact(said, isKnown ? [secret] : [])).not.toMatch(/[QZ7]/);
    },
  );

  law.prop([fc.string()])('nothing is left of the query of a link', (query) => {
    const encoded = encodeURIComponent(query.toWellFormed());
    fc.pre(encoded.length > 3);
    expect(redact(`at https://h.example/p?signature=${encoded} it lies`, [])).not.toContain(
      `=${encoded}`,
    );
  });
});

describe('the texts of a secret', () => {
  it.each([
    [null, []],
    ['plain-key', ['plain-key']],
    ['12345678', ['12345678']],
    ['{"access":"a-1","secret":"s-1"}', ['{"access":"a-1","secret":"s-1"}', 'a-1', 's-1']],
  ])('of %j', (secret, texts) => {
    expect(secretTexts(secret)).toEqual(texts);
  });
});
