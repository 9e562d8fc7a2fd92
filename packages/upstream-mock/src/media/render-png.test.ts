import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CELL_PIXELS } from './canvas/cell-canvas.ts';
import { createPicturePainter } from './picture/picture-painter.ts';
import { renderPng } from './render-png.ts';
import type { PictureScene } from './scene/scene.ts';
import { tintColors } from './scene/tint.ts';

function scene(changes: Partial<PictureScene> = {}): PictureScene {
  return {
    width: 1024,
    height: 576,
    prompt: 'A lighthouse at dusk, \u706f\u5854',
    model: 'imgA-16x9-1k',
    aspectRatio: '16:9',
    resolution: '1k',
    seed: '42',
    jobId: 'vj_1',
    accountLabel: 'studio-1',
    ...changes,
  };
}

/** Chunks by type; checks lengths and CRCs on the way (W3C PNG clause 5.3). */
function readChunks(png: Uint8Array): ReadonlyMap<string, Buffer> {
  const file = Buffer.from(png);
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks = new Map<string, Buffer>();
  for (let offset = 8; offset < file.length; ) {
    const length = file.readUInt32BE(offset);
    const end = offset + 8 + length;
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(offset + 4, end)));
    chunks.set(file.toString('latin1', offset + 4, offset + 8), file.subarray(offset + 8, end));
    offset = end + 4;
  }
  return chunks;
}

/** The palette index of every pixel, filters undone (clause 9.2). */
function readPixels(chunks: ReadonlyMap<string, Buffer>, width: number): readonly Buffer[] {
  const data = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const lines: Buffer[] = [];
  for (let offset = 0; offset < data.length; offset += width + 1) {
    const filter = data[offset];
    expect([0, 2]).toContain(filter);
    const above = filter === 2 ? lines.at(-1) : undefined;
    const line = Buffer.from(data.subarray(offset + 1, offset + 1 + width));
    lines.push(Buffer.from(line.map((byte, x) => byte + (above?.[x] ?? 0))));
  }
  return lines;
}

describe('renderPng', () => {
  test.for([
    [1024, 576],
    [768, 1024],
    [2048, 2048],
    [101, 67],
    [1, 1],
  ] as const)('shows the canvas, cell by cell, at %i x %i', async ([width, height]) => {
    const asked = scene({ width, height });
    const painter = createPicturePainter(asked, null);
    painter.paint(0);
    const chunks = readChunks(await renderPng(asked));
    expect([...chunks.keys()]).toEqual(['IHDR', 'sRGB', 'PLTE', 'IDAT', 'IEND']);
    const header = chunks.get('IHDR');
    expect([header?.readUInt32BE(0), header?.readUInt32BE(4)]).toEqual([width, height]);
    expect(Array.from(header?.subarray(8) ?? [])).toEqual([8, 3, 0, 0, 0]);
    expect(Array.from(chunks.get('PLTE') ?? [])).toEqual(tintColors(painter.tint).flat());
    const lines = readPixels(chunks, width);
    expect(lines).toHaveLength(height);
    const { cells, stride } = painter.canvas;
    const wrong = lines.filter((line, y) => {
      const row = Math.floor(y / CELL_PIXELS) * stride;
      return line.some((index, x) => index !== cells[row + Math.floor(x / CELL_PIXELS)]);
    });
    expect(wrong).toHaveLength(0);
  });

  test('gives the same bytes for the same scene and others for another', async () => {
    const [first, second, other] = await Promise.all([
      renderPng(scene()),
      renderPng(scene()),
      renderPng(scene({ seed: '43' })),
    ]);
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(Buffer.from(first).equals(other)).toBe(false);
  });

  test('stays small', async () => {
    const png = await renderPng(scene({ width: 2048, height: 2048 }));
    expect(png.length).toBeLessThan(64 * 1024);
  });

  test.for([{ width: 0 }, { height: 4097 }, { width: 10.5 }, { height: Number.NaN }])(
    'refuses %j',
    async (changes) => {
      await expect(renderPng(scene(changes))).rejects.toThrow(RangeError);
    },
  );
});
