import { describe, expect, test } from 'vitest';
import { TONE_FRAME } from './tone-track.ts';
import { type Movie, muxMp4 } from './mux-mp4.ts';

/** Boxes that hold boxes, and how many bytes come before the first of them. */
const CONTAINERS = new Map([
  ...['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'udta', 'ilst'].map(
    (type) => [type, 0] as const,
  ),
  ['meta', 4],
]);

interface Box {
  readonly type: string;
  readonly path: string;
  readonly body: DataView;
  /** Offset of the body in the file. */
  readonly start: number;
}

/** All boxes in file order, walked by ISO/IEC 14496-12 clause 4.2. */
function walk(
  file: Uint8Array,
  { path, start, end }: Omit<Box, 'type' | 'body'> & { readonly end: number } = {
    path: '',
    start: 0,
    end: file.length,
  },
): readonly Box[] {
  const boxes: Box[] = [];
  let offset = start;
  while (offset < end) {
    const view = new DataView(file.buffer, file.byteOffset + offset);
    const size = view.getUint32(0);
    const type = Buffer.from(file.subarray(offset + 4, offset + 8)).toString('latin1');
    expect(offset + size, `end of ${path}/${type}`).toBeLessThanOrEqual(end);
    const body = new DataView(file.buffer, file.byteOffset + offset + 8, size - 8);
    const own = `${path}/${type}`;
    boxes.push({ type, path: own, body, start: offset + 8 });
    const before = CONTAINERS.get(type);
    if (before !== undefined) {
      const inside = { path: own, start: offset + 8 + before, end: offset + size };
      boxes.push(...walk(file, inside));
    }
    offset += size;
  }
  expect(offset).toBe(end);
  return boxes;
}

/** Big-endian 32-bit numbers of a body, from a byte on. */
function numbers(box: Box | undefined, from: number): readonly number[] {
  const count = Math.floor(((box?.body.byteLength ?? 0) - from) / 4);
  return Array.from({ length: count }, (_, index) => box?.body.getUint32(from + 4 * index) ?? 0);
}

function tracksOf(file: Uint8Array) {
  const boxes = walk(file);
  const starts = boxes.flatMap((box, index) => (box.type === 'trak' ? [index] : []));
  return starts.map((start, index) => {
    const own = boxes.slice(start, starts[index + 1]);
    return (type: string): Box | undefined => own.find((box) => box.type === type);
  });
}

/** Every sample of a track, found through its tables as a player does. */
function samplesOf(file: Uint8Array, find: (type: string) => Box | undefined) {
  const [uniform = 0, count = 0, ...sizes] = numbers(find('stsz'), 4);
  const runs = numbers(find('stsc'), 8);
  const offsets = numbers(find('stco'), 8);
  const samples: Uint8Array[] = [];
  offsets.forEach((offset, chunk) => {
    const run = runs.findLastIndex((first, index) => index % 3 === 0 && first <= chunk + 1);
    let position = offset;
    for (let sample = 0; sample < (runs[run + 1] ?? 0); sample += 1) {
      const size = uniform === 0 ? (sizes[samples.length] ?? 0) : uniform;
      samples.push(file.subarray(position, position + size));
      position += size;
    }
  });
  expect(samples).toHaveLength(count);
  return samples;
}

const picture = (index: number): Uint8Array =>
  Uint8Array.from({ length: 5 + (index % 7) }, (_, byte) => (byte === 0 ? 0x41 : index + byte));

function movie(changes: { durationMs: number; framesPerSecond?: number; tone?: boolean }): Movie {
  const framesPerSecond = changes.framesPerSecond ?? 24;
  const count = Math.ceil((changes.durationMs * framesPerSecond) / 1000);
  return {
    durationMs: changes.durationMs,
    tone: changes.tone ?? false,
    width: 854,
    height: 480,
    framesPerSecond,
    parameterSets: {
      sequence: Uint8Array.of(0x67, 66, 0xc0, 30, 1, 2),
      picture: Uint8Array.of(0x68, 3, 4),
    },
    pictures: Array.from({ length: count }, (_, index) => picture(index)),
    idrInterval: 2 * framesPerSecond,
    title: 'A lighthouse \u706f\u5854',
    comment: '{"seed":"42"}',
  };
}

