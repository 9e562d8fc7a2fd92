import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const cli = resolve(import.meta.dirname, '../../packages/upstream-mock/src/cli.ts');

it('[mock.test-api.python] a client that sends again is caught in pytest, and one that looks first passes', async () => {
  const command = `'${process.execPath}' --conditions=@filmgate/source '${cli}'`;
  const words = ['-m', 'pytest', '-p', 'no:cacheprovider'];
  const { stdout } = await promisify(execFile)('python3', words, {
    cwd: import.meta.dirname,
    env: { ...process.env, FILMGATE_MOCK_COMMAND: command, PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(stdout).toMatch(/ 2 passed in /);
});
