import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headBytes } from '../../media/head-bytes.ts';
import { HeadWatch } from './head-watch.ts';

const video = 7;
const recognise = (head: Uint8Array) => (head[0] === video ? 'video/mp4' : undefined);

/** The pieces of a body, and if its reader released it. */
function bodyOf(bytes: Uint8Array, pieces: readonly number[]) {
  const seen = { given: 0, isClosed: false };
  async function* pour(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; seen.given < bytes.length; at += 1) {
        const piece = bytes.subarray(seen.given, seen.given + (pieces[at % pieces.length] ?? 1));
        seen.given += piece.length;
        yield piece;
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, body: pour() };
}

async function passes(watch: HeadWatch, body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const passed: Uint8Array[] = [];
  for await (const piece of watch.watch(body)) passed.push(piece);
  return Buffer.concat(passed);
}

const pieces = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 5 });
const lengths = fc.nat(4 * headBytes);

describe('[results.head] the beginning of a result', () => {
  it('law: lets a media file pass unchanged, and whatever is shorter than a head', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, pieces, fc.boolean(), async (length, sizes, isVideo) => {
        const bytes = new Uint8Array(isVideo ? length : Math.min(length, headBytes - 1));
        if (isVideo) bytes[0] = video;
        const watch = new HeadWatch(recognise);
        const { body } = bodyOf(bytes, sizes);
        expect(Buffer.compare(await passes(watch, body), bytes)).toBe(0);
        expect(watch.isForeign).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('law: ends a source that is not a media file with the piece that fills the head, and releases it', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, pieces, async (more, sizes) => {
        const watch = new HeadWatch(recognise);
        const { seen, body } = bodyOf(new Uint8Array(headBytes + more), sizes);
        await expect(passes(watch, body)).rejects.toThrow();
        expect(seen.isClosed).toBe(true);
        expect(seen.given - Math.max(...sizes)).toBeLessThan(headBytes);
        expect(watch.isForeign).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('says nothing of a connection that breaks, and lets everything pass where nothing recognises', async () => {
    const watch = new HeadWatch(recognise);
    const broken = (async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(headBytes - 1);
      throw new Error('reset');
    })();
    await expect(passes(watch, broken)).rejects.toThrow('reset');
    expect(watch.isForeign).toBe(false);
    const zeros = new Uint8Array(3 * headBytes);
    expect(await passes(new HeadWatch(undefined), bodyOf(zeros, [500]).body)).toHaveLength(
      zeros.length,
    );
  });
});
