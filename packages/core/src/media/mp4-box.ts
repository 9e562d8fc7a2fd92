import { createFieldCursor } from './inspect-field-cursor.ts';

/** Why a file cannot be delivered as a video. */
const mp4UnusableReasons = [
  'empty',
  'not-a-video',
  'truncated',
  'malformed',
  'too-complex',
  'no-video-track',
  'several-video-tracks',
  'codec-not-allowed',
] as const;

/** One of the closed set of reasons. */
type Mp4UnusableReason = (typeof mp4UnusableReasons)[number];

/** A file that is not a whole, playable MP4. The message holds nothing of the file but box names. */
export interface Mp4Unusable {
  readonly kind: 'unusable';
  readonly reason: Mp4UnusableReason;
  readonly message: string;
}

/** Makes a refusal. */
export function unusable(reason: Mp4UnusableReason, message: string): Mp4Unusable {
  return { kind: 'unusable', reason, message };
}

/** The head of one box (ISO/IEC 14496-12 §4.2). */
export interface Mp4BoxHead {
  readonly type: string;
  /** 8, or 16 when the size takes 64 bits. */
  readonly headBytes: number;
  /** The whole box in bytes, head included; null when it reaches to the end of the file. */
  readonly size: number | null;
}

/** The longest head {@link readBoxHead} needs. */
export const LONGEST_HEAD_BYTES = 16;

/**
 * Reads a box head.
 *
 * @param bytes - from the start of the box, 16 bytes or what is left of the file
 * @returns undefined when the bytes end inside the head, or the size is smaller than the head
 */
export function readBoxHead(bytes: Uint8Array): Mp4BoxHead | undefined {
  const cursor = createFieldCursor(bytes.subarray(0, LONGEST_HEAD_BYTES));
  const compactSize = cursor.u32();
  const type = cursor.text4();
  const isLarge = compactSize === 1;
  const size = isLarge ? cursor.u64() : compactSize;
  const headBytes = isLarge ? 16 : 8;
  if (cursor.exhausted()) return undefined;
  if (!isLarge && size === 0) return { type, headBytes, size: null };
  return size < headBytes ? undefined : { type, headBytes, size };
}

/** A box in memory with everything in it. */
export interface Mp4Box {
  readonly type: string;
  /** The content after the head; for boxes that hold boxes, the same bytes as `children`. */
  readonly payload: Uint8Array;
  /** The boxes inside, for the kinds that hold nothing else; empty for all others. */
  readonly children: readonly Mp4Box[];
}

/** The boxes on the way to what we read; all others are leaves to us. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'trak',
  'mdia',
  'minf',
  'stbl',
  'mvex',
  'traf',
  'edts',
]);

/** A real movie needs five levels and a few hundred boxes; anything far beyond is made to exhaust us. */
const DEEPEST_LEVEL = 8;
const MOST_BOXES = 10_000;

/**
 * Reads the boxes inside a `moov` or `moof` box, checking that each is closed inside the one around it.
 *
 * @param payload - the content of the box, without its head
 */
export function readBoxTree(payload: Uint8Array): readonly Mp4Box[] | Mp4Unusable {
  return readLevel(payload, { level: 1, budget: { left: MOST_BOXES } });
}

interface Walk {
  readonly level: number;
  /** Shared by all levels of one walk. */
  readonly budget: { left: number };
}

function readLevel(payload: Uint8Array, walk: Walk): readonly Mp4Box[] | Mp4Unusable {
  const boxes: Mp4Box[] = [];
  let offset = 0;
  while (offset < payload.length) {
    walk.budget.left -= 1;
    if (walk.budget.left < 0)
      return unusable('too-complex', 'The file has more boxes than any video needs.');
    const head = readBoxHead(payload.subarray(offset));
    if (head === undefined || head.size === null || offset + head.size > payload.length) {
      return unusable('malformed', 'A box of the file is not closed inside the box around it.');
    }
    const content = payload.subarray(offset + head.headBytes, offset + head.size);
    const children = CONTAINERS.has(head.type) ? readInner(content, walk) : [];
    if ('kind' in children) return children;
    boxes.push({ type: head.type, payload: content, children });
    offset += head.size;
  }
  return boxes;
}

function readInner(content: Uint8Array, walk: Walk): readonly Mp4Box[] | Mp4Unusable {
  if (walk.level >= DEEPEST_LEVEL)
    return unusable('too-complex', 'The boxes of the file are nested too deeply.');
  return readLevel(content, { ...walk, level: walk.level + 1 });
}

/** The first box at the end of a path of types, such as `mdia`, `minf`, `stbl`. */
export function findBox(
  boxes: readonly Mp4Box[],
  ...path: readonly [string, ...string[]]
): Mp4Box | undefined {
  const [type, next, ...rest] = path;
  const box = boxes.find((candidate) => candidate.type === type);
  return box === undefined || next === undefined ? box : findBox(box.children, next, ...rest);
}
