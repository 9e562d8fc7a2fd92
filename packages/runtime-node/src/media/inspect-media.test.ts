import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeadOnce } from './inspect-media.ts';

const headBytes = 64 * 1024;

/** A file of numbered bytes that knows what was asked of it. */
function fileOf(size: number, recordedSize = size) {
  const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
  const asked: (readonly [number, number])[] = [];
  const reader = {
    size: recordedSize,
    read: async (offset: number, length: number) => {
      asked.push([offset, length]);
      return bytes.subarray(offset, offset + length);
    },
  };
  return { bytes, asked, reader };
}

describe('a reader that reads the head once', () => {
  it('gives what the file gives, wherever it is read', async () => {
    const sizes = fc.nat(3 * headBytes);
    const places = fc.array(fc.tuple(fc.nat(3 * headBytes), fc.nat(2 * headBytes)), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(sizes, places, async (size, reads) => {
        const { bytes, reader } = fileOf(size, size + 10);
        const head = readHeadOnce(reader);
        expect(head.size).toBe(size + 10);
        for (const [offset, length] of reads) {
          const given = await head.read(offset, length);
          expect(Buffer.compare(given, bytes.subarray(offset, offset + length))).toBe(0);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('asks the file once for whatever lies in the head, and never for more than there is', async () => {
    const { asked, reader } = fileOf(1_000);
    const head = readHeadOnce(reader);
    await Promise.all([head.read(0, 16), head.read(500, 16)]);
    await head.read(984, 16);
    expect(asked).toEqual([[0, 1_000]]);
  });

  it('asks the file for what goes beyond the head', async () => {
    const { asked, reader } = fileOf(headBytes + 100);
    const head = readHeadOnce(reader);
    await head.read(headBytes - 8, 16);
    await head.read(headBytes, 16);
    expect(asked).toEqual([
      [headBytes - 8, 16],
      [headBytes, 16],
    ]);
  });
});
