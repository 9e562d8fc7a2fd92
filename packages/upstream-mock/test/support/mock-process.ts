import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';

export const mockProgram = resolve(import.meta.dirname, '../../src/cli.ts');

/** The mock as separate processes. Those still running are killed after the test. */
export function useMockProcesses() {
  const children = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    children.clear();
  });

  /** `limit`: most KiB a file of the process may have. */
  function launch(
    args: readonly string[],
    environment: Record<string, string> = {},
    limit = 'unlimited',
  ) {
    return run(['serve', ...args], environment, limit);
  }

  /** Any of its commands. */
  function run(
    args: readonly string[],
    environment: Record<string, string> = {},
    limit = 'unlimited',
  ) {
    const command = [process.execPath, '--conditions=@filmgate/source', mockProgram, ...args];
    const limited = ['-c', 'ulimit -f "$0" && exec "$@"', limit, ...command];
    const child = spawn('bash', limited, {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    return child;
  }

  /** Starts one and waits until it listens. */
  async function serve(
    args: readonly string[] = [],
    environment: Record<string, string> = {},
    limit = 'unlimited',
  ) {
    const child = launch(['--port', '0', ...args], environment, limit);
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^filmgate-mock listens on (http:\S+)$/.exec(line) ?? [];
      if (url !== undefined) return { child, url };
    }
    throw new Error(`the mock did not start: ${await text(child.stderr)}`);
  }

  return { launch, run, serve };
}

export async function endOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}
