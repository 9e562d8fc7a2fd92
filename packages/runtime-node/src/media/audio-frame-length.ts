const MPEG1_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG1_HZ = [44_100, 48_000, 32_000];

/**
 * Bytes of the MPEG audio layer III frame at an offset (ISO/IEC 11172-3 §2.4.1, 13818-3); undefined when no
 * sound header stands there. Free-format frames, whose length no header tells, count as none.
 */
export function mp3FrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  if (bytes.length < at + 4 || sync !== 0xff || second < 0xe0 || version === 1 || layer !== 1)
    return undefined;
  const isMpeg1 = version === 3;
  const kbits = (isMpeg1 ? MPEG1_KBITS : MPEG2_KBITS)[third >> 4];
  const fullHz = MPEG1_HZ[(third >> 2) & 3];
  if (kbits === undefined || kbits === 0 || fullHz === undefined) return undefined;
  // MPEG 2 halves the sampling rates, MPEG 2.5 (version 0) halves them again.
  const hz = isMpeg1 ? fullHz : fullHz / (version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / hz) + padding;
}

/** Bytes of the ADTS frame at an offset (ISO/IEC 14496-3 annex 1.A.2); undefined when no sound header stands there. */
export function adtsFrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(
    at,
    at + 7,
  );
  if (bytes.length < at + 7 || sync !== 0xff || (second & 0xf6) !== 0xf0) return undefined;
  const frequencyIndex = (third >> 2) & 15;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  const headerBytes = (second & 1) === 1 ? 7 : 9;
  return frequencyIndex > 12 || length <= headerBytes ? undefined : length;
}
