import { hash } from 'node:crypto';

/** Size of a slot, in bytes: a block of most disks. An entry uses whole slots. */
export const slotBytes = 4096;

/** Header of an entry: four letters, the length of the text as a 32-bit number, its SHA-256; then the text. */
const magic = Buffer.from('FGA1');
const lengthAt = magic.length;
const digestAt = lengthAt + 4;
const digestBytes = 32;
const textAt = digestAt + digestBytes;

/** An entry with its position. */
export interface SlottedEntry {
  /** Index of its first slot. */
  readonly slot: number;
  readonly slots: number;
  readonly digest: string;
  readonly text: string;
}

/** Encodes an entry in whole slots. */
export function encodeEntry(text: string): { readonly bytes: Buffer; readonly digest: string } {
  const content = Buffer.from(text);
  const digest = hash('sha256', content, 'hex');
  const bytes = Buffer.alloc(slotsFor(content.length) * slotBytes);
  magic.copy(bytes);
  bytes.writeUInt32BE(content.length, lengthAt);
  bytes.write(digest, digestAt, 'hex');
  content.copy(bytes, textAt);
  return { bytes, digest };
}

function slotsFor(length: number): number {
  return Math.ceil((textAt + length) / slotBytes);
}

/** Reads complete entries in the bytes of a spool, and the free slots; a half-written entry counts as free. */
export function readSlots(bytes: Buffer): {
  readonly entries: readonly SlottedEntry[];
  readonly free: readonly boolean[];
} {
  const count = Math.floor(bytes.length / slotBytes);
  const free = Array.from({ length: count }, () => true);
  const entries: SlottedEntry[] = [];
  for (let slot = 0; slot < count; slot += 1) {
    const entry = entryAt(bytes, slot);
    if (entry === undefined) continue;
    entries.push(entry);
    free.fill(false, slot, slot + entry.slots);
    slot += entry.slots - 1;
  }
  return { entries, free };
}

function entryAt(bytes: Buffer, slot: number): SlottedEntry | undefined {
  const from = slot * slotBytes;
  if (!bytes.subarray(from, from + magic.length).equals(magic)) return undefined;
  const length = bytes.readUInt32BE(from + lengthAt);
  if (from + textAt + length > bytes.length) return undefined;
  const content = bytes.subarray(from + textAt, from + textAt + length);
  const digest = bytes.toString('hex', from + digestAt, from + textAt);
  if (hash('sha256', content, 'hex') !== digest) return undefined;
  return { slot, slots: slotsFor(length), digest, text: content.toString() };
}

/** Returns the first run of `slots` free slots, or undefined. */
export function findRoom(free: readonly boolean[], slots: number): number | undefined {
  let run = 0;
  for (const [slot, isFree] of free.entries()) {
    run = isFree ? run + 1 : 0;
    if (run === slots) return slot - slots + 1;
  }
  return undefined;
}
