import type { UnusableMedia } from '@filmgate/core';
import { type InspectionBudget, OverBudget } from './inspection-budget.ts';

/** Reason to refuse a file. A damaged field at any depth throws it, and `inspectMp4` alone catches it. */
export class Refused extends Error {
  readonly reason: UnusableMedia['reason'];

  constructor(reason: UnusableMedia['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The head of one box (ISO/IEC 14496-12 §4.2). */
export interface Mp4BoxHead {
  readonly type: string;
  /** 8, or 16 when the size takes 64 bits. */
  readonly headBytes: number;
  /** Size of the whole box in bytes, head included; null when it extends to the end of the file. */
  readonly size: number | null;
}

/** Maximum length of a head for {@link readBoxHead}. */
export const LONGEST_HEAD_BYTES = 16;

/**
 * Reads a box head.
 *
 * @param bytes - from the start of the box, 16 bytes or the rest of the file
 * @returns undefined when the bytes end inside the head, or the size is smaller than the head
 */
export function readBoxHead(bytes: Uint8Array): Mp4BoxHead | undefined {
  if (bytes.length < 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const compactSize = view.getUint32(0);
  // Characters outside printable ASCII become `?` in messages.
  const type = String.fromCharCode(...bytes.subarray(4, 8)).replace(/[^ -~]/g, '?');
  if (compactSize === 0) return { type, headBytes: 8, size: null };
  if (compactSize !== 1)
    return compactSize < 8 ? undefined : { type, headBytes: 8, size: compactSize };
  if (bytes.length < 16) return undefined;
  const size = view.getUint32(8) * 2 ** 32 + view.getUint32(12);
  return size < 16 ? undefined : { type, headBytes: 16, size };
}

/** A box in memory with its whole content. */
export interface Mp4Box {
  readonly type: string;
  /** The content after the head; for boxes that contain boxes, the bytes of `children`. */
  readonly payload: Uint8Array;
  /** The boxes inside, for the kinds that contain nothing else; empty for all others. */
  readonly children: readonly Mp4Box[];
}

/** Box types on the paths that are read; all others are treated as leaves. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'trak',
  'mdia',
  'minf',
  'stbl',
  'mvex',
  'traf',
  'edts',
]);

/** Limits far beyond the five levels and few hundred boxes of a real movie: all boxes are in memory at once. */
const DEEPEST_LEVEL = 8;
const MOST_BOXES = 10_000;

/**
 * Reads the boxes inside a `moov` or `moof` box, checking that each is closed inside the one around it.
 *
 * @param content - of the box, without its head
 * @throws Refused, OverBudget
 */
export function readBoxTree(content: Uint8Array, budget: InspectionBudget): readonly Mp4Box[] {
  let left = MOST_BOXES;
  const readLevel = (payload: Uint8Array, level: number): readonly Mp4Box[] => {
    if (level > DEEPEST_LEVEL) throw new OverBudget('the boxes of the file are nested too deeply');
    const boxes: Mp4Box[] = [];
    for (let offset = 0; offset < payload.length; ) {
      budget.takePart();
      left -= 1;
      if (left < 0) throw new OverBudget('a box of the file contains too many boxes');
      const head = readBoxHead(payload.subarray(offset, offset + LONGEST_HEAD_BYTES));
      if (head === undefined || head.size === null || offset + head.size > payload.length) {
        throw new Refused('malformed', 'A box of the file extends beyond its parent box.');
      }
      const { type, headBytes, size } = head;
      const inner = payload.subarray(offset + headBytes, offset + size);
      const children = CONTAINERS.has(type) ? readLevel(inner, level + 1) : [];
      boxes.push({ type, payload: inner, children });
      offset += size;
    }
    return boxes;
  };
  return readLevel(content, 1);
}

/** Returns the first box at the end of a path of types, for example `mdia`, `minf`, `stbl`. */
export function findBox(
  boxes: readonly Mp4Box[],
  ...path: readonly [string, ...string[]]
): Mp4Box | undefined {
  const [type, next, ...rest] = path;
  const box = boxes.find((candidate) => candidate.type === type);
  return box === undefined || next === undefined ? box : findBox(box.children, next, ...rest);
}

/**
 * Returns the fields of the first box at the end of a path.
 *
 * @throws Refused when the box is missing
 */
export function fieldsOf(
  boxes: readonly Mp4Box[],
  ...path: readonly [string, ...string[]]
): FieldCursor {
  const box = findBox(boxes, ...path);
  if (box === undefined) throw new Refused('malformed', `The file lacks a "${path.at(-1)}" box.`);
  return new FieldCursor(box);
}

/** Reads the big-endian fields of a box one after another, and refuses the file when the box ends too early. */
export class FieldCursor {
  readonly #type: string;
  readonly #view: DataView;
  #position = 0;

  constructor({ type, payload }: Pick<Mp4Box, 'type' | 'payload'>) {
    this.#type = type;
    this.#view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  }

  /** Refuses the file for the content of this box. */
  damaged(): never {
    throw new Refused('malformed', `The "${this.#type}" box of the file is damaged.`);
  }

  skip(bytes: number): void {
    if (bytes > this.#view.byteLength - this.#position) this.damaged();
    this.#position += bytes;
  }

  /** Returns a view of `count` entries of `bytesEach` bytes, in place. */
  entries(count: number, bytesEach: number): DataView {
    const start = this.#view.byteOffset + this.#position;
    this.skip(count * bytesEach);
    return new DataView(this.#view.buffer, start, count * bytesEach);
  }

  u8(): number {
    this.skip(1);
    return this.#view.getUint8(this.#position - 1);
  }

  u16(): number {
    this.skip(2);
    return this.#view.getUint16(this.#position - 2);
  }

  u32(): number {
    this.skip(4);
    return this.#view.getUint32(this.#position - 4);
  }

  i32(): number {
    return this.u32() | 0;
  }

  /** Reads 64 bits as a number, approximate above 2^53, which suffices for a comparison with a file size. */
  u64(): number {
    return this.u32() * 2 ** 32 + this.u32();
  }

  /** Reads 32 bits, or 64 in version 1 of many boxes. */
  wide(isWide: boolean): number {
    return isWide ? this.u64() : this.u32();
  }
}
