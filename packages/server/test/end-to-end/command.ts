import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Settings that make a gateway quick and quiet, on its own ports. */
export const quickSettings = {
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_TASKS_PORT: '0',
  FILMGATE_MOCK_SPEED: '1000',
  FILMGATE_LOG_LEVEL: 'warn',
} as const;

type Environment = Readonly<Record<string, string>>;

/** Exit code and output of a command that ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface RunningCommand {
  readonly pid: number;
  /** Output so far. */
  readonly printed: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Ended>;
  /** Resolves when its output matches; fails with all output when the command ends first. */
  until(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Signals and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Starts `filmgate` with only the path from this process's environment. */
export function startFilmgate(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Environment },
): RunningCommand {
  const { cwd, env = {} } = options;
  const child = spawn(process.execPath, ['--conditions=@filmgate/source', cli, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = collect(child);
  const ended = once(child, 'close').then(
    (): Ended => ({ code: child.exitCode, signal: child.signalCode, ...printed }),
  );
  return {
    pid: child.pid ?? -1,
    printed,
    ended,
    async until(pattern, stream = 'stdout') {
      let over = false;
      void ended.then(() => {
        over = true;
      });
      while (!pattern.test(printed[stream])) {
        if (over) throw new Error(`filmgate ${args.join(' ')} ended: ${printed.stderr}`);
        await Promise.race([once(child[stream] ?? child, 'data'), ended]);
      }
    },
    signal: (signal) => void child.kill(signal),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

export function runFilmgate(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Environment },
): Promise<Ended> {
  return startFilmgate(args, options).ended;
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (piece: Buffer) => {
    printed.stdout += piece.toString();
  });
  child.stderr?.on('data', (piece: Buffer) => {
    printed.stderr += piece.toString();
  });
  return printed;
}

/** A new folder, removed by `dispose`. */
export async function scratchFolder(): Promise<{
  readonly path: string;
  at(...names: string[]): string;
  dispose(): Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'filmgate-command-'));
  return {
    path,
    at: (...names) => join(path, ...names),
    dispose: () => rm(path, { recursive: true, force: true }),
  };
}
