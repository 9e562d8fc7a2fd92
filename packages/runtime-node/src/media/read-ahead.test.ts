import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

const windowBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

/** A file of numbered bytes that records its reads. */
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

describe('a reader that reads ahead', () => {
  it('gives what the file gives, wherever it is read, and asks for nothing outside of it', async () => {
    const sizes = fc.nat(3 * windowBytes);
    const positions = fc.array(fc.tuple(fc.nat(3 * windowBytes), fc.nat(2 * windowBytes)), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(sizes, positions, async (size, reads) => {
        const { bytes, asked, reader } = fileOf(size, size + 10);
        const ahead = readAhead(reader);
        expect(ahead.size).toBe(size + 10);
        for (const [from, upTo] of reads) {
          const offset = Math.min(from, size);
          const length = Math.min(upTo, size + 10 - offset);
          const given = await ahead.read(offset, length);
          expect(Buffer.compare(given, bytes.subarray(offset, offset + length))).toBe(0);
        }
        expect(asked.every(([offset, length]) => offset + length <= size + 10)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('reads adjacent bytes of the file once, and never more than exist', async () => {
    const { asked, reader } = fileOf(windowBytes + 1_000);
    const ahead = readAhead(reader);
    for (let offset = 0; offset < windowBytes; offset += 16) await ahead.read(offset, 16);
    await ahead.read(windowBytes + 900, 16);
    await ahead.read(windowBytes + 984, 16);
    expect(asked).toEqual([
      [0, windowBytes],
      [windowBytes + 900, 100],
    ]);
  });

  it('asks for what is large in pieces, and gives what there is of it', async () => {
    const { bytes, asked, reader } = fileOf(2 * pieceBytes + 5, 2 * pieceBytes + 50);
    const given = await readAhead(reader).read(3, 2 * pieceBytes + 40);
    expect(Buffer.compare(given, bytes.subarray(3))).toBe(0);
    expect(asked).toEqual([
      [3, pieceBytes],
      [3 + pieceBytes, pieceBytes],
      [3 + 2 * pieceBytes, 40],
      [5 + 2 * pieceBytes, 38],
    ]);
  });
});
