import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { adtsFrameLength, mp3FrameLength } from './sniff-audio-frames.ts';

describe('an MP3 frame', () => {
  /**
   * Version bits, kbit/s by index 1 to 14, sampling rates by index 0 to 2, samples a frame (ISO/IEC 11172-3 and
   * 13818-3).
   */
  const tables = [
    {
      name: 'MPEG-1',
      second: 0xfb,
      kbits: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
      hertz: [44_100, 48_000, 32_000],
      samples: 1152,
    },
    {
      name: 'MPEG-2',
      second: 0xf3,
      kbits: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
      hertz: [22_050, 24_000, 16_000],
      samples: 576,
    },
    {
      name: 'MPEG-2.5',
      second: 0xe3,
      kbits: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
      hertz: [11_025, 12_000, 8000],
      samples: 576,
    },
  ];

  test.for(tables)('of $name lasts as long as its samples', ({ second, kbits, hertz, samples }) => {
    for (const [rateIndex, kbit] of kbits.entries()) {
      for (const [hertzIndex, hz] of hertz.entries()) {
        const third = ((rateIndex + 1) << 4) | (hertzIndex << 2);
        const bytes = Math.floor((samples / 8) * ((kbit * 1000) / hz));
        expect(mp3FrameLength(Uint8Array.of(0xff, second, third, 0), 0)).toBe(bytes);
        expect(mp3FrameLength(Uint8Array.of(0xff, second, third | 2, 0), 0)).toBe(bytes + 1);
      }
    }
  });

  test.for([
    ['no synchronisation', 0xfe, 0xfb, 0x90],
    ['a broken synchronisation', 0xff, 0x1b, 0x90],
    ['the reserved version', 0xff, 0xeb, 0x90],
    ['layer I', 0xff, 0xff, 0x90],
    ['layer II', 0xff, 0xfd, 0x90],
    ['the reserved layer', 0xff, 0xf9, 0x90],
    ['free format', 0xff, 0xfb, 0x00],
    ['the forbidden bit rate', 0xff, 0xfb, 0xf0],
    ['the reserved sampling rate', 0xff, 0xfb, 0x9c],
  ] as const)('with %s is not recognised', ([, first, second, third]) => {
    expect(mp3FrameLength(Uint8Array.of(first, second, third, 0), 0)).toBeUndefined();
  });

  test('needs all four bytes of its header, and is found at any offset', () => {
    expect(mp3FrameLength(Uint8Array.of(0xff, 0xfb, 0x90), 0)).toBeUndefined();
    expect(mp3FrameLength(Uint8Array.of(1, 2, 0xff, 0xfb, 0x90, 0), 2)).toBe(417);
  });
});

describe('an ADTS frame', () => {
  function header(length: number, changes: { second?: number; third?: number } = {}): Uint8Array {
    const { second = 0xf1, third = 0x50 } = changes;
    return Uint8Array.of(
      0xff,
      second,
      third,
      0x80 | (length >> 11),
      (length >> 3) & 255,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    );
  }

  law.prop([fc.integer({ min: 8, max: 8191 })])('has the length its header says', (length) => {
    expect(adtsFrameLength(header(length), 0)).toBe(length);
  });

  test.for([
    ['no more than its header', header(7)],
    ['no more than its header with checksum', header(9, { second: 0xf0 })],
    ['a reserved sampling rate', header(100, { third: 0x74 })],
    ['a layer', header(100, { second: 0xf3 })],
    ['no synchronisation', header(100, { second: 0xe1 })],
    ['a header cut short', header(100).subarray(0, 6)],
  ] as const)('with %s is not recognised', ([, bytes]) => {
    expect(adtsFrameLength(bytes, 0)).toBeUndefined();
  });

  test('may have a checksum, either version, and the lowest sampling rate', () => {
    for (const changes of [{ second: 0xf0 }, { second: 0xf9 }, { third: 0x70 }]) {
      expect(adtsFrameLength(header(100, changes), 0)).toBe(100);
    }
  });
});
