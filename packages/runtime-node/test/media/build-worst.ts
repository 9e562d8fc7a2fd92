import { box, join, text, u16, u32, zeros } from './mp4-bytes.ts';

/** The largest box of tables that is read: the entries of a file take less, with the heads. */
const tableBytes = 16 * 1024 * 1024 - 4096;

/** Sizes, chunks, runs and times of one video track; each is a whole box. */
interface Tables {
  readonly sizes: Uint8Array;
  readonly chunks: Uint8Array;
  readonly runs: Uint8Array;
  readonly times: Uint8Array;
  /** Further boxes in the description of the video. */
  readonly described?: Uint8Array;
}

const small: Tables = {
  sizes: box('stsz', u32(0, 1, 1)),
  chunks: box('stco', u32(0, 1, 8)),
  runs: box('stsc', u32(0, 1, 1, 1, 1)),
  times: box('stts', u32(0, 1, 1, 100)),
};

function movieOf(changes: Partial<Tables>, ...more: readonly Uint8Array[]): Uint8Array {
  const { sizes, chunks, runs, times, described = zeros(0) } = { ...small, ...changes };
  const entry = box('avc1', zeros(24), u16(64, 36), zeros(50), described, box('avcC', zeros(7)));
  const matrix = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, 1000, 100, 0)),
    box('hdlr', u32(0, 0), text('vide'), zeros(13)),
    box('minf', box('stbl', box('stsd', u32(0, 1), entry), times, runs, sizes, chunks)),
  );
  const track = box(
    'trak',
    box('tkhd', u32(3, 0, 0, 1, 0, 0), zeros(16), matrix, u32(64 * 0x1_0000, 36 * 0x1_0000)),
    media,
  );
  return box('moov', box('mvhd', u32(0, 0, 0, 1000, 100), zeros(80)), track, ...more);
}

const opening = box('ftyp', text('isom'), u32(512), text('isom'));
const closing = box('mdat', zeros(64));

function fileOf(...parts: readonly Uint8Array[]): Uint8Array {
  return join([opening, ...parts, closing]);
}

/** A table of `count` entries, all zeros but the first. */
function listed(
  head: readonly number[],
  entryBytes: number,
  { first = [], bytes = tableBytes }: { first?: readonly number[]; bytes?: number } = {},
): Uint8Array {
  const count = Math.floor(bytes / entryBytes);
  const entries = zeros(count * entryBytes);
  entries.set(u32(...first));
  return join([u32(...head, count), entries]);
}

/** Runs must ascend, and have samples. */
function manyRuns(bytes: number): Uint8Array {
  const count = Math.floor(bytes / 12);
  const content = zeros(8 + count * 12);
  const view = new DataView(content.buffer);
  view.setUint32(4, count);
  for (let run = 0; run < count; run += 1) {
    view.setUint32(8 + run * 12, run + 1);
    view.setUint32(12 + run * 12, 1);
  }
  return box('stsc', content);
}

/** Copies of one box, up to `bytes` bytes. */
function copies(one: Uint8Array, bytes: number): Uint8Array {
  const all = zeros(Math.floor(bytes / one.length) * one.length);
  for (let at = 0; at < all.length; at += one.length) all.set(one, at);
  return all;
}

const announced = box('mvex', box('trex', u32(0, 1, 1, 100, 1, 0)));

/** Three fragments, with tables of the maximum size. */
function fragments(content: (bytes: number) => Uint8Array): Uint8Array {
  const one = box('moof', content(tableBytes));
  return fileOf(movieOf({}, announced), one, one, one);
}

/** Videos with tables made to delay a reader, by the excessive part: of 16 MB, and of 48 to 66. */
export const worstVideos: readonly (readonly [name: string, make: () => Uint8Array])[] = [
  [
    'sizes',
    () =>
      fileOf(
        movieOf({
          sizes: box('stsz', listed([0, 0], 4, { first: [1] })),
          runs: box('stsc', u32(0, 1, 1, 0xffffffff, 1)),
        }),
      ),
  ],
  [
    'sizes of four bits',
    () => {
      const content = zeros(12 + tableBytes);
      content.set(u32(0, 4, tableBytes * 2));
      content[12] = 0x11;
      return fileOf(
        movieOf({ sizes: box('stz2', content), runs: box('stsc', u32(0, 1, 1, 0xffffffff, 1)) }),
      );
    },
  ],
  [
    'chunks',
    () =>
      fileOf(
        movieOf({
          sizes: box('stsz', u32(0, 1, Math.floor(tableBytes / 4))),
          chunks: box('stco', listed([0], 4)),
        }),
      ),
  ],
  [
    'chunks and runs',
    () => {
      const bytes = tableBytes / 4;
      return fileOf(
        movieOf({
          sizes: box('stsz', u32(0, 1, Math.floor(bytes / 4))),
          chunks: box('stco', listed([0], 4, { bytes })),
          runs: manyRuns(bytes * 3),
        }),
      );
    },
  ],
  ['times', () => fileOf(movieOf({ times: box('stts', listed([0], 8, { first: [1, 100] })) }))],
  ['boxes in a description', () => fileOf(movieOf({ described: copies(box('free'), tableBytes) }))],
  ['boxes in a movie', () => fileOf(movieOf({}, copies(box('free'), tableBytes)))],
  ['boxes', () => fileOf(movieOf({}), copies(box('free'), 16 * 1024 * 1024))],
  [
    'small fragments',
    () =>
      fileOf(
        movieOf({}, announced),
        copies(
          box('moof', copies(box('traf', box('tfhd', u32(0x02_00_00, 1))), 100_000)),
          66_000_000,
        ),
      ),
  ],
  [
    'samples in fragments',
    () => {
      const run = listed([], 4, { bytes: tableBytes - 64 });
      const samples = new DataView(run.buffer).getUint32(0);
      return fragments(() =>
        box(
          'traf',
          box('tfhd', u32(0x02_00_00, 1)),
          box('trun', u32(0x200, samples), run.subarray(4)),
        ),
      );
    },
  ],
  [
    'indexes',
    () =>
      fileOf(
        movieOf({}),
        copies(box('sidx', u32(0, 1, 1000, 0, 0), u16(0, 65_535), zeros(65_535 * 12)), 66_000_000),
      ),
  ],
];
