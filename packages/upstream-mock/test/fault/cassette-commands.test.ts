import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { wrongKey } from '@filmgate/mock-cassettes';
import { afterEach, expect, it } from 'vitest';
import { cassetteFolder, everyByte, makeVideo } from '../support/cassettes/record.ts';
import { endOf, mockProgram, useMockProcesses } from '../support/mock-process.ts';

const { run, serve } = useMockProcesses();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Starts a command and waits for the line that names its address. */
async function start(args: readonly string[], address: RegExp) {
  const command = ['--conditions=@filmgate/source', mockProgram, ...args, '--port', '0'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  closers.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  while (!lines.some((line) => address.test(line))) await once(reader, 'line');
  const [, url = ''] = address.exec(lines.find((line) => address.test(line)) ?? '') ?? [];
  return { child, lines, url };
}

async function stop(child: ChildProcess) {
  child.kill('SIGTERM');
  return await endOf(child);
}

const wait = () => new Promise<void>((resolve) => setImmediate(resolve));
const prompt = 'a kite [[mock:queue=100ms,run=100ms]]';

it('[mock.cassettes.commands] record, then replay: the client makes its film with no provider', async () => {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const { url, child } = await serve(['--as', 'openai-videos']);
  const upstream = `openai=${url}/openai-videos`;
  const recorder = await start(
    ['record', '--upstream', upstream, '--to', folder.path],
    /^filmgate-mock records \S+ as openai at (http:\S+)$/,
  );
  const recorded = await makeVideo(`${recorder.url}/v1`, { prompt, wait });
  expect(await stop(recorder.child)).toMatchObject({ code: 0 });
  expect(recorder.lines.at(-1)).toBe(`filmgate-mock wrote ${folder.path}`);
  await stop(child);
  const replay = await start(['replay', folder.path], /^filmgate-mock listens on (http:\S+)$/);
  const replayed = await makeVideo(`${replay.url}/openai/v1`, { prompt, wait });
  expect(replayed.video.toString('latin1', 4, 8)).toBe('ftyp');
  expect(replayed.id).not.toBe(recorded.id);
  expect(await stop(replay.child)).toMatchObject({ code: 0 });
});

it('[mock.cassettes.commands] a recording with a key in it ends with 1 and is kept, and redact or --redact finishes it', async () => {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const { url } = await serve(['--as', 'openai-videos']);
  const upstream = `openai=${url}/openai-videos`;
  const recorded = async (...options: readonly string[]) => {
    const recorder = await start(
      ['record', '--upstream', upstream, '--to', folder.path, ...options],
      /^filmgate-mock records \S+ as openai at (http:\S+)$/,
    );
    const body = JSON.stringify({ prompt: 'my key is sk-abcdefghijklmnopqrstuvwxyz' });
    await fetch(`${recorder.url}/v1/videos`, { method: 'POST', body });
    const { code } = await stop(recorder.child);
    return { code, lines: recorder.lines.slice(1) };
  };
  const place = 'exchange 1, POST /v1/videos, request body.prompt: an OpenAI key';
  const left = `${folder.path}.unfinished`;
  expect(await recorded()).toEqual({
    code: 1,
    lines: [
      `found in ${place}`,
      `the recording is kept in ${left}: filmgate-mock redact ${folder.path} replaces the keys and finishes it`,
    ],
  });
  expect([existsSync(folder.path), existsSync(left)]).toEqual([false, true]);
  const finished = [`replaced in ${place}`, `filmgate-mock wrote ${folder.path}`];
  const child = run(['redact', folder.path]);
  expect(await text(child.stdout)).toBe(`${finished.join('\n')}\n`);
  expect([existsSync(folder.path), existsSync(left)]).toEqual([true, false]);
  expect(await recorded('--redact')).toEqual({ code: 0, lines: finished });
  expect(everyByte(folder.path)).not.toContain('sk-abc');
});

it('[mock.cassettes.commands] a recording of nothing ends with 1', async () => {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const recorder = await start(
    ['record', '--upstream', 'openai=http://127.0.0.1:1', '--to', folder.path],
    /^filmgate-mock records \S+ as openai at (http:\S+)$/,
  );
  expect(await stop(recorder.child)).toMatchObject({ code: 1 });
  expect(recorder.lines.at(-1)).toBe(`nothing was recorded, and ${folder.path} is unchanged`);
  expect(existsSync(`${folder.path}.unfinished`)).toBe(false);
});

it('[mock.cassettes.commands] a missing folder is told in words: replay and serve end with 1, redact with 2', async () => {
  const { path, remove } = cassetteFolder();
  closers.push(remove);
  const cure = `record one with filmgate-mock record --upstream NAME=URL --to ${path}`;
  const reported = `filmgate-mock: the cassette folder ${path} does not exist: ${cure}\n`;
  for (const [args, code] of [
    [['replay', path], 1],
    [['serve', '--cassette', path], 1],
    [['redact', path], 2],
  ] as const) {
    const child = run(args);
    expect([await text(child.stderr), await endOf(child)]).toEqual([
      reported,
      { code, signal: null },
    ]);
  }
});

it('[mock.check.drift] check ends with 0 without drift, and with 2 where nothing can be asked', async () => {
  const { url } = await serve(['--as', 'openai-videos']);
  // The mock takes any key.
  const refused = { key: wrongKey, login: 'expired' };
  await fetch(`${url}/_mock/accounts`, { method: 'POST', body: JSON.stringify(refused) });
  const check = async (upstream: string, env: Record<string, string>) => {
    const args = ['--conditions=@filmgate/source', mockProgram, 'check', '--upstream', upstream];
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
    closers.push(() => child.kill('SIGKILL'));
    child.stdout.resume();
    child.stderr.resume();
    return await endOf(child);
  };
  const upstream = `openai=${url}/openai-videos`;
  expect(await check(upstream, { FILMGATE_CHECK_KEY: 'studio' })).toMatchObject({ code: 0 });
  expect(await check(upstream, { FILMGATE_CHECK_KEY: '' })).toMatchObject({ code: 2 });
});
