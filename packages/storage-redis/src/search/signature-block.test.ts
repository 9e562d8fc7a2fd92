import { createJobFactory } from '@filmgate/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsPerByte, readSignature, readSignatureRow, signatureRow } from './signature.ts';
import { blockOf, bytesPerBit, packBlock, positionsPerBlock } from './signature-block.ts';
import { runNumbers } from './text-runs.ts';

const make = createJobFactory();

const rowsByPosition = fc
  .uniqueArray(fc.integer({ min: 0, max: positionsPerBlock - 1 }), { minLength: 1, maxLength: 12 })
  .chain((positions) =>
    fc
      .array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat({ max: 60 })), {
        minLength: positions.length,
        maxLength: positions.length,
      })
      .map((prompts) =>
        positions.map((position, at) => {
          const [text = '', times = 0] = prompts[at] ?? [];
          const job = make.newJob({ prompt: text.repeat(times), now: 1000 + position });
          return [position + 5 * positionsPerBlock, readSignatureRow(signatureRow(job))] as const;
        }),
      ),
  );

describe('packBlock', () => {
  it('keeps every bit and every id, whatever sizes come together', () => {
    fc.assert(
      fc.property(rowsByPosition, (rows) => {
        const { bits, ids, from, until } = packBlock(new Map(rows));
        const size = bits.length / bytesPerBit;
        const width = ids.length / positionsPerBlock;
        expect(Math.log2(size) % 1).toBe(0);
        for (const [position, row] of rows) {
          const column = position % positionsPerBlock;
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
        expect(rows.map(([position]) => blockOf(position))).toEqual(rows.map(() => 5));
      }),
      { numRuns: 20 },
    );
  });
});
