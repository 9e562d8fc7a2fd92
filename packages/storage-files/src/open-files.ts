import type { Logger, OpenBlob } from '@filmgate/core';
import { onDisk, systemCode, unlessMissing } from './disk-fault.ts';
import type { FileSystem, OpenedFile } from './file-system.ts';

interface FoundFile {
  readonly file: OpenedFile;
  readonly size: number;
}

async function openFile(files: FileSystem, path: string): Promise<FoundFile | undefined> {
  const file = await unlessMissing(() => files.open(path, 'read'));
  if (file === undefined) return undefined;
  try {
    return { file, size: (await file.facts()).size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** True when an open file is still the one at its path, with all its bytes. */
async function isAsItWas({ file, size }: FoundFile, blob: OpenBlob): Promise<boolean> {
  try {
    const now = await onDisk('open a file', () => file.facts());
    return now.isNamed && now.size === size;
  } catch (error) {
    await blob.close();
    throw error;
  }
}

/** A file being opened or open, with its holders: the readers, and the cache while it contains the file. */
class HeldFile {
  readonly opening: Promise<FoundFile | undefined>;
  #holders = 0;

  constructor(files: FileSystem, path: string) {
    this.opening = openFile(files, path);
  }

  hold(): void {
    this.#holders += 1;
  }

  /** The last holder closes the file; a file that was never opened needs no closing. */
  async letGo(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    const found = await this.opening.catch(() => undefined);
    await found?.file.close();
  }
}

class OpenFile implements OpenBlob {
  readonly size: number;
  readonly #file: OpenedFile;
  readonly #held: HeldFile;
  #closed = false;

  constructor(held: HeldFile, { file, size }: FoundFile) {
    this.#held = held;
    this.#file = file;
    this.size = size;
  }

  async readInto(target: Uint8Array, position: number): Promise<number> {
    if (this.#closed) throw new Error('This blob is closed.');
    // Asking for no more than exists saves the call that would find the end.
    const wanted = target.subarray(0, Math.max(0, this.size - position));
    return onDisk('read a file', () => this.#file.read(wanted, position));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#held.letGo();
  }
}

/**
 * Files kept open after their last reader, the most recently opened ones, so that opening a hot blob again needs no
 * lookup on the disk. The file's state is checked each time: it may be truncated, or replaced. A forgotten file closes
 * with its last reader.
 */
export class OpenFiles {
  readonly #system: FileSystem;
  readonly #maximum: number;
  readonly #log: Logger | undefined;
  /** Files by digest, least recently opened first. */
  readonly #files = new Map<string, HeldFile>();

  constructor(options: {
    readonly system: FileSystem;
    readonly maximum: number;
    readonly log: Logger | undefined;
  }) {
    this.#system = options.system;
    this.#maximum = options.maximum;
    this.#log = options.log;
  }

  /** Opens the file of a digest for one reader; undefined for an unknown digest. */
  async open(sha256: string, path: string): Promise<OpenBlob | undefined> {
    const isKnown = this.#files.has(sha256);
    const held = this.#remember(sha256, path);
    held.hold();
    this.#trim();
    let found: FoundFile | undefined;
    try {
      found = await onDisk('open a file', () => held.opening);
    } finally {
      if (found === undefined) await this.#giveUp(sha256, held);
    }
    if (found === undefined) return undefined;
    const blob = new OpenFile(held, found);
    if (!isKnown || (await isAsItWas(found, blob))) return blob;
    await this.#giveUp(sha256, held);
    return this.open(sha256, path);
  }

  /** Releases one file; resolves when it is closed, or left to its readers. Never rejects. */
  async forget(sha256: string): Promise<void> {
    const held = this.#files.get(sha256);
    this.#files.delete(sha256);
    try {
      await held?.letGo();
    } catch (error) {
      this.#log?.warn('blob-close-failed', { code: systemCode(error) ?? 'unknown' });
    }
  }

  /** Releases every file. */
  async forgetAll(): Promise<void> {
    await Promise.all([...this.#files.keys()].map((sha256) => this.forget(sha256)));
  }

  /** The file under this digest, now the most recently opened. */
  #remember(sha256: string, path: string): HeldFile {
    const known = this.#files.get(sha256);
    const held = known ?? new HeldFile(this.#system, path);
    if (known === undefined) held.hold();
    else this.#files.delete(sha256);
    this.#files.set(sha256, held);
    return held;
  }

  async #giveUp(sha256: string, held: HeldFile): Promise<void> {
    if (this.#files.get(sha256) === held) await this.forget(sha256);
    await held.letGo();
  }

  #trim(): void {
    for (const sha256 of this.#files.keys()) {
      if (this.#files.size <= this.#maximum) return;
      void this.forget(sha256);
    }
  }
}
