import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** A system call that fails: which one of each thread, as strace counts them, and which ones after it. */
export interface Injection {
  readonly call: 'fsync' | 'pwrite64' | 'rename';
  readonly error: 'EIO' | 'ENOSPC';
  readonly at: number;
  /** So many calls after each failed one the next one fails; absent: this one alone. */
  readonly every?: number | 'call';
}

export function describeInjection({ call, error, at, every }: Injection): string {
  if (every === undefined) return `${call} ${error} at ${at}`;
  return `${call} ${error} at ${at} and ${every === 'call' ? 'ever after' : `every ${every} after`}`;
}

/** The command to put before a program so that its calls fail as told; those that failed are noted in a file. */
export function injectCommand(
  { call, error, at, every }: Injection,
  traceFile: string,
): readonly [string, ...string[]] {
  const after = every === undefined ? '' : `+${every === 'call' ? '' : every}`;
  return [
    'strace',
    ...['-D', '-f', '--seccomp-bpf', '-y', '-s', '0', '-e', 'signal=none', '-o', traceFile],
    ...['-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${at}${after}`],
  ];
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
