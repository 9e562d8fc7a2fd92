import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate file system, small and in memory, which exists until it is disposed of. */
export interface SmallDisk {
  /** Its path for processes started `under` it. */
  readonly path: string;
  /** Command that starts a process which sees it. */
  readonly under: readonly [string, ...string[]];
  /** Its path for this process. */
  readonly seen: string;
  /** Uses up the remaining space. */
  fill(): void;
  /** Frees the space that `fill` used. */
  empty(): void;
  dispose(): Promise<void>;
}

/** Ways to create a mount namespace, and to enter an existing one: as root, else as root of a user namespace. */
const ways = [
  { own: ['unshare', '--mount'], join: ['--mount'] },
  {
    own: ['unshare', '--user', '--map-root-user', '--mount'],
    join: ['--user', '--preserve-credentials', '--mount'],
  },
] as const;

/** @throws Error where a file system cannot be mounted: it needs root with CAP_SYS_ADMIN, or user namespaces */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'filmgate-small-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m filmgate '${path}'`;
  const way = ways.find(({ own: [command, ...options] }) => {
    return spawnSync(command, [...options, 'sh', '-c', mount]).status === 0;
  });
  if (way === undefined) throw new Error('A test fills a file system of its own, and may not.');
  const [command, ...options] = way.own;
  const holder = spawn(command, [...options, 'sh', '-c', `${mount} && echo there && exec cat`]);
  await once(holder.stdout, 'data');
  const seen = `/proc/${holder.pid ?? 0}/root${path}`;
  const ballast = join(seen, 'ballast');
  return {
    path,
    seen,
    under: ['nsenter', `--target=${holder.pid ?? 0}`, ...way.join],
    fill: () => fill(ballast),
    empty: () => rmSync(ballast),
    dispose: () => dispose(holder, path),
  };
}

function fill(ballast: string): void {
  const file = openSync(ballast, 'a');
  try {
    for (let size = 1024 * 1024; size >= 512; ) {
      try {
        writeSync(file, Buffer.alloc(size, 1));
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function dispose(holder: ChildProcess, path: string): Promise<void> {
  const gone = once(holder, 'exit');
  holder.stdin?.end();
  await gone;
  await rm(path, { recursive: true, force: true });
}
