import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useMockProcesses } from '../support/mock-process.ts';
import { ownBody } from '../support/verdict/verdict-bench.ts';

const cli = resolve(import.meta.dirname, '../../src/cli.ts');
const { serve } = useMockProcesses();

/** Runs `filmgate-mock verdict …` to its end. */
function ask(...asked: readonly string[]) {
  const args = ['--conditions=@filmgate/source', cli, 'verdict', ...asked];
  return new Promise<{ code: unknown; out: string; errors: string }>((done) => {
    execFile(process.execPath, args, (error, out, errors) => {
      done({ code: error === null ? 0 : error.code, out, errors });
    });
  });
}

const headers = { authorization: 'Bearer key-1' };

/** A submission whose response is lost, twice. */
async function payTwice(url: string) {
  const prompt = 'one [[mock:lost-response,queue=0s,run=0s]]';
  for (const name of ['one', 'one']) {
    const body = JSON.stringify(ownBody(name, { prompt }));
    await expect(fetch(`${url}/v1/generations`, { method: 'POST', headers, body })).rejects.toThrow(
      'fetch failed',
    );
  }
}

async function buy(url: string) {
  const body = JSON.stringify(ownBody('two', { prompt: 'two [[mock:queue=0s,run=0s]]' }));
  const response = await fetch(`${url}/v1/generations`, { method: 'POST', headers, body });
  const { id } = (await response.json()) as { readonly id: string };
  for (const path of [`/v1/generations/${id}`, `/v1/results/${id}`])
    await (await fetch(url + path, { headers })).arrayBuffer();
}

describe('filmgate-mock verdict', () => {
  it('[mock.verdict.command] ends with 0 for clean, 1 for found, and 3 for undecided', async () => {
    const { url } = await serve(['--control']);
    const unseen = await ask(url);
    expect(unseen).toMatchObject({ code: 3, errors: '' });
    expect(unseen.out).toMatch(/^undecided: space default: 0 requests, 0 jobs, 0 credits\n/);
    await payTwice(`${url}/s/suite-1`);
    await buy(`${url}/s/suite-2`);
    const found = await ask(`${url}/s/suite-1/openai-videos/v1`);
    expect(found).toMatchObject({ code: 1, errors: '' });
    expect(found.out).toContain('paid-twice (error, by client) id:one');
    expect(await ask(`${url}/s/suite-2`)).toEqual({
      code: 0,
      out: 'clean: space suite-2: 3 requests, 1 job, 1 credit\n',
      errors: '',
    });
    expect((await ask(`${url}/s/suite-2`, '--jobs', '2')).code).toBe(1);
    const others = await ask(url);
    expect(others.out).toContain('there are 2 others');
  });

  it('[mock.verdict.command] is about all spaces, prints JSON, and passes on the exceptions of a test', async () => {
    const { url } = await serve(['--control']);
    await payTwice(`${url}/s/suite-1`);
    await buy(`${url}/s/suite-2`);
    const all = await ask(url, '--all');
    expect(all.code).toBe(1);
    expect(all.out).toMatch(/^found: 2 spaces, 0 dropped\n/);
    const space = `${url}/s/suite-1`;
    const json = await ask(space, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ space: 'suite-1', outcome: 'found' });
    const expected = ['--expect', 'paid-twice:1', 'lost-film', '--strict'];
    expect((await ask(space, ...expected)).code).toBe(0);
    expect((await ask(space, '--ignore', 'paid-twice', 'lost-film')).code).toBe(0);
    expect((await ask(space, '--by', 'provider')).code).toBe(0);
    expect((await ask(`${url}/s/suite-2`, '--expect', 'paid-twice')).code).toBe(1);
  });

  it('[mock.verdict.command] ends with 2 and one sentence without a mock, a space, or a question that it accepts', async () => {
    const { url } = await serve(['--control']);
    await payTwice(`${url}/s/suite-1`);
    for (const [args, error] of [
      [['http://127.0.0.1:1'], 'no mock responded at http://127.0.0.1:1: start one with'],
      [['nonsense'], 'nonsense is no address of a mock, such as http://127.0.0.1:8789'],
      [[`${url}/s/a%20b`], 'names no space'],
      [[`${url}/space/x`], '/space/x names no space'],
      [[`${url}/openai-videos/v1`], '/openai-videos/v1 names no space'],
      [[`${url}/s/suite1`], 'did you mean suite-1'],
      [[`${url}/s/suite-1`, '--all'], '--all is about every space'],
      [[url, '--ignore', 'payed-twice'], 'did you mean paid-twice'],
    ] as const) {
      const refused = await ask(...args);
      expect(refused, args.join(' ')).toMatchObject({ code: 2, out: '' });
      expect(refused.errors).toMatch(/^filmgate-mock: /);
      expect(refused.errors).toContain(error);
    }
    const { errors } = await ask(`${url}/s/suite1`);
    expect(errors).toContain('there is no space suite1');
    expect(await fetch(`${url}/_mock/spaces`).then((response) => response.text())).not.toContain(
      'suite1',
    );
  });
});
