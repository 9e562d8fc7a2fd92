import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textFrame } from './text-frame.ts';

it.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [0xffff, [0x81, 126, 0xff, 0xff]],
  [0x10000, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('[live-events.push] frames %i bytes as RFC 6455 §5.2 says', (length, header) => {
  const frame = textFrame('x'.repeat(length));
  expect([...frame.subarray(0, header.length)]).toEqual(header);
  expect(frame.length).toBe(header.length + length);
});

it('[live-events.push] counts bytes, not characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const frame = textFrame(text);
      expect(frame.subarray(frame.length - Buffer.byteLength(text)).toString()).toBe(text);
    }),
  );
});
