/** The `nal_unit_type` values this writer emits (ITU-T H.264 Table 7-1). */
export const NAL_UNIT_TYPE = {
  nonIdrSlice: 1,
  idrSlice: 5,
  sequenceParameterSet: 7,
  pictureParameterSet: 8,
} as const;

/** Input of {@link wrapNalUnit}. */
export interface NalUnitContent {
  readonly type: (typeof NAL_UNIT_TYPE)[keyof typeof NAL_UNIT_TYPE];
  /** The raw byte sequence payload, including its trailing bits. */
  readonly payload: Uint8Array;
}

/** Every unit is referenced by other pictures. */
const NAL_REF_IDC = 3;
const EMULATION_PREVENTION_BYTE = 3;

/** Builds a NAL unit without start code or length, with emulation prevention bytes (ITU-T H.264 7.3.1, 7.4.1). */
export function wrapNalUnit(content: NalUnitContent): Uint8Array {
  const { payload } = content;
  const unit = new Uint8Array(1 + payload.length + Math.ceil(payload.length / 2));
  unit[0] = (NAL_REF_IDC << 5) | content.type;
  let length = 1;
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= EMULATION_PREVENTION_BYTE) {
      unit[length] = EMULATION_PREVENTION_BYTE;
      length += 1;
      zeros = 0;
    }
    unit[length] = byte;
    length += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return unit.slice(0, length);
}
