import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeEnvironment } from '../../../tools/build/program/runtime-flags.mjs';
import { onCore } from './cores.ts';

/** Channel between a program and the `startProgram` that started it. */
interface ProgramParent {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** The parent process. This process ends when its parent ends or sends it a stop message. */
export function programParent(cleanUp: () => Promise<void> = async () => {}): ProgramParent {
  const end = (): void => {
    void cleanUp().finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  return {
    send(message) {
      process.send?.(message);
    },
    onMessage(listener) {
      process.on('message', listener);
    },
  };
}

/** The argument of `startProgram`, unvalidated. */
export function programArgument(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** One of our programs, running on its own core. */
export interface ChildProgram {
  readonly pid: number;
  /** Sends a message and resolves with the next message that returns. */
  ask(message: object): Promise<unknown>;
  /** The first message: the program is ready, with its address. */
  readonly greeting: unknown;
  /** Stops the program; resolves when it has ended. */
  stop(): Promise<void>;
}

export interface ChildProgramOptions {
  /** File below `bench/src`. */
  readonly program: string;
  readonly core: number;
  /** Given as JSON, the program's only argument. */
  readonly argument?: object;
  readonly nodeArguments?: readonly string[];
  /** Startup timeout, in ms. */
  readonly readyWithinMs?: number;
}

const sourceFolder = fileURLToPath(new URL('..', import.meta.url));
const stopWithinMs = 20_000;
const errorFile = 'stderr.log';

/** Starts a program of `bench/src` and waits for its greeting. It ends with this process, however that ends. */
export async function startProgram(options: ChildProgramOptions): Promise<ChildProgram> {
  const { program, core, argument = {}, nodeArguments = [], readyWithinMs = 900_000 } = options;
  const [file, ...rest] = onCore(core, [
    process.execPath,
    '--conditions=@filmgate/source',
    ...nodeArguments,
    `${sourceFolder}${program}`,
    JSON.stringify(argument),
  ]);
  const env = { ...process.env, ...runtimeEnvironment(), NODE_ENV: 'production' };
  // A file, not a pipe: with a pipe each log line would wake the reader at the server's expense.
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-bench-log-'));
  const log = openSync(join(folder, errorFile), 'a');
  const child = spawn(file, rest, { env, stdio: ['ignore', 'ignore', log, 'ipc'] });
  closeSync(log);
  child.once('exit', () => setImmediate(() => rmSync(folder, { recursive: true, force: true })));
  const errors = (): string => lastErrors(folder);
  const next = (withinMs: number) => nextMessage(child, { withinMs, program, errors });
  const greeting = await next(readyWithinMs);
  return {
    pid: child.pid ?? 0,
    greeting,
    ask(message) {
      const response = next(readyWithinMs);
      child.send(message);
      return response;
    },
    stop: () => stop(child),
  };
}

/** Last lines of its standard error, for the error message. */
function lastErrors(folder: string): string {
  return readFileSync(join(folder, errorFile), 'utf8').slice(-2000);
}

async function nextMessage(
  child: ChildProcess,
  {
    withinMs,
    program,
    errors,
  }: { readonly withinMs: number; readonly program: string; readonly errors: () => string },
): Promise<unknown> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), withinMs);
  try {
    const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => {
      throw new Error(`${program} ended with ${String(code)}: ${errors()}`);
    });
    const message = once(child, 'message', { signal: over.signal }).then(
      ([first]: unknown[]) => first,
    );
    return await Promise.race([message, ended]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await gone;
  clearTimeout(timer);
}
