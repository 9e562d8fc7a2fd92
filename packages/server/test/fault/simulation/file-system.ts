import { dirname } from 'node:path';
import type {
  FileFacts,
  FileSystem,
  OpenedFacts,
  OpenedFile,
  Processes,
} from '@filmgate/storage-files';

/** One call of the file system, before its execution. */
export interface FileCall {
  readonly kind:
    | 'open'
    | 'write'
    | 'read'
    | 'sync'
    | 'rename'
    | 'unlink'
    | 'mkdir'
    | 'touch'
    | 'stat';
  readonly path: string;
}

export interface SimulatedDiskOptions {
  /** Error that replaces the execution; undefined = the call is executed. */
  readonly fault?: (call: FileCall) => 'EIO' | undefined;
  /** Resolves when it is the turn of a call; absent = at once. */
  readonly hop?: () => Promise<void>;
  /** Instant of a write, in ms since 1970. */
  readonly now: () => number;
  /** Capacity of the disk, in bytes; absent = unlimited. */
  readonly capacity?: number;
  /** Folders that always exist. */
  readonly folders?: readonly string[];
}

/** Files of one boot of a machine; none of its calls continues after the machine has stopped. */
export interface BootedFiles {
  readonly fileSystem: FileSystem;
  readonly processes: Processes;
}

type Entry = FolderEntry | FileEntry;

interface FolderEntry {
  readonly kind: 'folder';
}

interface FileEntry {
  readonly kind: 'file';
  bytes: Uint8Array;
  /** Bytes that survive a power loss. */
  durable: Uint8Array;
  /** Ranges written since the last sync, also since a failed one: data that a failed sync covered is never kept. */
  unsynced: { readonly start: number; readonly end: number }[];
  mtimeMs: number;
}

/** A change of names that may not be on the disk yet. */
interface NameChange {
  readonly folders: readonly string[];
  readonly apply: (names: Map<string, Entry>) => void;
}

const folderEntry: FolderEntry = { kind: 'folder' };

/**
 * A disk with a cache above it, as harsh as POSIX allows: bytes survive a power loss only if their file was synced,
 * names only if their folder was; of unsynced changes any number of the first ones may survive. A failed sync drops the
 * data it covered, and the next one does not restore it (https://wiki.postgresql.org/wiki/Fsync_Errors).
 */
export class SimulatedDisk {
  readonly #options: SimulatedDiskOptions;
  #names = new Map<string, Entry>([['/', folderEntry]]);
  readonly #durable = new Map<string, Entry>([['/', folderEntry]]);
  #changes: NameChange[] = [];
  #boots = 0;
  #words = 0;

  constructor(options: SimulatedDiskOptions) {
    this.#options = options;
    for (const folder of options.folders ?? []) {
      this.#names.set(folder, folderEntry);
      this.#durable.set(folder, folderEntry);
    }
  }

