/** A video made to be expensive, derived from a valid one. */
export interface WorstFile {
  readonly name: string;
  bytes(video: Buffer): Buffer;
}

const megabyte = 1_000_000;

/** Files with many tables and boxes for their size (ISO/IEC 14496-12). */
export const worstFiles: readonly WorstFile[] = [
  {
    name: 'sizes of samples in four bits each',
    bytes: (video) =>
      withBox(video, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'], () =>
        compactSizes(15.9 * megabyte),
      ),
  },
  {
    name: 'boxes at the top',
    bytes: (video) => Buffer.concat([video, repeated(empty, 16 * megabyte)]),
  },
  {
    name: 'fragments of empty boxes',
    bytes: (video) =>
      Buffer.concat([
        inFragments(video),
        repeated(box('moof', repeated(empty, 79_920)), 66 * megabyte),
      ]),
  },
  {
    name: 'fragments of runs without samples',
    bytes: (video) => {
      const header = box('tfhd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]));
      const track = box('traf', header, repeated(box('trun', Buffer.alloc(8)), 6_400));
      return Buffer.concat([inFragments(video), repeated(box('moof', track), 58 * megabyte)]);
    },
  },
  { name: 'zeros', bytes: () => Buffer.alloc(66 * megabyte) },
];

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
}

const empty = box('free');

/** Repeats the unit to fill `bytes` bytes. */
function repeated(unit: Buffer, bytes: number): Buffer {
  return Buffer.alloc(Math.floor(bytes / unit.length) * unit.length, unit);
}

/** A video that announces fragments. */
function inFragments(video: Buffer): Buffer {
  const defaults = Buffer.alloc(24);
  defaults.writeUInt32BE(1, 4);
  defaults.writeUInt32BE(1, 8);
  return withBox(video, ['moov'], (inner) =>
    box('moov', inner, box('mvex', box('trex', defaults))),
  );
}

function compactSizes(bytes: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt8(4, 7);
  head.writeUInt32BE(Math.floor(bytes) * 2, 8);
  return box('stz2', head, Buffer.alloc(Math.floor(bytes), 0x11));
}

/** Replaces the first box at a path of types, with new content made from the old. */
function withBox(
  bytes: Buffer,
  [type, ...rest]: readonly string[],
  change: (inner: Buffer) => Buffer,
): Buffer {
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    const end = at + bytes.readUInt32BE(at);
    if (end <= at) break;
    const found = bytes.toString('latin1', at + 4, at + 8);
    if (found !== type) continue;
    const inner = bytes.subarray(at + 8, end);
    const changed = rest.length === 0 ? change(inner) : box(found, withBox(inner, rest, change));
    return Buffer.concat([bytes.subarray(0, at), changed, bytes.subarray(end)]);
  }
  throw new Error(`the film has no ${type}`);
}
