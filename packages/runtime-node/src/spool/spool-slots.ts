import { hash } from 'node:crypto';

/** What an entry takes is a multiple of this: a block of most disks, in bytes. */
export const slotBytes = 4096;

/** Four letters, the length of the text as a 32-bit number, its SHA-256; then the text. */
const magic = Buffer.from('FGA1');
const lengthAt = magic.length;
const digestAt = lengthAt + 4;
const digestBytes = 32;
const textAt = digestAt + digestBytes;

/** An entry where it lies. */
export interface SlottedEntry {
  /** The first of its slots. */
  readonly slot: number;
  readonly slots: number;
  readonly digest: string;
  readonly text: string;
}

/** The bytes of an entry, whole slots of them. */
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

/** Whole entries in the bytes of a spool, and the slots that are free; one that was half written is free room. */
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

/** The first run of so many free slots, or undefined. */
export function findRoom(free: readonly boolean[], slots: number): number | undefined {
  let run = 0;
  for (const [slot, isFree] of free.entries()) {
    run = isFree ? run + 1 : 0;
    if (run === slots) return slot - slots + 1;
  }
  return undefined;
}
