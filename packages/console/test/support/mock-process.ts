import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../upstream-mock/src/cli.ts', import.meta.url));

/** A provider in its own process, whose accounts and clock can be changed while it runs. */
export interface MockProcess {
  readonly url: string;
  /** Configures the account of a key. */
  describe(account: {
    readonly key: string;
    readonly credits?: number;
    readonly login?: 'valid' | 'expired' | 'banned';
  }): Promise<void>;
  /** Advances its clock, so that running videos finish. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** @param speaksAs - providers whose protocols it serves too, each below a path with its name */
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
    advance: (ms) => control('clock', { advance: ms }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
