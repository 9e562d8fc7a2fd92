import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { writeMockFile } from '../build/mock-file.ts';
import { listWorkspacePackages } from '../build/workspace-package.ts';
import { readSnippets } from '../docs/read-snippets.ts';
import { behindInstall, createEmptyFolder, runAsTester } from './mock-tester.ts';
import { projectRoot } from './scratch-folder.ts';

/** Follows the documents of a tester in an empty folder, with the single files of the mock. */

const folder = createEmptyFolder();
const cwd = folder.path;

beforeAll(async () => {
  const mock = listWorkspacePackages(projectRoot).find(
    ({ folder: name }) => name === 'upstream-mock',
  );
  if (mock === undefined) throw new Error('the mock is no package of the project');
  await writeMockFile(projectRoot, mock, cwd);
  for (const name of ['openai', 'vitest']) {
    mkdirSync(join(cwd, 'node_modules'), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules', name), join(cwd, 'node_modules', name));
  }
  writeFileSync(
    join(cwd, 'package.json'),
    JSON.stringify({ scripts: { test: 'node client.mjs' } }),
  );
});
afterAll(() => folder.remove());

/** Number of commands; a string or a line that continues is part of its command. */
function commandsOf(text: string): number {
  const alone = text.replaceAll(/<<'END'\n[^]*?\nEND$/gm, '').replaceAll('\\\n', '');
  return alone.trim().split('\n').length;
}

const getsMock = commandsOf(readSnippets('get-the-mock')[0].text);

describe('a tester is at a verdict in five commands', () => {
  it('[mock.test-api.commands] [mock.one-file] in Node', async () => {
    const [{ text }] = readSnippets('verdict-in-node');
    expect(getsMock + commandsOf(text)).toBe(5);
    const { code, output } = await runAsTester(behindInstall(text), { cwd });
    expect(output).toMatch(/VerdictError: [^]*paid-twice/);
    expect(code).toBe(1);
  });

  it('[mock.test-api.commands] [mock.one-file] in Vitest', async () => {
    const [{ text }] = readSnippets('verdict-in-vitest');
    expect(getsMock + commandsOf(text)).toBe(5);
    const bin = dirname(process.execPath);
    const runner = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
    const script = behindInstall(text).replace('npx vitest', `node '${runner}'`);
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    const { code, output } = await runAsTester(script, { cwd, env });
    expect(output).toMatch(/a kite is paid once[^]*VerdictError: [^]*paid-twice/);
    expect(code).toBe(1);
  });

  it('[mock.test-api.commands] [mock.one-file] [mock.test-api.python] in pytest', async () => {
    const [{ text }] = readSnippets('verdict-in-pytest');
    expect(getsMock + commandsOf(text)).toBe(5);
    const { code, output } = await runAsTester(behindInstall(text), { cwd });
    expect(output).toMatch(/VerdictError: [^]*paid-twice/);
    expect(code).toBe(1);
  });

  it('[mock.test-api.commands] [mock.one-file] [mock.verdict.command] with curl, and leaves no mock behind', async () => {
    const [{ text }] = readSnippets('verdict-with-curl');
    const [beforeEnd = '', end] = text.split('\nkill ');
    expect(getsMock + commandsOf(beforeEnd)).toBe(5);
    // A reader's shell goes on after a failure; this one ends, and the mock with it.
    const script = `set +e\n${beforeEnd}; CODE=$?\nkill ${end}\nexit $CODE`;
    const { code, output, mockUrl } = await runAsTester(script, { cwd });
    expect(output).toContain('paid-twice');
    expect(code).toBe(1);
    await expect(fetch(mockUrl)).rejects.toThrow('fetch failed');
  });
});

const stepSchema = z.tuple([
  z.looseObject({ run: z.string(), env: z.record(z.string(), z.string()) }),
]);

/** A client that sends a lost submission again, or one that has its retries off and sends an id. */
function clientOf(options: string): string {
  return `import OpenAI from 'openai';
const { videos } = new OpenAI(${options});
const wanted = { model: 'sora-2', prompt: 'a kite [[mock:lost-response@1]]', seconds: '4' };
let video = await videos.create(wanted).catch(async () => (await videos.list()).data[0]);
while (video.status !== 'completed') video = await videos.retrieve(video.id);
await (await videos.downloadContent(video.id)).arrayBuffer();
`;
}

describe('the step of GitHub Actions', () => {
  const [step] = stepSchema.parse(parse(readSnippets('verdict-in-actions')[0].text));
  const runStep = async (client: string) => {
    writeFileSync(join(cwd, 'client.mjs'), client);
    // The address of the mock is in the variables, too.
    const variables = Object.entries(step.env).map(([name, value]) => `export ${name}='${value}'`);
    return await runAsTester([...variables, step.run].join('\n'), { cwd });
  };

  it('[mock.actions-step] fails on a verdict although its tests passed', async () => {
    const { code, output, mockUrl } = await runStep(clientOf(''));
    expect(output).toContain('paid-twice');
    expect(code).toBe(1);
    await expect(fetch(mockUrl)).rejects.toThrow('fetch failed');
  });

  it('[mock.actions-step] passes if every verdict is clean', async () => {
    const { code, output } = await runStep(clientOf('{ maxRetries: 0 }'));
    expect(output).toContain('clean');
    expect(code).toBe(0);
  });

  it('[mock.actions-step] fails if a test fails, and leaves no mock behind', async () => {
    const { code, mockUrl } = await runStep('process.exit(7);');
    expect(code).toBe(7);
    await expect(fetch(mockUrl)).rejects.toThrow('fetch failed');
  });
});

describe('the single file', () => {
  it.each(['serve', 'wait', 'verdict', 'record', 'replay', 'check'])(
    '[mock.one-file] has the command %s',
    async (name) => {
      const { code, output } = await runAsTester(`node filmgate-mock.mjs ${name} --help`, { cwd });
      expect([code, output]).toEqual([0, expect.stringMatching(`^Usage: filmgate-mock ${name} `)]);
    },
  );

  it('[mock.one-file] checks a provider by the fixtures beside it', async () => {
    const check = 'node filmgate-mock.mjs check --upstream openai=http://127.0.0.1:9';
    const env = { FILMGATE_CHECK_KEY: 'key' };
    const { code, output } = await runAsTester(check, { cwd, env });
    // Nobody listens there: the fixtures were read, and the provider was called.
    expect([code, output]).toEqual([2, expect.not.stringContaining('there are no fixtures')]);
  });
});

it('[mock.test-api.commands] the two documents of a tester have at most 200 lines', () => {
  const linesOf = (name: string) =>
    readFileSync(join(projectRoot, 'docs', 'mock', name), 'utf8').split('\n').length - 1;
  expect(linesOf('README.md') + linesOf('start.md')).toBeLessThanOrEqual(200);
});
