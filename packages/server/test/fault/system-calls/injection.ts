import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** A failing system call: its number in each thread, as strace counts, and the later ones that fail. */
export interface Injection {
  readonly call: 'fsync' | 'pwrite64' | 'rename' | 'unlink';
  readonly error: 'EIO' | 'ENOSPC';
  readonly at: number;
  /** Distance to the next failing call; absent: only this one fails. */
  readonly every?: number | 'call';
}

export function describeInjection({ call, error, at, every }: Injection): string {
  if (every === undefined) return `${call} ${error} at ${at}`;
  return `${call} ${error} at ${at} and ${every === 'call' ? 'ever after' : `every ${every} after`}`;
}

function injectOptions(
  { call, error, at, every }: Injection,
  traceFile: string,
): readonly string[] {
  const after = every === undefined ? '' : `+${every === 'call' ? '' : every}`;
  return [
    ...['-f', '-y', '-s', '0', '-e', 'signal=none', '-o', traceFile],
    ...['-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${at}${after}`],
  ];
}

/** Command that makes the calls of the program after it fail as specified; failed calls are written to a file. */
export function injectCommand(
  injection: Injection,
  traceFile: string,
): readonly [string, ...string[]] {
  return ['strace', '-D', '--seccomp-bpf', ...injectOptions(injection, traceFile)];
}

/**
 * Makes the calls of a running process fail as specified, from the resolution on; the resolved value ends after the
 * process.
 */
export async function injectInto(
  { pid }: ChildProcess,
  injection: Injection,
  traceFile: string,
): Promise<{ readonly ended: Promise<unknown> }> {
  const options = injectOptions(injection, traceFile);
  const strace = spawn('strace', [...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(strace, 'exit');
  await once(strace.stderr, 'data');
  return { ended };
}

/**
 * Files in a folder whose calls failed, by the first parts of their paths: `results/tmp`, `filmgate.db-wal`; the folder
 * itself is ``.
 */
export async function failedOn(traceFile: string, folder: string): Promise<readonly string[]> {
  const lines = (await readFile(traceFile, 'utf8')).split('\n');
  return lines
    .filter((line) => line.endsWith('(INJECTED)'))
    .flatMap((line) => /[<"](?<path>\/[^>"]*)/.exec(line)?.groups?.['path'] ?? [])
    .filter((path) => path.startsWith(folder))
    .map((path) => relative(folder, path).split('/').slice(0, 2).join('/'));
}