  /** The machine in its present boot; calls of an earlier boot have no effect and never return. */
  boot(): BootedFiles {
    this.#boots += 1;
    const boot = this.#boots;
    const disk = new BootedDisk(this, () => this.#boots === boot);
    const tag = { host: '00000000', pid: boot, started: '1' };
    return {
      fileSystem: disk,
      processes: {
        own: async () => tag,
        isOver: async ({ pid }) => pid !== this.#boots,
        newWord: () => {
          this.#words += 1;
          return `word-${this.#words}`;
        },
      },
    };
  }

  /** Stops the machine at once: a kill of the process, after which the cache still exists. */
  kill(): void {
    this.#boots += 1;
  }

  /** Stops the machine and empties the cache. `share` of the unsynced names happen to be on the disk. */
  cutPower(share: number): void {
    this.kill();
    const lucky = Math.floor(share * (this.#changes.length + 1));
    for (const { apply } of this.#changes.slice(0, lucky)) apply(this.#durable);
    this.#changes = [];
    this.#dropUnreachable();
    this.#names = new Map(this.#durable);
    for (const entry of this.#names.values()) {
      if (entry.kind === 'folder') continue;
      entry.bytes = entry.durable.slice();
      entry.unsynced = [];
    }
  }

  /** All files. */
  files(): readonly { readonly path: string; readonly bytes: Uint8Array }[] {
    return [...this.#names].flatMap(([path, entry]) =>
      entry.kind === 'file' ? [{ path, bytes: entry.bytes }] : [],
    );
  }

  /** Waits for the call's turn, and fails the call where the plan demands it. */
  async begin(call: FileCall): Promise<'do' | 'fail'> {
    await this.#options.hop?.();
    return this.#options.fault?.(call) === 'EIO' ? 'fail' : 'do';
  }

  at(path: string): Entry | undefined {
    return this.#names.get(path);
  }

  under(folder: string): readonly string[] {
    const start = folder === '/' ? '/' : `${folder}/`;
    return [...this.#names.keys()]
      .filter((path) => path.startsWith(start) && path !== '/')
      .map((path) => path.slice(start.length))
      .filter((name) => !name.includes('/'))
      .toSorted();
  }

  change(folders: readonly string[], apply: NameChange['apply']): void {
    apply(this.#names);
    this.#changes.push({ folders, apply });
  }

  /** Writes into the cache, as far as there is space; returns false where there was too little. */
  write(file: FileEntry, source: Uint8Array, position: number): boolean {
    const end = position + source.length;
    const grown = Math.max(0, end - file.bytes.length);
    const room = (this.#options.capacity ?? Infinity) - this.#used();
    const fits = grown <= room;
    const written = fits ? source : source.subarray(0, Math.max(0, source.length - grown + room));
    const bytes = new Uint8Array(Math.max(file.bytes.length, position + written.length));
    bytes.set(file.bytes);
    bytes.set(written, position);
    file.bytes = bytes;
    file.unsynced.push({ start: position, end: position + written.length });
    file.mtimeMs = this.#options.now();
    return fits;
  }

  touch(file: FileEntry): void {
    file.mtimeMs = this.#options.now();
  }

  room(): number {
    return (this.#options.capacity ?? Number.MAX_SAFE_INTEGER) - this.#used();
  }

  syncFile(file: FileEntry): void {
    const durable = new Uint8Array(file.bytes.length);
    durable.set(file.durable.subarray(0, durable.length));
    for (const { start, end } of file.unsynced) durable.set(file.bytes.subarray(start, end), start);
    file.durable = durable;
    file.unsynced = [];
  }

  syncFolder(path: string): void {
    const kept = this.#takeChanges(path);
    for (const { apply } of kept) apply(this.#durable);
  }

  /** A failed sync: the system treats the cache as clean, and none of it is on the disk. */
  loseUnsynced(path: string, entry: Entry): void {
    if (entry.kind === 'file') entry.unsynced = [];
    else this.#takeChanges(path);
  }

  #takeChanges(folder: string): readonly NameChange[] {
    const taken = this.#changes.filter(({ folders }) => folders.includes(folder));
    this.#changes = this.#changes.filter(({ folders }) => !folders.includes(folder));
    return taken;
  }

  #used(): number {
    return this.files().reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** Removes names whose folder has no name any more. */
  #dropUnreachable(): void {
    for (const path of [...this.#durable.keys()].toSorted()) {
      if (this.#durable.get(dirname(path))?.kind !== 'folder') this.#durable.delete(path);
    }
  }
}

/** The disk as seen by one boot. */
class BootedDisk implements FileSystem {
  readonly #disk: SimulatedDisk;
  readonly #isUp: () => boolean;

  constructor(disk: SimulatedDisk, isUp: () => boolean) {
    this.#disk = disk;
    this.#isUp = isUp;
  }

  async open(path: string, how: 'read' | 'new-file' | 'folder'): Promise<OpenedFile> {
    return this.call({ kind: 'open', path }, () => {
      const entry = this.#disk.at(path);
      if (how === 'new-file') return this.#create(path, entry);
      if (entry === undefined) throw systemError('ENOENT', 'open');
      return new SimulatedFile(this, path, entry);
    });
  }

  async rename(from: string, to: string): Promise<void> {
    return this.call({ kind: 'rename', path: to }, () => {
      const entry = this.#disk.at(from);
      if (entry === undefined || this.#disk.at(dirname(to)) === undefined)
        throw systemError('ENOENT', 'rename');
      this.#disk.change([dirname(from), dirname(to)], (names) => {
        names.delete(from);
        names.set(to, entry);
      });
    });
  }

  async unlink(path: string): Promise<void> {
    return this.call({ kind: 'unlink', path }, () => {
      if (this.#disk.at(path) === undefined) throw systemError('ENOENT', 'unlink');
      this.#disk.change([dirname(path)], (names) => void names.delete(path));
    });
  }

  async makeFolders(path: string): Promise<string | undefined> {
    return this.call({ kind: 'mkdir', path }, () => {
      const missing: string[] = [];
      for (let at = path; this.#disk.at(at) === undefined; at = dirname(at)) missing.unshift(at);
      for (const folder of missing)
        this.#disk.change([dirname(folder)], (names) => void names.set(folder, folderEntry));
      return missing[0];
    });
  }

  async removeFolder(path: string): Promise<void> {
    return this.call({ kind: 'unlink', path }, () => {
      if (this.#disk.at(path) === undefined) throw systemError('ENOENT', 'rmdir');
      if (this.#disk.under(path).length > 0) throw systemError('ENOTEMPTY', 'rmdir');
      this.#disk.change([dirname(path)], (names) => void names.delete(path));
    });
  }

  async names(path: string): Promise<readonly string[]> {
    return this.call({ kind: 'stat', path }, () => {
      if (this.#disk.at(path) === undefined) throw systemError('ENOENT', 'scandir');
      return this.#disk.under(path);
    });
  }

  async stat(path: string): Promise<FileFacts> {
    return this.call({ kind: 'stat', path }, () => {
      const entry = this.#disk.at(path);
      if (entry === undefined) throw systemError('ENOENT', 'stat');
      return entry.kind === 'folder'
        ? { size: 0, mtimeMs: 0, isFile: false }
        : { size: entry.bytes.length, mtimeMs: entry.mtimeMs, isFile: true };
    });
  }

  async touch(path: string): Promise<void> {
    return this.call({ kind: 'touch', path }, () => {
      const entry = this.#disk.at(path);
      if (entry?.kind !== 'file') throw systemError('ENOENT', 'utime');
      this.#disk.touch(entry);
    });
  }

  async freeBytes(): Promise<number> {
    return this.#disk.room();
  }

  /** Executes a call in its turn; one of a stopped machine has no effect and never returns. */
  async call<Result>(call: FileCall, effect: () => Result, failed?: () => void): Promise<Result> {
    if (!this.#isUp()) return never();
    const verdict = await this.#disk.begin(call);
    if (!this.#isUp()) return never();
    if (verdict === 'fail') {
      failed?.();
      throw systemError('EIO', call.kind);
    }
    return effect();
  }

  has(path: string, entry: Entry): boolean {
    return this.#disk.at(path) === entry;
  }

  write(file: FileEntry, source: Uint8Array, position: number): void {
    if (!this.#disk.write(file, source, position)) throw systemError('ENOSPC', 'write');
  }

  sync(path: string, entry: Entry): Promise<void> {
    return this.call(
      { kind: 'sync', path },
      () => (entry.kind === 'file' ? this.#disk.syncFile(entry) : this.#disk.syncFolder(path)),
      () => this.#disk.loseUnsynced(path, entry),
    );
  }

  #create(path: string, present: Entry | undefined): OpenedFile {
    if (present !== undefined) throw systemError('EEXIST', 'open');
    if (this.#disk.at(dirname(path)) === undefined) throw systemError('ENOENT', 'open');
    const none = new Uint8Array();
    const entry: FileEntry = { kind: 'file', bytes: none, durable: none, unsynced: [], mtimeMs: 0 };
    this.#disk.touch(entry);
    this.#disk.change([dirname(path)], (names) => void names.set(path, entry));
    return new SimulatedFile(this, path, entry);
  }
}

class SimulatedFile implements OpenedFile {
  readonly #system: BootedDisk;
  readonly #path: string;
  readonly #entry: Entry;

  constructor(system: BootedDisk, path: string, entry: Entry) {
    this.#system = system;
    this.#path = path;
    this.#entry = entry;
  }

  async facts(): Promise<OpenedFacts> {
    return { size: this.#file().bytes.length, isNamed: this.#system.has(this.#path, this.#entry) };
  }

  sync(): Promise<void> {
    return this.#system.sync(this.#path, this.#entry);
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return this.#system.call({ kind: 'read', path: this.#path }, () => {
      const part = this.#file().bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    });
  }

  write(source: Uint8Array, position: number): Promise<void> {
    const bytes = source.slice();
    return this.#system.call({ kind: 'write', path: this.#path }, () =>
      this.#system.write(this.#file(), bytes, position),
    );
  }

  async close(): Promise<void> {
    // Nothing depends on this call: it syncs no earlier data.
  }

  #file(): FileEntry {
    if (this.#entry.kind === 'file') return this.#entry;
    throw systemError('EISDIR', 'read');
  }
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${syscall}`), { code, syscall });
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
