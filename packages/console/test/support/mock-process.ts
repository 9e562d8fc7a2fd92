import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../upstream-mock/src/cli.ts', import.meta.url));

/** A provider in a process of its own, whose accounts and time are set while it runs. */
export interface MockProcess {
  readonly url: string;
  /** Sets what the account with a key may do there. */
  describe(account: {
    readonly key: string;
    readonly credits?: number;
    readonly login?: 'valid' | 'expired' | 'banned';
  }): Promise<void>;
  /** Moves its time on, so that what runs there ends. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param speaksAs - providers whose wires it speaks too, each below a path of its own name */
export async function startMock(speaksAs: readonly string[] = []): Promise<MockProcess> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@filmgate/source',
      ...[cli, 'serve', '--port', '0'],
      ...speaksAs.flatMap((name) => ['--as', name]),
    ],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        FILMGATE_MOCK_SPEED: '20',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'close');
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(String);
  const line = await Promise.race([
    firstLine,
    ended.then(() => Promise.reject(new Error('the mock ended'))),
  ]);
  const [url = ''] = /http:\S+/.exec(line) ?? [];
  const control = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${url}/_mock/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  return {
    url,
    describe: (account) => control('accounts', account),
    advance: (ms) => control('clock/advance', { ms }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
