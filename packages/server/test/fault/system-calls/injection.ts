import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** A system call that fails: which one of each thread, as strace counts them, and which ones after it. */
export interface Injection {
  readonly call: 'fsync' | 'pwrite64' | 'rename' | 'unlink';
  readonly error: 'EIO' | 'ENOSPC';
  readonly at: number;
  /** So many calls after each failed one the next one fails; absent: this one alone. */
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

/** The command to put before a program so that its calls fail as told; those that failed are noted in a file. */
export function injectCommand(
  injection: Injection,
  traceFile: string,
): readonly [string, ...string[]] {
  return ['strace', '-D', '--seccomp-bpf', ...injectOptions(injection, traceFile)];
}

/** Makes the calls of a process that runs already fail as told, from when this resolves on; what it resolves to ends after the process. */
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

/** The files below a folder whose calls failed, by their first words: `results/tmp`, `filmgate.db-wal`; the folder itself is ``. */
export async function failedOn(traceFile: string, folder: string): Promise<readonly string[]> {
  const lines = (await readFile(traceFile, 'utf8')).split('\n');
  return lines
    .filter((line) => line.endsWith('(INJECTED)'))
    .flatMap((line) => /[<"](?<path>\/[^>"]*)/.exec(line)?.groups?.['path'] ?? [])
    .filter((path) => path.startsWith(folder))
    .map((path) => relative(folder, path).split('/').slice(0, 2).join('/'));
}
