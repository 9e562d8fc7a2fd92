import type { ByteReader } from '@filmgate/core';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { buildMp4 } from '../../test/media/build-mp4.ts';
import { replaceInside, setU32 } from '../../test/media/change-mp4.ts';
import { inspect, readerOf, reasonOf, type WatchedReader } from '../../test/media/inspect-bytes.ts';
import { box, join, text, u32 } from '../../test/media/mp4-bytes.ts';
import { inspectMp4 } from './inspect-mp4.ts';
import { fileBudget } from './inspection-budget.ts';

describe('a damaged table', () => {
  const plain = buildMp4();
  test.for([
    [
      'stco',
      'a chunk behind the end of the file',
      (content: Uint8Array) => setU32(content, 8, plain.length),
      'truncated',
    ],
    [
      'stco',
      'more chunks than the table holds',
      (content: Uint8Array) => setU32(content, 4, 0xffffffff),
      'malformed',
    ],
    [
      'stco',
      'chunks for a part of the samples',
      (content: Uint8Array) => setU32(content, 4, 1),
      'malformed',
    ],
    [
      'stsz',
      'a sample larger than the file',
      (content: Uint8Array) => setU32(content, 12, 1_000_000),
      'truncated',
    ],
    [
      'stsz',
      'more samples than the table holds',
      (content: Uint8Array) => setU32(content, 8, 0xffffffff),
      'malformed',
    ],
    [
      'stsz',
      'four billion samples of one shared size',
      (content: Uint8Array) => content.set(u32(1, 0xffffffff), 4),
      'malformed',
    ],
    ['stsc', 'a run of no samples', (content: Uint8Array) => setU32(content, 12, 0), 'malformed'],
    [
      'stsc',
      'a run that starts before the first chunk',
      (content: Uint8Array) => setU32(content, 8, 0),
      'malformed',
    ],
    ['stsc', 'runs out of order', (content: Uint8Array) => setU32(content, 8, 3), 'malformed'],
    [
      'stsc',
      'a run of four billion samples a chunk',
      (content: Uint8Array) => setU32(content, 12, 0xffffffff),
      'sound',
    ],
    [
      'stts',
      'more entries than the table holds',
      (content: Uint8Array) => setU32(content, 4, 2),
      'malformed',
    ],
    [
      'stsd',
      'more descriptions than any video has',
      (content: Uint8Array) => setU32(content, 4, 65),
      'malformed',
    ],
    ['stsd', 'no description', (content: Uint8Array) => setU32(content, 4, 0), 'malformed'],
    [
      'stsd',
      'a description that is not closed',
      (content: Uint8Array) => setU32(content, 8, 5000),
      'malformed',
    ],
    ['mdhd', 'a time scale of zero', (content: Uint8Array) => setU32(content, 12, 0), 'malformed'],
    ['mvhd', 'a time scale of zero', (content: Uint8Array) => setU32(content, 12, 0), 'malformed'],
    [
      'hdlr',
      'another handler',
      (content: Uint8Array) => content.set(text('meta'), 8),
      'no-video-track',
    ],
    [
      'mdia',
      'a box not closed inside it',
      (content: Uint8Array) => setU32(content, 0, content.length + 1),
      'malformed',
    ],
  ] as const)('%s: %s', async ([type, , change, reason]) => {
    expect(await reasonOf(replaceInside(plain, type, change))).toBe(reason);
  });

  test.for([
    ['tfhd', 'an unknown track', (content: Uint8Array) => setU32(content, 4, 99), 'malformed'],
    [
      'trun',
      'four billion samples without a table',
      (content: Uint8Array) => setU32(content, 4, 0xffffffff),
      'malformed',
    ],
    [
      'trun',
      'data behind the end',
      (content: Uint8Array) => setU32(content, 8, 1_000_000),
      'truncated',
    ],
    [
      'mvex',
      'no announcement of fragments',
      (content: Uint8Array) => content.set(text('free'), 4),
      'malformed',
    ],
  ] as const)('%s: %s', async ([type, , change, reason]) => {
    expect(await reasonOf(replaceInside(buildMp4({ fragments: [3, 2] }), type, change))).toBe(
      reason,
    );
  });

  test.for([
    ['an unknown field size', (content: Uint8Array) => content.set([5], 7), 'malformed'],
    [
      'more sizes than the table holds',
      (content: Uint8Array) => setU32(content, 8, 1000),
      'malformed',
    ],
    ['no count', (content: Uint8Array) => content.fill(255), 'malformed'],
  ] as const)('stz2: %s', async ([, change, reason]) => {
    expect(await reasonOf(replaceInside(buildMp4({ sizes: 'compact-8' }), 'stz2', change))).toBe(
      reason,
    );
  });

  test('trun: one sample more than it lists is refused', async () => {
    for (const fragmentStyle of ['listed', 'listed-sizes'] as const) {
      const file = buildMp4({ fragments: [3, 2], fragmentStyle });
      const longer = replaceInside(file, 'trun', (content) => setU32(content, 4, 4));
      expect(await reasonOf(longer)).toBe('malformed');
    }
  });

  test('trun: four billion samples of the default size do not fit the file', async () => {
    const file = buildMp4({ fragments: [3, 2], fragmentStyle: 'defaults' });
    expect(
      await reasonOf(replaceInside(file, 'trun', (content) => setU32(content, 4, 0xffffffff))),
    ).toBe('truncated');
  });

  test('fragments in a file that announces none are refused', async () => {
    expect(await reasonOf(join([buildMp4(), box('moof', box('mfhd', u32(0, 1)))]))).toBe(
      'malformed',
    );
  });
});

