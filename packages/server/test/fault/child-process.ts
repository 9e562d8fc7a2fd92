import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A TypeScript program of this repository in its own process. */
export interface Child {
  readonly process: ChildProcess;
  /** First line of its output. */
  readonly firstLine: string;
  /** Resolves when it has ended, with its exit code and signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Ends it with the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program and waits for its first line. Fails with its output when it ends first. */
export async function startChild(
  program: string,
  options: {
    readonly arguments?: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    /** Command that starts the program given after it. */
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
