import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A test program in a separate process, which may be killed at any instruction. */
export interface Program {
  readonly pid: number;
  /** Standard output, line by line; ends with the process. */
  readonly lines: AsyncIterable<string>;
  /** The whole output, once the process has ended. */
  output(): Promise<string>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
  /** Resolves once the process has ended, with its standard error. */
  ended(): Promise<{ readonly code: number | null; readonly errors: string }>;
}

export interface ProgramToSpawn {
  /** Source of the program. */
  readonly program: URL;
  readonly args: readonly string[];
  /** Shell text run before the program, such as `ulimit`. */
  readonly before?: string;
}

/** Starts a program of this repository from its source. Throws where no process can be started. */
export function spawnProgram({ program, args, before = 'true' }: ProgramToSpawn): Program {
  const node = [process.execPath, '--conditions=@filmgate/source', fileURLToPath(program)];
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    'sh',
    ['-c', `${before}; exec "$@"`, 'sh', ...node, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program.href} could not be started`);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  const lines = createInterface({ input: child.stdout });
  return {
    pid,
    lines,
    output: async () => {
      const all: string[] = [];
      for await (const line of lines) all.push(line);
      return all.join('\n');
    },
    kill: (signal) => void child.kill(signal),
    ended: async () => ({ code: await ended, errors }),
  };
}

/** Writes a line to standard output synchronously, so that a kill cannot lose the line. */
export function writeLine(text: string): void {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) rest = rest.subarray(writeWhatFits(rest));
}

/** Number of bytes written; 0 while the pipe is full. */
function writeWhatFits(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
