import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A TypeScript program of this repository in a process of its own. */
export interface Child {
  readonly process: ChildProcess;
  /** The first line it prints. */
  readonly firstLine: string;
  /** Resolves when it is gone, with what ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Ends it by the signal and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program and waits for its first line. Fails with what it said when it ends before. */
export async function startChild(
  program: string,
  options: {
    readonly arguments?: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    /** A command that starts the program given after it. */
    readonly under?: readonly [string, ...string[]];
  },
): Promise<Child> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const [file, ...before] = [...(options.under ?? []), process.execPath] as const;
  const child = spawn(
    file,
    [...before, '--conditions=@filmgate/source', path, ...(options.arguments ?? [])],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let complaints = '';
  child.stderr.on('data', (piece: Buffer) => {
    complaints += piece.toString();
  });
  const ended = once(child, 'exit').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
  }));
  const firstLine = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]: unknown[]) =>
      String(line),
    ),
    ended.then(({ code, signal }) => {
      throw new Error(`${program} ended (${code ?? signal}) before it listened: ${complaints}`);
    }),
  ]);
  return {
    process: child,
    firstLine,
    ended,
    async stop(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}
