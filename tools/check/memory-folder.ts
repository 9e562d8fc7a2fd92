import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder whose files are in memory. */
export interface MemoryFolder {
  readonly path: string;
  /** Removes the folder with its content. */
  remove(): void;
}

/** Path of Linux's file system in memory, and its type number in statfs(2). */
const shared = '/dev/shm';
const tmpfs = 0x01_02_19_94;
/** Bytes for two installations of all dependencies, the stores and videos of the tests, and the tests themselves. */
const needed = 8 * 1024 ** 3;
const nameOf = (pid: number) => `filmgate-test-${pid}-`;
const named = /^filmgate-test-(\d+)-/u;

/**
 * A folder in memory for the files of tests. On a disk, thousands of stores wait for it at every step, which is half
 * the time of a run, and proves nothing: a killed process loses no page that it wrote, and the tests of lost writes
 * drop them on purpose.
 *
 * @param options `place` is a folder of a file system in memory, `neededBytes` its required free space
 * @returns undefined if there is none, it is too small, or programs cannot be started from it
 */
export function openMemoryFolder({
  location = shared,
  neededBytes = needed,
}: {
  readonly location?: string;
  readonly neededBytes?: number;
} = {}): MemoryFolder | undefined {
  removeLeftBehind(location);
  if (roomIn(location) < neededBytes) return undefined;
  const path = mkdtempSync(join(location, nameOf(process.pid)));
  // Same mode as the default one: servers that tests start may run as another user.
  chmodSync(path, 0o1777);
  const remove = () => rmSync(path, { recursive: true, force: true });
  if (startsPrograms(path)) return { path, remove };
  remove();
  return undefined;
}

/** Free bytes; 0 without such a file system. */
function roomIn(location: string): number {
  try {
    const { type, bavail, bsize } = statfsSync(location);
    return type === tmpfs ? Math.min(bavail * bsize, process.availableMemory()) : 0;
  } catch {
    return 0;
  }
}

/** Removes folders of killed runs, which would occupy memory until the machine restarts. */
function removeLeftBehind(location: string): void {
  for (const name of namesIn(location)) {
    const pid = named.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(location, name), { recursive: true, force: true });
  }
}

function namesIn(location: string): readonly string[] {
  try {
    return readdirSync(location);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Containers often forbid execution there; tests install packages with programs. */
function startsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
