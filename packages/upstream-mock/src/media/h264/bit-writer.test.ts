import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BitWriter } from './bit-writer.ts';

/** The bits of a finished payload, without its stop bit and padding. */
function bitsOf(write: (writer: BitWriter) => void): string {
  const writer = new BitWriter();
  write(writer);
  writer.writeTrailingBits();
  const bits = Array.from(writer.bytes(), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.slice(0, bits.lastIndexOf('1'));
}

/** Reads one ue(v) by the words of clause 9.1. */
function readUnsignedExpGolomb(bits: string): { readonly value: number; readonly rest: string } {
  const leadingZeroBits = bits.indexOf('1');
  const end = 2 * leadingZeroBits + 1;
  const suffix = bits.slice(leadingZeroBits + 1, end);
  const value = 2 ** leadingZeroBits - 1 + (suffix === '' ? 0 : Number.parseInt(suffix, 2));
  return { value, rest: bits.slice(end) };
}

describe('BitWriter', () => {
  test('writes the codes that Table 9-2 of ITU-T H.264 prints', () => {
    const codes = ['1', '010', '011', '00100', '00101', '00110', '00111', '0001000', '0001001'];
    codes.forEach((code, value) => {
      expect(bitsOf((writer) => writer.writeUnsignedExpGolomb(value))).toBe(code);
    });
  });

  test('maps signed values as Table 9-3 does', () => {
    [0, 1, -1, 2, -2, 3, -3].forEach((value, codeNumber) => {
      expect(bitsOf((writer) => writer.writeSignedExpGolomb(value))).toBe(
        bitsOf((writer) => writer.writeUnsignedExpGolomb(codeNumber)),
      );
    });
  });

  test('gives back every sequence of Exp-Golomb codes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 65_534 }), { maxLength: 200 }), (values) => {
        let rest = bitsOf((writer) =>
          values.forEach((value) => writer.writeUnsignedExpGolomb(value)),
        );
        for (const value of values) {
          const read = readUnsignedExpGolomb(rest);
          expect(read.value).toBe(value);
          rest = read.rest;
        }
        expect(rest).toBe('');
      }),
    );
  });

  const field = fc
    .integer({ min: 0, max: 24 })
    .chain((count) => fc.tuple(fc.nat({ max: 2 ** count - 1 }), fc.constant(count)));

  test('puts fields of every width one after another, however many', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 3000 }), (fields) => {
        const expected = fields
          .map(([value, count]) => (count === 0 ? '' : value.toString(2).padStart(count, '0')))
          .join('');
        const bits = bitsOf((writer) => {
          for (const [value, count] of fields) writer.writeBits(value, count);
        });
        expect(bits).toBe(expected);
      }),
    );
  });

  test('ignores the bits above the count', () => {
    expect(bitsOf((writer) => writer.writeBits(0b1111_0101, 4))).toBe('0101');
  });

  test('writes 32 bits', () => {
    expect(bitsOf((writer) => writer.writeUint32(0x8000_0003))).toBe(
      '10000000000000000000000000000011',
    );
  });

  test('refuses more bits than it can hold at once', () => {
    expect(() => new BitWriter().writeBits(0, 25)).toThrow(RangeError);
  });

  test('starts over after a reset', () => {
    const writer = new BitWriter();
    writer.writeBits(0b101, 3);
    writer.reset();
    writer.writeTrailingBits();
    expect(Array.from(writer.bytes())).toEqual([0x80]);
  });
});
