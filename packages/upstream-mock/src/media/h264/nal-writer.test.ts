import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NAL_UNIT_TYPE, NalWriter } from './nal-writer.ts';

function unitOf(write: (writer: NalWriter) => void): Uint8Array {
  const writer = new NalWriter(NAL_UNIT_TYPE.idrSlice);
  write(writer);
  return writer.finish();
}

const unitOfBytes = (payload: readonly number[]): Uint8Array =>
  unitOf((writer) => writer.bits(8, ...payload));

/** Takes emulation prevention bytes out by the words of clause 7.3.1. */
function unwrap(unit: Uint8Array): readonly number[] {
  const payload: number[] = [];
  let zeros = 0;
  for (const byte of unit.subarray(1)) {
    if (zeros === 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    payload.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return payload;
}

/** The bits of a finished payload, without its stop bit and padding. */
function bitsOf(write: (writer: NalWriter) => void): string {
  const bits = unwrap(unitOf(write))
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
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

describe('the bits of a NAL unit', () => {
  test('are the codes that Table 9-2 of ITU-T H.264 prints', () => {
    const codes = ['1', '010', '011', '00100', '00101', '00110', '00111', '0001000', '0001001'];
    codes.forEach((code, value) => {
      expect(bitsOf((writer) => writer.unsigned(value))).toBe(code);
    });
  });

  test('map signed values as Table 9-3 does', () => {
    [0, 1, -1, 2, -2, 3, -3].forEach((value, codeNumber) => {
      expect(bitsOf((writer) => writer.signed(value))).toBe(
        bitsOf((writer) => writer.unsigned(codeNumber)),
      );
    });
  });

  test('give back every sequence of Exp-Golomb codes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 65_534 }), { maxLength: 200 }), (values) => {
        let rest = bitsOf((writer) => writer.unsigned(...values));
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

  test('are fields of every width one after another, however many', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 3000 }), (fields) => {
        const expected = fields
          .map(([value, count]) => (count === 0 ? '' : value.toString(2).padStart(count, '0')))
          .join('');
        const bits = bitsOf((writer) => {
          for (const [value, count] of fields) writer.bits(count, value);
        });
        expect(bits).toBe(expected);
      }),
    );
  });

  test('are none of those above the count', () => {
    expect(bitsOf((writer) => writer.bits(4, 0b1111_0101))).toBe('0101');
  });
});

describe('a NAL unit', () => {
  /** Mostly the bytes that matter here. */
  const payloads = fc.array(fc.nat({ max: 4 }), { maxLength: 300 });

  test('begins with forbidden_zero_bit, nal_ref_idc and nal_unit_type', () => {
    expect(unitOfBytes([])).toEqual(Uint8Array.of(0b0110_0101, 0x80));
  });

  test.for([0, 1, 2, 3])('keeps 0, 0, %i from looking like a start code', (byte) => {
    expect(unitOfBytes([0, 0, byte])).toEqual(Uint8Array.of(0x65, 0, 0, 3, byte, 0x80));
  });

  test('leaves 0, 0, 4 alone', () => {
    expect(unitOfBytes([0, 0, 4])).toEqual(Uint8Array.of(0x65, 0, 0, 4, 0x80));
  });

  test('never holds three bytes that only a start code may hold', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(
          Buffer.from(unitOfBytes(payload))
            .toString('hex')
            .match(/^(..)*?0000(00|01|02)/u),
        ).toBeNull();
      }),
    );
  });

  test('loses nothing', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(unwrap(unitOfBytes(payload))).toEqual([...payload, 0x80]);
      }),
    );
  });
});
