import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scenario, startMock } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { readSnippets } from '../docs/read-snippets.ts';
import { commandLines, startCommand } from './command-process.ts';
import { runModule, runShell } from './run-snippet.ts';
import { quickSettings, type RunningGateway, startGateway } from './running-gateway.ts';
import { createScratchFolder, projectRoot } from './scratch-folder.ts';

/** Runs the examples of README and handbook like a reader, in a separate folder. */

const folder = createScratchFolder();
const cwd = folder.path;

const taskSchema = z.object({ id: z.string(), status: z.string() });

function textsOf(snippets: readonly { readonly text: string }[]): readonly string[] {
  return snippets.map(({ text }) => text);
}

/** The box type at the start of an MP4 file (ISO/IEC 14496-12 §4.3). */
function firstBoxOf(file: string): string {
  return readFileSync(join(cwd, file)).toString('latin1', 4, 8);
}

afterAll(() => folder.remove());

describe('a first video', () => {
  let started: RunningGateway | undefined;

  function gateway(): RunningGateway {
    if (started === undefined) throw new Error('the gateway has not started');
    return started;
  }

  beforeAll(async () => {
    started = await startGateway(cwd);
  });

  afterAll(async () => {
    await started?.stop();
  });

  it('[tasks.create.first-202] is made with curl', async () => {
    const snippets = readSnippets('first-video-with-curl');
    await runShell(textsOf(snippets), { cwd, addresses: { tasksUrl: gateway().tasksUrl } });
    expect(firstBoxOf('with-curl.mp4')).toBe('ftyp');
  });

  it('is made with the openai package', async () => {
    const [{ text, language }] = readSnippets('first-video-with-openai');
    // A reader waits for seconds between two polls, and the tests do not.
    await runModule(text.replace('setTimeout(3000)', 'setTimeout(100)'), { cwd, language });
    expect(firstBoxOf('with-openai.mp4')).toBe('ftyp');
  });

  it('[local.chat.success] is made in one call that waits', async () => {
    const snippets = readSnippets('first-video-with-chat');
    await runShell(textsOf(snippets), { cwd, addresses: { localUrl: gateway().localUrl } });
    expect(firstBoxOf('with-chat.mp4')).toBe('ftyp');
  });

  it('[commands.generate] [commands.generate-store] is made without a server, while one runs on the same data', async () => {
    const snippets = readSnippets('first-video-with-generate');
    const said = await runShell(textsOf(snippets), { cwd, env: { FILMGATE_MOCK_SPEED: '50' } });
    expect(said).toBe('with-generate.mp4\n');
    expect(firstBoxOf('with-generate.mp4')).toBe('ftyp');
  });

  it('is seen by the administrator', async () => {
    const snippets = readSnippets('operate');
    const said = await runShell(textsOf(snippets), {
      cwd,
      addresses: { localUrl: gateway().localUrl },
    });
    expect(said).toContain('"data":[{');
    expect(said).toContain('"state":"completed"');
  });

  it('is followed by a clean end on SIGTERM', async () => {
    expect(await gateway().stop()).toBe(0);
  });
});

/** The address that every package names. */
function repositoryUrl(): string {
  const manifest = readFileSync(join(projectRoot, 'packages/server/package.json'), 'utf8');
  const schema = z.object({ repository: z.object({ url: z.string() }) });
  return schema.parse(JSON.parse(manifest)).repository.url.replace(/^git\+/, '');
}

describe('npm start', () => {
  it('[commands.start] starts the gateway from the clone, and the lines it ends with make a video', async () => {
    const [snippet] = readSnippets('start');
    const running = await startCommand({
      command: ['bash', '-c', behind(`git clone ${repositoryUrl()}\ncd filmgate`, snippet)],
      ready: /Filmgate is ready[^]*-o lighthouse\.mp4\n/,
      env: { ...quickSettings, FILMGATE_DATA_DIR: join(cwd, 'of-npm-start') },
      cwd: projectRoot,
    });
    onTestFinished(async () => {
      await running.stop();
    });
    const lines = running.output().trimEnd().split('\n').slice(-3);
    await runShell(lines, { cwd });
    expect(firstBoxOf('lighthouse.mp4')).toBe('ftyp');
  });
});

