import { dirname } from 'node:path';
import type { SystemCall } from './system-call.ts';

/** Data that a power cut could lose: bytes written and not synced, or a name whose folder was not synced. */
export interface Loss {
  readonly kind: 'bytes' | 'name' | 'renamed-before-synced' | 'never-made';
  readonly path: string;
}

const writingCalls = new Set(['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2']);
const syncingCalls = new Set(['fsync', 'fdatasync']);
const renamingCalls = new Set(['rename', 'renameat', 'renameat2']);

interface Naming {
  readonly path: string;
  /** Former name of the file; null for a new one. */
  readonly from: string | null;
  readonly call: SystemCall;
}

function namingOf(call: SystemCall): Naming | undefined {
  const [first, second] = call.texts;
  if (renamingCalls.has(call.name) && first !== undefined && second !== undefined) {
    return { path: second, from: first, call };
  }
  const makes = call.name === 'mkdir' || call.name === 'mkdirat' || call.flags.has('O_CREAT');
  return makes && first !== undefined ? { path: first, from: null, call } : undefined;
}

/** Returns a path and the folders that contain it. */
function withFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [path] : [path, ...withFolders(folder)];
}

/** History of files, and the part of it that a power cut at a given position of the trace could undo. */
export class DiskHistory {
  readonly #writes: readonly SystemCall[];
  readonly #syncs: readonly SystemCall[];
  readonly #namings: readonly Naming[];

  constructor(calls: readonly SystemCall[]) {
    this.#writes = calls.filter(({ name }) => writingCalls.has(name));
    this.#syncs = calls.filter(({ name }) => syncingCalls.has(name));
    this.#namings = calls.flatMap((call) => namingOf(call) ?? []);
  }

  /** Writes to a file or a connection, in order. */
  writes(matches: (file: string) => boolean): readonly SystemCall[] {
    return this.#writes.filter(({ file }) => file !== null && matches(file));
  }

  /** Losses if a change of the file so far may be missing from the disk at the position. */
  lostBytes(path: string, position: number): readonly Loss[] {
    const written = this.#writes.filter(({ file, begun }) => file === path && begun < position);
    const last = Math.max(...written.map(({ ended }) => ended));
    if (written.length === 0 || this.#isSynced(path, last, position)) return [];
    return [{ kind: 'bytes', path }];
  }

  /** Names on the path to a file that were created in this trace and may be missing from the disk at the position. */
  lostNames(path: string, position: number): readonly Loss[] {
    return withFolders(path).flatMap((name): readonly Loss[] => {
      const naming = this.#naming(name, position);
      if (naming === undefined) return [];
      return this.#isSynced(dirname(name), naming.call.ended, position)
        ? []
        : [{ kind: 'name', path: name }];
    });
  }

  /** Losses at the position of a file that was written under another name and then renamed. */
  lostOfKept(path: string, position: number): readonly Loss[] {
    const naming = this.#naming(path, position);
    if (naming === undefined || naming.from === null) return [{ kind: 'never-made', path }];
    const early = this.lostBytes(naming.from, naming.call.begun);
    return [
      ...early.map((): Loss => ({ kind: 'renamed-before-synced', path })),
      ...this.lostNames(path, position),
    ];
  }

  /** The first call that uses a name creates it, and each rename onto it creates it again. */
  #naming(path: string, position: number): Naming | undefined {
    const all = this.#namings.filter(
      (naming) => naming.path === path && naming.call.begun < position,
    );
    return all.findLast(({ from }) => from !== null) ?? all[0];
  }

  #isSynced(path: string, after: number, before: number): boolean {
    return this.#syncs.some(
      ({ file, begun, ended }) => file === path && begun > after && ended < before,
    );
  }
}
