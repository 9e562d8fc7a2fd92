import { createJobFactory } from '@filmgate/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsPerByte, readSignature, readSignatureRow, signatureRow } from './signature.ts';
import { blockOf, bytesPerBit, packBlock, placesPerBlock } from './signature-block.ts';
import { runNumbers } from './text-runs.ts';

const make = createJobFactory();

const rowsByPlace = fc
  .uniqueArray(fc.integer({ min: 0, max: placesPerBlock - 1 }), { minLength: 1, maxLength: 12 })
  .chain((places) =>
    fc
      .array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat({ max: 60 })), {
        minLength: places.length,
        maxLength: places.length,
      })
      .map((prompts) =>
        places.map((place, at) => {
          const [text = '', times = 0] = prompts[at] ?? [];
          const job = make.newJob({ prompt: text.repeat(times), now: 1000 + place });
          return [place + 5 * placesPerBlock, readSignatureRow(signatureRow(job))] as const;
        }),
      ),
  );

describe('packBlock', () => {
  it('keeps every bit and every id, whatever sizes come together', () => {
    fc.assert(
      fc.property(rowsByPlace, (rows) => {
        const { bits, ids, from, until } = packBlock(new Map(rows));
        const size = bits.length / bytesPerBit;
        const width = ids.length / placesPerBlock;
        expect(Math.log2(size) % 1).toBe(0);
        for (const [place, row] of rows) {
          const column = place % placesPerBlock;
          const slot = ids.slice(column * width, (column + 1) * width);
          expect(slot.trimEnd()).toBe(row.taggedId);
          const has = (bit: number): boolean => {
            const byte = bits.charCodeAt(bit * bytesPerBit + Math.floor(column / bitsPerByte));
            return (byte & (1 << (column % bitsPerByte))) !== 0;
          };
          const signature = readSignature(row.signature);
          // Every run that may have set a bit of the row has its bit in the block, whichever is larger.
          const lost = signature.bits.filter((bit) => {
            for (let run = bit; run < runNumbers; run += signature.size)
              if (!has(run % size)) return true;
            return false;
          });
          expect(lost).toEqual([]);
        }
        const instants = rows.map(([, row]) => row.createdAt);
        expect([from, until]).toEqual([Math.min(...instants), Math.max(...instants)]);
        expect(rows.map(([place]) => blockOf(place))).toEqual(rows.map(() => 5));
      }),
      { numRuns: 20 },
    );
  });
});