describe('an embedded gateway', () => {
  it('listens and stops', async () => {
    const [{ text, language }] = readSnippets('embed');
    const said = await runModule(text, { cwd, language });
    expect(said).toMatch(/^The Video Task API listens on http:\/\/127\.0\.0\.1:\d+\n$/);
  });
});

describe('a single package', () => {
  it('decides', async () => {
    const [{ text, language }] = readSnippets('core-decides');
    const said = await runModule(text, { cwd, language });
    expect(said).toBe("{ aspectRatio: '9:16', source: 'prompt' }\n");
    expect(readFileSync(join(projectRoot, 'packages/core/README.md'), 'utf8')).toContain(
      said.trim(),
    );
  });

  it('keeps', async () => {
    const [{ text, language }] = readSnippets('open-the-embedded-store');
    await runModule(text, { cwd, language });
    expect(readFileSync(join(cwd, 'filmgate.db')).toString('latin1', 0, 15)).toBe(
      'SQLite format 3',
    );
  });
});

describe('files', () => {
  it('are kept whole under their digest', async () => {
    const scratch = createScratchFolder();
    onTestFinished(() => scratch.remove());
    writeFileSync(join(scratch.path, 'clip.mp4'), 'not really a video');
    const [{ text, language }] = readSnippets('keep-bytes-on-disk');
    const digest = (await runModule(text, { cwd: scratch.path, language })).trim();
    const kept = join(scratch.path, 'data/results', digest.slice(0, 2), digest);
    expect(readFileSync(kept, 'utf8')).toBe('not really a video');
  });
});

describe('a lost response', () => {
  it('[commands.mock-serve] [mock.ledger] [invariants.i1-one-submission] is accepted once, and the task completes', async () => {
    const [create, ask] = readSnippets('lost-answer');
    const other = createScratchFolder();
    onTestFinished(() => other.remove());
    const mock = await startCommand({
      command: [...commandLines['filmgate-mock'], 'serve', '--port', '0'],
      ready: /listens on (http:\S+)/,
      env: { FILMGATE_MOCK_SPEED: '50' },
      cwd: other.path,
    });
    onTestFinished(async () => {
      await mock.stop();
    });
    const [mockUrl = ''] = /http:\S+/.exec(mock.output()) ?? [];
    const gateway = await startGateway(other.path, { FILMGATE_MOCK_URL: mockUrl });
    onTestFinished(async () => {
      await gateway.stop();
    });
    const run = { cwd: other.path, addresses: { tasksUrl: gateway.tasksUrl, mockUrl } };
    const { id } = taskSchema.parse(JSON.parse(await runShell([create.text], run)));
    await completed(other.path, `${gateway.tasksUrl}/v1/videos/${id}`);
    const ledger = await runShell([ask?.text ?? ''], run);
    expect(JSON.parse(ledger)).toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
  });
});

/** Output of an example that calls a mock, and the folder it ran in. */
async function runAtMock(example: string, env: Record<string, string> = {}) {
  const other = createScratchFolder();
  onTestFinished(() => other.remove());
  const mock = await startCommand({
    command: [...commandLines['filmgate-mock'], 'serve', '--port', '0'],
    ready: /listens on (http:\S+)/,
    env,
    cwd: other.path,
  });
  onTestFinished(async () => {
    await mock.stop();
  });
  const [mockUrl = ''] = /http:\S+/.exec(mock.output()) ?? [];
  const said = await runShell([example], { cwd: other.path, addresses: { mockUrl } });
  return { said, path: other.path };
}

