import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { runExample } from '../run-example.ts';

const cli = resolve(import.meta.dirname, '../../packages/upstream-mock/src/cli.ts');

/** Stops the mock if it is still running. */
async function end(mock: ChildProcess): Promise<void> {
  if (mock.exitCode !== null) return;
  const exited = once(mock, 'exit');
  mock.kill();
  await exited;
}

it('a client is tested against filmgate-mock, and its ledger says that nothing was accepted twice', async () => {
  const serve = ['--conditions=@filmgate/source', cli, 'serve', '--port', '0'];
  const mock = spawn(process.execPath, serve, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => end(mock));
  const [line] = (await once(createInterface({ input: mock.stdout }), 'line')).map(String);
  const [url = ''] = /http:\S+/.exec(line ?? '') ?? [];

  const said = await runExample(import.meta.dirname, [url]);
  expect(said).toBe('6 sent, 4 accepted, 3 responses lost, 4 videos, none twice\n');
});
