import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ResponseSpool, Logger } from '@filmgate/core';
import { encodeEntry, findRoom, readSlots, slotBytes } from './spool-slots.ts';

/** Number of slots of the file: several times the usual number of responses in flight. 1 MiB. */
const slotCount = 256;

/** A spool in a file, with a function that closes it. */
export interface FileResponseSpool extends ResponseSpool {
  close(): Promise<void>;
}

/**
 * Creates a spool in one file whose every byte is written at creation, so that entries need no more space if the file
 * system overwrites in place (ext4, XFS, tmpfs; not btrfs, ZFS). If the disk lacks that space, the log reports it, and
 * each entry tries again. Only one process uses it.
 */
export async function createResponseSpool(path: string, log: Logger): Promise<FileResponseSpool> {
  const spool = new SlottedFile(path);
  try {
    await spool.open();
  } catch (error) {
    log.error('answer-spool-without-room', error);
  }
  return spool;
}

class SlottedFile implements FileResponseSpool {
  readonly #path: string;
  #file: FileHandle | undefined;
  /** Operations run one after the other, so that two never take one slot. */
  #last: Promise<unknown> = Promise.resolve();
  /** False when the spool was searched and nothing was added since. */
  #mayHold = true;

  constructor(path: string) {
    this.#path = path;
  }

  open(): Promise<void> {
    return this.#inTurn(async (file) => {
      await complete(file);
      await syncFolderOf(this.#path);
    });
  }

  keep(text: string): ReturnType<ResponseSpool['keep']> {
    return this.#inTurn(async (file) => {
      const { bytes, digest } = encodeEntry(text);
      await complete(file).catch(() => undefined);
      const { free } = readSlots(await readAll(file));
      const slot = findRoom(free, bytes.length / slotBytes);
      if (slot === undefined) return { kind: 'full' };
      this.#mayHold = true;
      await write(file, bytes, slot);
      return { kind: 'kept', ticket: `${slot}:${digest}` };
    });
  }

  async entries(): ReturnType<ResponseSpool['entries']> {
    if (!this.#mayHold) return [];
    return this.#inTurn(async (file) => {
      const { entries } = readSlots(await readAll(file));
      this.#mayHold = entries.length > 0;
      return entries.map(({ slot, digest, text }) => ({ ticket: `${slot}:${digest}`, text }));
    });
  }

  remove(ticket: string): Promise<void> {
    return this.#inTurn(async (file) => {
      const { entries } = readSlots(await readAll(file));
      const entry = entries.find(({ slot, digest }) => `${slot}:${digest}` === ticket);
      if (entry !== undefined) await write(file, Buffer.alloc(slotBytes), entry.slot);
    });
  }

  close(): Promise<void> {
    const closed = this.#last.then(async () => {
      await this.#file?.close();
      this.#file = undefined;
    });
    this.#last = closed;
    return closed;
  }

  #inTurn<Result>(act: (file: FileHandle) => Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      this.#file ??= await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
      return act(this.#file);
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Writes the missing part of the file, so that the disk has allocated it. */
async function complete(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const whole = Math.floor(size / slotBytes);
  if (whole >= slotCount) return;
  await write(file, Buffer.alloc((slotCount - whole) * slotBytes), whole);
}

async function write(file: FileHandle, bytes: Buffer, slot: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const at = slot * slotBytes + written;
    written += (await file.write(bytes, written, bytes.length - written, at)).bytesWritten;
  }
  await file.datasync();
}

async function readAll(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const { bytesRead } = await file.read(bytes, read, size - read, read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes;
}

/** Syncs the folder: the name of a new file is durable only after that. */
async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
