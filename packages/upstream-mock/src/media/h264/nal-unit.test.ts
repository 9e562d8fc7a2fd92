import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NAL_UNIT_TYPE, wrapNalUnit } from './nal-unit.ts';

/** Mostly the bytes that matter here. */
const payloads = fc.uint8Array({ maxLength: 300 }).map((bytes) => bytes.map((byte) => byte % 5));

const wrap = (payload: Uint8Array): Uint8Array =>
  wrapNalUnit({ type: NAL_UNIT_TYPE.idrSlice, payload });

/** Takes emulation prevention bytes out by the words of clause 7.3.1. */
function unwrap(unit: Uint8Array): Uint8Array {
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
  return Uint8Array.from(payload);
}

describe('wrapNalUnit', () => {
  test('begins with forbidden_zero_bit, nal_ref_idc and nal_unit_type', () => {
    expect(wrap(Uint8Array.of())).toEqual(Uint8Array.of(0b0110_0101));
  });

  test.for([0, 1, 2, 3])('keeps 0, 0, %i from looking like a start code', (byte) => {
    expect(wrap(Uint8Array.of(0, 0, byte))).toEqual(Uint8Array.of(0x65, 0, 0, 3, byte));
  });

  test('leaves 0, 0, 4 alone', () => {
    expect(wrap(Uint8Array.of(0, 0, 4))).toEqual(Uint8Array.of(0x65, 0, 0, 4));
  });

  test('never holds three bytes that only a start code may hold', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(
          Buffer.from(wrap(payload))
            .toString('hex')
            .match(/^(..)*?0000(00|01|02)/u),
        ).toBeNull();
      }),
    );
  });

  test('loses nothing', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(unwrap(wrap(payload))).toEqual(payload);
      }),
    );
  });
});
