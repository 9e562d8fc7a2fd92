import { dirname } from 'node:path';
import type { SystemCall } from './system-call.ts';

/** What a power cut could take: bytes written and not synced, or a name whose folder was not synced. */
export interface Loss {
  readonly kind: 'bytes' | 'name' | 'renamed-before-synced' | 'never-made';
  readonly path: string;
}

const writingCalls = new Set(['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2']);
const syncingCalls = new Set(['fsync', 'fdatasync']);
const renamingCalls = new Set(['rename', 'renameat', 'renameat2']);

interface Naming {
  readonly path: string;
  /** The name the file had before; null for one that was made. */
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

/** A path and the folders it lies in. */
function withFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [path] : [path, ...withFolders(folder)];
}

/** What happened to files, and what of it a power cut at a given place of the trace could undo. */
export class DiskHistory {
  readonly #writes: readonly SystemCall[];
  readonly #syncs: readonly SystemCall[];
  readonly #namings: readonly Naming[];

  constructor(calls: readonly SystemCall[]) {
    this.#writes = calls.filter(({ name }) => writingCalls.has(name));
    this.#syncs = calls.filter(({ name }) => syncingCalls.has(name));
    this.#namings = calls.flatMap((call) => namingOf(call) ?? []);
  }

  /** Writes to a file or a connection, in their order. */
  writes(matches: (file: string) => boolean): readonly SystemCall[] {
    return this.#writes.filter(({ file }) => file !== null && matches(file));
  }

  /** Whether what was asked of the file so far is not sure to be on the disk at the place. */
  lostBytes(path: string, position: number): readonly Loss[] {
    const written = this.#writes.filter(({ file, begun }) => file === path && begun < position);
    const last = Math.max(...written.map(({ ended }) => ended));
    if (written.length === 0 || this.#isSynced(path, last, position)) return [];
    return [{ kind: 'bytes', path }];
  }

  /** Names on the way to a file that were made in this trace and are not sure to be on the disk at the place. */
  lostNames(path: string, position: number): readonly Loss[] {
    return withFolders(path).flatMap((name): readonly Loss[] => {
      const naming = this.#naming(name, position);
      if (naming === undefined) return [];
      return this.#isSynced(dirname(name), naming.call.ended, position)
        ? []
        : [{ kind: 'name', path: name }];
    });
  }

  /** What a file that was written under another name and then put in its place lacks at the place. */
  lostOfKept(path: string, position: number): readonly Loss[] {
    const naming = this.#naming(path, position);
    if (naming === undefined || naming.from === null) return [{ kind: 'never-made', path }];
    const early = this.lostBytes(naming.from, naming.call.begun);
    return [
      ...early.map((): Loss => ({ kind: 'renamed-before-synced', path })),
      ...this.lostNames(path, position),
    ];
  }

  /** The first call that uses a name makes it, and each rename onto it makes it again. */
  #naming(path: string, position: number): Naming | undefined {
    const all = this.#namings.filter((naming) => naming.path === path && naming.call.begun < position);
    return all.findLast(({ from }) => from !== null) ?? all[0];
  }

  #isSynced(path: string, after: number, before: number): boolean {
    return this.#syncs.some(
      ({ file, begun, ended }) => file === path && begun > after && ended < before,
    );
  }
}
