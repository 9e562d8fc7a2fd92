import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, useMockProcesses } from '../support/mock-process.ts';
import { ownBody } from '../support/verdict/verdict-bench.ts';

const { launch, serve } = useMockProcesses();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-scenario-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function submit(url: string, name: string) {
  const headers = { authorization: 'Bearer studio' };
  const request = { method: 'POST', headers, body: JSON.stringify(ownBody(name)) };
  return fetch(`${url}/v1/generations`, request).then(
    ({ status }) => status,
    () => 'lost',
  );
}

describe('filmgate-mock serve', () => {
  it('[mock.scenario] plays a scenario from a file, and then what chaos drew from a plan', async () => {
    const chaos = { profile: 'lossy', seed: '7' };
    const scenario = { seed: 'one', clock: { mode: 'frozen' }, accounts: { studio: {} }, chaos };
    const file = write('scenario.json', JSON.stringify(scenario));
    const names = Array.from({ length: 12 }, (_, index) => `job-${index}`);
    const play = async (args: readonly string[]) => {
      const { url } = await serve(args);
      const reported: unknown[] = [];
      for (const name of names) reported.push(await submit(url, name));
      const read = async (path: string) => (await fetch(`${url}/_mock/${path}`)).text();
      return { reported, plan: await read('plan'), ledger: await read('ledger') };
    };
    const first = await play(['--scenario', file]);
    expect(first.reported).toContain('lost');
    expect(first.reported).toContain(202);
    const plan = write('plan.json', first.plan);
    expect(await play(['--scenario', file, '--plan', plan])).toEqual(first);
    const drawn = await play(['--chaos', 'lossy', '--chaos-seed', '7']);
    expect(drawn.reported).toEqual(first.reported);
  });

  it.each([
    ['--scenario', '{', /one\.json: .*JSON/],
    ['--scenario', '[]', /one\.json: the whole: Invalid input/],
    [
      '--scenario',
      '{"rules":[{"when":{},"then":{"fault":"x"}}]}',
      /one\.json: rules\[0\]: unknown token "x"/,
    ],
    [
      '--plan',
      '{"filmgate_mock_plan":1,"faults":[{"key":"a","attempt":1,"fault":"x"}]}',
      /one\.json: unknown token "x" in faults\[0\]\.fault; /,
    ],
    ['--plan', '{"filmgate_mock_plan":2,"faults":[]}', /one\.json: filmgate_mock_plan: /],
  ])(
    '[mock.scenario.refused] says of a file for %s with %j what is wrong, and where',
    async (option, content, words) => {
      const child = launch(['--port', '0', option, write('one.json', content)]);
      const [said, end] = await Promise.all([text(child.stderr), endOf(child)]);
      expect(end.code).toBe(1);
      expect(said).toMatch(words);
      expect(said.trim().split('\n')).toHaveLength(1);
    },
  );
});
