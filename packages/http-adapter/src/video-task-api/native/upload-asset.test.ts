import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readFileName } from './upload-asset.ts';

describe('readFileName', () => {
  it.each([
    ['cat.png', 'cat.png'],
    ['K%C3%A4tzchen.png', 'Kätzchen.png'],
    ['%E7%8C%AB.png', '猫.png'],
    [Buffer.from('Kätzchen.png', 'utf8').toString('latin1'), 'Kätzchen.png'],
    ['100%.png', '100%.png'],
    ['a%0D%0Ab%00.png', 'ab.png'],
    ['gepj%E2%80%AE.png', 'gepj.png'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['a'.repeat(300), 'a'.repeat(255)],
  ])('%j is %j', (header, name) => {
    expect(readFileName(header)).toBe(name);
  });

  it.each([undefined, '', '   ', '%00', '\u0007'])('%j is no name', (header) => {
    expect(readFileName(header)).toBeNull();
  });

  test.prop([fc.string({ unit: 'grapheme', maxLength: 80 })])(
    'gives back a percent-encoded name',
    (name) => {
      fc.pre(name.trim() !== '' && !/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u.test(name));
      expect(readFileName(encodeURIComponent(name))).toBe(name);
    },
  );
});
