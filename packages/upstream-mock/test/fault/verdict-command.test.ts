import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useMockProcesses } from '../support/mock-process.ts';
import { ownBody } from '../support/verdict/verdict-bench.ts';

const cli = resolve(import.meta.dirname, '../../src/cli.ts');
const { serve } = useMockProcesses();

/** Runs `filmgate-mock verdict URL` to its end. */
function ask(url: string) {
  const args = ['--conditions=@filmgate/source', cli, 'verdict', url];
  return new Promise<{ code: unknown; out: string; errors: string }>((done) => {
    execFile(process.execPath, args, (error, out, errors) => {
      done({ code: error === null ? 0 : error.code, out, errors });
    });
  });
}

it('[mock.verdict.command] prints the verdict of a mock or a space, and ends with 1 on a finding and 2 without a mock', async () => {
  const { url } = await serve(['--control']);
  expect(await ask(url)).toEqual({ code: 0, out: 'clean: nothing was found\n', errors: '' });
  const prompt = 'one [[mock:lost-response,queue=0s,run=0s]]';
  for (const name of ['one', 'one']) {
    const body = JSON.stringify(ownBody(name, { prompt }));
    const headers = { authorization: 'Bearer key-1' };
    await expect(
      fetch(`${url}/s/suite-1/v1/generations`, { method: 'POST', headers, body }),
    ).rejects.toThrow('fetch failed');
  }
  expect((await ask(url)).code).toBe(0);
  const found = await ask(`${url}/s/suite-1`);
  expect(found).toMatchObject({ code: 1, errors: '' });
  expect(found.out).toContain('paid-twice (error) id:one');
  for (const wrong of ['http://127.0.0.1:1', 'nonsense', `${url}/s/a%20b`])
    expect(await ask(wrong), wrong).toMatchObject({
      code: 2,
      out: '',
      errors: expect.stringMatching(/^filmgate-mock: /),
    });
});
