import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DiskCalls {
  /** fsync and fdatasync. */
  readonly syncs: number;
  /** Writes of a whole database page: SQLite writes the head of a frame and its page one after the other. */
  readonly pages: number;
}

const pageBytes = 4096;

/**
 * Counts disk calls of processes with strace while `work` runs; null if strace is not installed. Tracing slows the
 * processes, so nothing is timed meanwhile.
 */
export async function countDiskCalls(
  pids: readonly number[],
  folder: string,
  work: () => Promise<void>,
): Promise<DiskCalls | null> {
  if (!hasStrace()) return null;
  const file = join(folder, 'strace.txt');
  rmSync(file, { force: true });
  const calls = 'trace=fsync,fdatasync,pwrite64,write';
  const targets = pids.flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn('strace', ['-f', '-q', '-e', calls, '-s', '0', '-o', file, ...targets], {
    stdio: 'ignore',
  });
  const gone = once(strace, 'exit');
  // strace does not report that it is attached; its file exists from then on.
  for (let look = 0; look < 100 && !existsSync(file); look += 1) await sleep(50);
  await sleep(500);
  await work();
  strace.kill('SIGINT');
  await gone;
  return readDiskCalls(readFileSync(file, 'utf8'));
}

/** Reads the counts from the output of strace. */
export function readDiskCalls(trace: string): DiskCalls {
  const lines = trace.split('\n');
  const ended = (name: string) => new RegExp(`\\b${name}(\\(| resumed).*= 0$`);
  const [fsync, fdatasync] = [ended('fsync'), ended('fdatasync')];
  const page = new RegExp(`\\bpwrite64(\\(| resumed).*= ${pageBytes}$`);
  return {
    syncs: lines.filter((line) => fsync.test(line) || fdatasync.test(line)).length,
    pages: lines.filter((line) => page.test(line)).length,
  };
}

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