describe('a file made to exhaust us', () => {
  const start = box('ftyp', text('isom'), u32(0));
  const MEBIBYTE = 1024 * 1024;

  /** A file of given boxes whose content is never written: all zeros except the heads. */
  function sparse(
    heads: readonly { readonly type: string; readonly size: number }[],
  ): Omit<WatchedReader, 'mostAtOnce'> {
    const zeros = new Uint8Array(17 * MEBIBYTE);
    const ends = heads.map((_, index) =>
      heads.slice(0, index + 1).reduce((sum, { size }) => sum + size, 0),
    );
    let total = 0;
    return {
      size: start.length + (ends.at(-1) ?? 0),
      bytesRead: () => total,
      async read(offset, length) {
        total += length;
        if (offset === 0) return start.subarray(0, length);
        const index = ends.findIndex(
          (end, at) => start.length + end - (heads[at]?.size ?? 0) === offset,
        );
        const head = heads[index];
        if (head === undefined) return zeros.subarray(0, length);
        return join([u32(head.size), text(head.type), zeros.subarray(0, 8)]).subarray(0, length);
      },
    };
  }

  test.for(['moov', 'moof', 'sidx'])(
    'a %s box beyond 16 MiB is over budget before it is read',
    async (type) => {
      const allowed = sparse([{ type, size: 16 * MEBIBYTE }]);
      expect(await inspectMp4(allowed)).not.toMatchObject({ kind: 'unchecked' });
      const reader = sparse([{ type, size: 16 * MEBIBYTE + 1 }]);
      expect(await inspectMp4(reader)).toMatchObject({ kind: 'unchecked' });
      expect(reader.bytesRead()).toBeLessThan(100);
    },
  );

  test('more than 64 MiB of tables in all are over budget', async () => {
    const opening = buildMp4({ fragments: [1] });
    const moof = join([u32(15 * MEBIBYTE), text('moof'), u32(15 * MEBIBYTE - 8), text('free')]);
    const reader: ByteReader = {
      size: opening.length + 5 * 15 * MEBIBYTE,
      async read(offset, length) {
        if (offset < opening.length) return opening.subarray(offset, offset + length);
        const inside = (offset - opening.length) % (15 * MEBIBYTE);
        const bytes = new Uint8Array(length);
        bytes.set(moof.subarray(inside, inside + length));
        return bytes;
      },
    };
    expect(await inspectMp4(reader)).toMatchObject({ kind: 'unchecked' });
    expect(await inspectMp4({ ...reader, size: opening.length + 4 * 15 * MEBIBYTE })).toMatchObject(
      {
        kind: 'sound',
      },
    );
  });

  test('boxes nested without end are over budget', async () => {
    let nested = box('free');
    for (let level = 0; level < 1000; level += 1) nested = box('trak', nested);
    expect(await reasonOf(join([start, box('moov', nested)]))).toBe('unchecked');
  });

  test('boxes without number are over budget', async () => {
    const many = new Uint8Array(8 * 20_000);
    for (let at = 0; at < many.length; at += 8) many.set(box('free'), at);
    expect(await reasonOf(join([start, box('moov', many)]))).toBe('unchecked');
  });

  test('a top level of empty boxes is over budget after a bounded number of reads', async () => {
    const empty = join([box('free'), box('free')]);
    let reads = 0;
    const reader: ByteReader = {
      size: 2 ** 40,
      async read(offset) {
        reads += 1;
        return offset === 0 ? start.subarray(0, 16) : empty;
      },
    };
    expect(await inspectMp4(reader)).toMatchObject({ kind: 'unchecked' });
    expect(reads).toBeLessThanOrEqual(fileBudget.parts + 1);
  });

  test('a box that gives no size, and is not the media, is refused', async () => {
    expect(await reasonOf(join([start, u32(0), text('free'), new Uint8Array(20)]))).toBe(
      'malformed',
    );
  });

  test('a box smaller than its own head is refused', async () => {
    expect(await reasonOf(join([start, u32(7), text('free'), new Uint8Array(20)]))).toBe(
      'malformed',
    );
  });

  test('a second movie box is refused', async () => {
    expect(await reasonOf(join([buildMp4(), box('moov')]))).toBe('malformed');
  });

  const mutation = fc.record({ at: fc.nat(4000), value: fc.integer({ min: 0, max: 255 }) });
  const originals = [
    buildMp4({ audio: true }),
    buildMp4({ fragments: [3, 2], audio: true, segmentIndex: 'version-1' }),
  ];
  law.prop([fc.constantFrom(...originals), fc.array(mutation, { minLength: 1, maxLength: 12 })], {
    numRuns: 2000,
  })(
    'any damage gives a result, never a fault, and reads no more than the file',
    async (original, mutations) => {
      const damaged = original.slice();
      for (const { at, value } of mutations) damaged[at % damaged.length] = value;
      const reader = readerOf(damaged);
      const found = await inspectMp4(reader);
      expect(['sound', 'unusable']).toContain(found.kind);
      expect(reader.bytesRead()).toBeLessThanOrEqual(damaged.length * 3);
      if (found.kind === 'sound') {
        expect(found.durationSeconds).toBeGreaterThan(0);
        expect(found.tracks.reduce((sum, track) => sum + track.bytes, 0)).toBeGreaterThan(0);
      }
    },
  );

  law.prop([fc.uint8Array({ maxLength: 400 })], { numRuns: 500 })(
    'any tail after a good start gives a result',
    async (tail) => {
      const found = await inspect(join([start, tail]));
      expect(found.kind).toBe('unusable');
    },
  );
});