describe('muxMp4', () => {
  test('puts the index before the media', () => {
    const top = walk(muxMp4(movie({ durationMs: 4000, tone: true })));
    const types = top.filter((box) => box.path.lastIndexOf('/') === 0).map((box) => box.type);
    expect(types).toEqual(['ftyp', 'moov', 'mdat']);
  });

  test('names every box a player looks for, in this order', () => {
    const boxes = walk(muxMp4(movie({ durationMs: 1000 })));
    expect(boxes.filter((box) => box.path.startsWith('/moov')).map((box) => box.path)).toEqual([
      '/moov',
      '/moov/mvhd',
      '/moov/trak',
      '/moov/trak/tkhd',
      '/moov/trak/mdia',
      '/moov/trak/mdia/mdhd',
      '/moov/trak/mdia/hdlr',
      '/moov/trak/mdia/minf',
      '/moov/trak/mdia/minf/vmhd',
      '/moov/trak/mdia/minf/dinf',
      '/moov/trak/mdia/minf/dinf/dref',
      '/moov/trak/mdia/minf/stbl',
      '/moov/trak/mdia/minf/stbl/stsd',
      '/moov/trak/mdia/minf/stbl/stts',
      '/moov/trak/mdia/minf/stbl/stss',
      '/moov/trak/mdia/minf/stbl/stsc',
      '/moov/trak/mdia/minf/stbl/stsz',
      '/moov/trak/mdia/minf/stbl/stco',
      '/moov/udta',
      '/moov/udta/meta',
      '/moov/udta/meta/hdlr',
      '/moov/udta/meta/ilst',
      '/moov/udta/meta/ilst/\u00a9nam',
      '/moov/udta/meta/ilst/\u00a9cmt',
    ]);
  });

  const videos = [
    { durationMs: 4000, tone: true },
    { durationMs: 4500, tone: true },
    { durationMs: 3333, tone: true },
    { durationMs: 1, tone: true },
    { durationMs: 2100, framesPerSecond: 1, tone: true },
    { durationMs: 1500, framesPerSecond: 60, tone: false },
  ];

  test.for(videos)('leads to every sample of %j', (wish) => {
    const asked = movie(wish);
    const file = muxMp4(asked);
    const [video, sound] = tracksOf(file);
    const pictures = samplesOf(file, video ?? (() => undefined));
    expect(pictures).toHaveLength(asked.pictures.length);
    pictures.forEach((sample, index) => {
      const wanted = picture(index);
      expect(Array.from(sample)).toEqual([0, 0, 0, wanted.length, ...wanted]);
    });
    const frames = wish.tone ? Math.ceil((wish.durationMs * 48) / 1024) : 0;
    const tones = sound === undefined ? [] : samplesOf(file, sound);
    expect(tones).toHaveLength(frames);
    for (const tone of tones) expect(Buffer.from(tone)).toEqual(TONE_FRAME);
  });

  test.for(videos)('makes the times of %j add up to its length', (video) => {
    const file = muxMp4(movie(video));
    const mvhd = walk(file).find((box) => box.type === 'mvhd');
    expect(numbers(mvhd, 12).slice(0, 2)).toEqual([1000, video.durationMs]);
    for (const find of tracksOf(file)) {
      const [timescale = 0, duration = 0] = numbers(find('mdhd'), 12);
      const runs = numbers(find('stts'), 8);
      const total = runs.reduce(
        (sum, count, index) => sum + (index % 2 === 0 ? count * (runs[index + 1] ?? 0) : 0),
        0,
      );
      expect(total).toBe(duration);
      expect((1000 * duration) / timescale).toBe(video.durationMs);
      expect(numbers(find('tkhd'), 20)[0]).toBe(video.durationMs);
    }
  });

  test('lists the pictures a player can start at', () => {
    const [video] = tracksOf(muxMp4(movie({ durationMs: 5000 })));
    expect(numbers(video?.('stss'), 4)).toEqual([3, 1, 49, 97]);
  });

  test('lays sound before the pictures, so that both are there early', () => {
    const [video, sound] = tracksOf(muxMp4(movie({ durationMs: 3000, tone: true })));
    const [[pictures = 0] = [], [tones = 0] = []] = [video, sound].map((find) =>
      numbers(find?.('stco'), 8),
    );
    expect(tones).toBeLessThan(pictures);
  });

  test('has one track when no sound was asked for, two when it was', () => {
    expect(tracksOf(muxMp4(movie({ durationMs: 1000 })))).toHaveLength(1);
    expect(tracksOf(muxMp4(movie({ durationMs: 1000, tone: true })))).toHaveLength(2);
  });

  test('carries the parameter sets in avcC', () => {
    const file = Buffer.from(muxMp4(movie({ durationMs: 1000 })));
    const start = file.indexOf('avcC', 0, 'latin1') + 4;
    const record = [
      1, 66, 0xc0, 30, 0xff, 0xe1, 0, 6, 0x67, 66, 0xc0, 30, 1, 2, 1, 0, 3, 0x68, 3, 4,
    ];
    expect(Array.from(file.subarray(start, start + record.length))).toEqual(record);
  });

  test('carries the prompt in UTF-8', () => {
    const boxes = walk(muxMp4(movie({ durationMs: 1000 })));
    const title = boxes.find((box) => box.type === '\u00a9nam');
    const bytes = new Uint8Array(title?.body.buffer ?? new ArrayBuffer(0));
    const data = bytes.subarray((title?.start ?? 0) + 16, (title?.start ?? 0) + 16 + 19);
    expect(new TextDecoder().decode(data)).toBe('A lighthouse \u706f\u5854');
  });
});
