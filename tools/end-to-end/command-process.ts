import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from './scratch-folder.ts';

/** The sources of the two commands, to be run without a build. */
export const commandLines = {
  filmgate: sourceCommand('server'),
  'filmgate-mock': sourceCommand('upstream-mock'),
} as const;

function sourceCommand(folder: string): readonly [string, ...string[]] {
  const cli = join(projectRoot, 'packages', folder, 'src', 'cli.ts');
  return [process.execPath, '--conditions=@filmgate/source', cli];
}

/** A program that runs until it is stopped. */
export interface CommandProcess {
  /** Standard output so far. */
  output(): string;
  /** Sends SIGTERM to the program and its children; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Startup timeout of a program, in ms, including a first build. */
const readyWithinMs = 100_000;

/**
 * Starts a program and waits for the output that shows it is ready. A program that does not become ready is stopped.
 *
 * @throws Error with its output if it ends earlier or exceeds the timeout
 */
export async function startCommand(options: {
  readonly command: readonly [string, ...string[]];
  readonly ready: RegExp;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}): Promise<CommandProcess> {
  const { command, ready, env, cwd } = options;
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, detached: true });
  const printed = collect(child);
  const exited = once(child, 'exit');
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, signal);
  };
  const endWithUs = (): void => signalAll('SIGKILL');
  process.once('exit', endWithUs);
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    signalAll(signal);
    await exited;
    process.off('exit', endWithUs);
    return child.exitCode;
  };
  const slow = setTimeout(() => signalAll('SIGKILL'), readyWithinMs);
  while (!ready.test(printed.stdout)) {
    await Promise.race([once(child.stdout, 'data'), exited]);
    if (child.exitCode === null && child.signalCode === null) continue;
    clearTimeout(slow);
    process.off('exit', endWithUs);
    throw new Error(`${command.join(' ')} was not ready:\n${printed.stdout}${printed.stderr}`);
  }
  clearTimeout(slow);
  return { output: () => printed.stdout, stop: () => stop('SIGTERM') };
}

function collect(child: ChildProcessWithoutNullStreams): { stdout: string; stderr: string } {
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (piece: Buffer) => {
    printed.stdout += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    printed.stderr += piece.toString();
  });
  return printed;
}