describe('the mock', () => {
  it('[commands.mock-serve] [mock.video] makes a video over its own wire, and an hour passes at once', async () => {
    const [snippet] = readSnippets('mock-own-wire');
    const { said, path } = await runAtMock(snippet.text);
    expect(said).toContain('"status":"completed"');
    expect(readFileSync(join(path, 'kite.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('[mock.spaces] [mock.spaces.control] has spaces, and each its own time', async () => {
    const [snippet] = readSnippets('mock-spaces');
    const { said } = await runAtMock(snippet.text, { FILMGATE_MOCK_SPEED: '0.01' });
    const ledgers = said.split('{"accepted"').slice(1);
    expect(ledgers.map((ledger): unknown => JSON.parse(`{"accepted"${ledger}`))).toMatchObject([
      { accepted: 1, completed: 1 },
      { accepted: 1, completed: 0 },
    ]);
  });

  it('[mock.clock.modes] [mock.clock.settled] lets three hours pass at once, from the first of January on', async () => {
    const [snippet] = readSnippets('mock-time');
    const { said } = await runAtMock(snippet.text);
    const times = [...said.matchAll(/"now":"([^"]+)"/g)].map(([, now]) => now);
    expect(times).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T01:00:00.000Z',
      '2026-01-01T03:00:00.000Z',
    ]);
    expect(said).toContain('"state":"completed"');
  });

  it('[mock.rules] [mock.rules.explained] loses the first response by a rule, and says which it was', async () => {
    const [snippet] = readSnippets('mock-rules');
    const { said } = await runAtMock(snippet.text);
    expect(said).toContain('"accepted":2');
    expect(said).toContain('"decided":"first-lost"');
  });

  it('[mock.rules.reads] takes rules about reads and results', async () => {
    const [snippet] = readSnippets('mock-read-rules');
    const { said } = await runAtMock(snippet.text);
    expect(said.match(/"name":"(?:outage|cut)"/g)).toHaveLength(4);
  });

  it('[mock.rules.own] takes rules with responses of their own', async () => {
    const [snippet] = readSnippets('mock-own-responses');
    const { said } = await runAtMock(snippet.text);
    expect(said.match(/"decided":0/g)).toHaveLength(6);
    expect(said).toContain('"status":504');
  });

  it('[mock.callbacks] calls back, and tells what became of it', async () => {
    const [snippet] = readSnippets('mock-callbacks');
    const { said } = await runAtMock(snippet.text);
    // Nobody listens there: the forger tries once, and each genuine sender four times.
    expect(said.match(/"outcome":"unanswered"/g)).toHaveLength(9);
    expect(said).toMatch(/"secret":"whsec_[^"]+"/);
  });

  it('[mock.twins.random] responds alike to accepted and other submissions', async () => {
    const [snippet] = readSnippets('mock-twins');
    const { said } = await runAtMock(snippet.text, { FILMGATE_MOCK_SEED: 'seed' });
    expect(said.split('{"message":"internal error"}')).toHaveLength(7);
    const [, accepted] = /"accepted":(\d)/.exec(said) ?? [];
    expect(['1', '2', '3', '4', '5']).toContain(accepted);
  });
});

/** Commands of an example without its first, which installs or starts something that the test already has. */
function behind(first: string, { text }: { readonly text: string }): string {
  expect(text.startsWith(`${first}\n`)).toBe(true);
  return text.slice(first.length);
}

it('[mock.scenario] [mock.scenario.timeline] the scenario has a provider that is down for a minute', async () => {
  const [{ text }] = readSnippets('mock-scenario');
  const mock = await startMock({ scenario: z.custom<Scenario>().parse(JSON.parse(text)) });
  onTestFinished(() => mock.close());
  const space = mock.space();
  const { apiKey, baseURL } = space.openai('studio-1');
  const reported: number[] = [];
  for (const prompt of ['one', 'two', 'three']) {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'sora-2', prompt, seconds: '4' });
    reported.push((await fetch(`${baseURL}/videos`, { method: 'POST', headers, body })).status);
    await space.clock.advance(60_000);
  }
  expect(reported).toEqual([200, 503, 200]);
});

async function completed(path: string, url: string): Promise<void> {
  const quickstart = z.object({ api_user: z.object({ key: z.string() }) });
  const text = readFileSync(join(path, 'data', 'quickstart.json'), 'utf8');
  const { key } = quickstart.parse(JSON.parse(text)).api_user;
  const statusOf = async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    return taskSchema.parse(await response.json()).status;
  };
  await expect.poll(statusOf).toBe('completed');
}
