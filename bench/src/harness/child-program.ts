import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeEnvironment } from '../../../tools/build/program/runtime-flags.mjs';
import { onCore } from './cores.ts';

/** How a program started by `startProgram` talks to it. */
interface ProgramParent {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** The process that started this one. Ends this one when that is gone, or asks it to. */
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

/** The argument `startProgram` gave, as it was sent. */
export function programArgument(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** One of our programs running on a core of its own. */
export interface ChildProgram {
  readonly pid: number;
  /** Sends a message and resolves with the next one that comes back. */
  ask(message: object): Promise<unknown>;
  /** The first message: that it is ready, and where. */
  readonly greeting: unknown;
  /** Ends it; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface ChildProgramOptions {
  /** File below `bench/src`. */
  readonly program: string;
  readonly core: number;
  /** Given as JSON, the program's only argument. */
  readonly argument?: object;
  readonly nodeArguments?: readonly string[];
  /** How long it may take to be ready, in ms. */
  readonly readyWithinMs?: number;
}

const sourceFolder = fileURLToPath(new URL('..', import.meta.url));
const stopWithinMs = 20_000;
const errorFile = 'stderr.log';

/** Starts a program of `bench/src` and waits for its greeting. It ends with this process, whatever ends that. */
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
  // A file, not a pipe: a server that logs would pay for waking the reader at each line.
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

/** The end of what it wrote to standard error, for the message when it fails. */
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
