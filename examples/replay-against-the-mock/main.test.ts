import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

const cli = resolve(import.meta.dirname, '../../packages/upstream-mock/src/cli.ts');
let mock: ChildProcess;
let url = '';

beforeAll(async () => {
  const serve = ['--conditions=@filmgate/source', cli, 'serve', '--port', '0'];
  const child = spawn(process.execPath, serve, { stdio: ['ignore', 'pipe', 'inherit'] });
  mock = child;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /http:\S+/.exec(line)?.[0] ?? '';
    if (url !== '') break;
  }
});

afterAll(async () => {
  mock.kill();
  await once(mock, 'exit');
});

it('a client is replayed against filmgate-mock, and its ledger says that nothing was accepted twice', async () => {
  const said = await runExample(import.meta.dirname, [url]);
  expect(said).toBe('6 sent, 4 accepted, 3 answers lost, 4 films, none twice\n');
});
