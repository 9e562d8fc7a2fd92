import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpTransport } from '@filmgate/upstream-http';
import { createMockClient } from '../../src/client/create-mock-client.ts';
import type { LedgerView } from '../../src/state/ledger.ts';
import { submit } from '../support/calls.ts';
import { endOf, useMockProcesses } from '../support/mock-process.ts';
import { readLedger } from '../support/read-ledger.ts';

const { launch, serve } = useMockProcesses();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-mock-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function ledgerAt(url: string, contains = ''): Promise<LedgerView> {
  const response = await fetch(`${url}/_mock/ledger?contains=${encodeURIComponent(contains)}`);
  return readLedger(await response.json());
}

async function send(url: string, correlationId: string, prompt: string) {
  const transport = createHttpTransport(url);
  const now = () => Date.now();
  const client = createMockClient({ transport, speed: 1, now });
  const outcome = await submit({ client, now }, { prompt }, { correlationId });
  await transport.close();
  return outcome;
}

describe('filmgate-mock serve', () => {
  it('[commands.mock-serve] [mock.timing] reads its speed and seed from the environment', async () => {
    const idWith = async (seed: string) => {
      const environment = { FILMGATE_MOCK_SEED: seed, FILMGATE_MOCK_SPEED: '100000' };
      const { child, url } = await serve([], environment);
      await send(url, 'job-1.1', 'a boat [[mock:queue=1m,run=1m]]');
      await expect.poll(async () => (await ledgerAt(url)).completed).toBe(1);
      const [job] = (await ledgerAt(url)).jobs;
      child.kill('SIGTERM');
      await endOf(child);
      return job?.id;
    };
    const first = await idWith('one');
    expect(first).toMatch(/^gen_/);
    expect(await idWith('one')).toBe(first);
    expect(await idWith('two')).not.toBe(first);
  });

  it('[quickstart.mock-ledger-kept] forgets nothing it accepted when it is killed in the middle', async () => {
    const ledger = join(folder, 'kill', 'ledger.ndjson');
    const first = await serve(['--ledger', ledger]);
    const { url, child } = first;
    await fetch(`${url}/_mock/clock`, { method: 'POST', body: '{"advance": 3600000}' });
    await send(url, 'job-0.1', 'a boat [[mock:lost-response]]');
    await send(url, 'job-0.2', 'a boat [[mock:fail=policy,run=0s,queue=0s]]');
    let answered = 0;
    const storm = Array.from({ length: 200 }, async (_, index) => {
      const outcome = await send(url, `job-${index}.3`, `a storm ${index} [[mock:run=1h]]`);
      answered += 1;
      return { index, ...outcome };
    });
    await expect.poll(async () => (await ledgerAt(url, 'storm')).accepted).toBeGreaterThan(20);
    // Answers that arrived: one that is still in a socket may be lost with its process.
    await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    const outcomes = await Promise.all(storm);
    expect(await endOf(child)).toMatchObject({ signal: 'SIGKILL' });

    const { url: again } = await serve(['--ledger', ledger]);
    const known = new Map((await ledgerAt(again)).jobs.map((job) => [job.correlation_id, job]));
    expect(known.get('job-0.1')).toMatchObject({ answered: false, charged_credits: 1 });
    expect(known.get('job-0.2')).toMatchObject({
      answered: true,
      state: 'failed',
      charged_credits: 0,
    });
    expect(Date.parse(known.get('job-0.1')?.accepted_at ?? '')).toBeGreaterThan(Date.now());
    const reported = outcomes.filter(({ kind }) => kind === 'accepted');
    expect(reported.length).toBeGreaterThan(0);
    for (const { index } of reported) expect(known.has(`job-${index}.3`)).toBe(true);
    const refused = outcomes.filter(({ kind }) => kind === 'rejected');
    for (const { index } of refused) expect(known.has(`job-${index}.3`)).toBe(false);
    expect(readFileSync(ledger, 'utf8').endsWith('\n')).toBe(true);
  });

  it('[mock.ledger] accepts nothing it cannot write down', async () => {
    const ledger = join(folder, 'full', 'ledger.ndjson');
    const { url, child } = await serve(['--ledger', ledger], {}, '8');
    const kinds: string[] = [];
    while (kinds.at(-1) !== 'unknown' && kinds.length < 100) {
      kinds.push((await send(url, `job-${kinds.length}.1`, `a boat ${'x'.repeat(300)}`)).kind);
    }
    const accepted = kinds.filter((kind) => kind === 'accepted').length;
    expect(accepted).toBeGreaterThan(3);
    expect(kinds).toHaveLength(accepted + 1);
    expect((await ledgerAt(url)).accepted).toBe(accepted);
    child.kill('SIGKILL');
    await endOf(child);
    expect(readFileSync(ledger, 'utf8').endsWith('\n')).toBe(true);
    const { url: again } = await serve(['--ledger', ledger]);
    expect((await ledgerAt(again)).accepted).toBe(accepted);
  });

  it.each([
    [['--host', '127.0.0.1'], 200],
    [['--host', 'localhost'], 200],
    [['--host', '127.0.0.1', '--no-control'], 404],
  ])(
    '[mock.control-routes] started with %j answers %d to its control routes',
    async (args, status) => {
      const { url } = await serve(args);
      expect((await fetch(`${url}/_mock/ledger`)).status).toBe(status);
    },
  );

  it('[commands.mock-serve] ends at SIGTERM with 0, also when it comes twice and a caller hangs', async () => {
    const { child, url } = await serve();
    const hanging = send(url, 'job-1.1', '[[mock:response=hang]]');
    await expect.poll(async () => (await ledgerAt(url)).accepted).toBe(1);
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    expect(await endOf(child)).toEqual({ code: 0, signal: null });
    expect((await hanging).kind).toBe('unknown');
  });

  it('[mock.spaces.idle] drops a space after the minutes it is told', async () => {
    const { url } = await serve(['--drop-spaces-after', '0.001']);
    const spaces = async () => (await fetch(`${url}/_mock/spaces`)).text();
    await fetch(`${url}/s/one/v1/account`);
    await expect.poll(spaces).not.toContain('one');
    const { url: keeping } = await serve(['--drop-spaces-after', '0']);
    await fetch(`${keeping}/s/one/v1/account`);
    expect(await (await fetch(`${keeping}/_mock/spaces`)).text()).toContain('one');
  });

  it('[commands.mock-serve] takes seed and speed as options, which win over the environment', async () => {
    const options = ['--seed', 'one', '--speed', '100000'];
    const environment = { FILMGATE_MOCK_SEED: 'two', FILMGATE_MOCK_SPEED: '1' };
    const { url } = await serve(options, environment);
    await send(url, 'job-1.1', 'a boat [[mock:queue=1m,run=1m]]');
    await expect.poll(async () => (await ledgerAt(url)).completed).toBe(1);
    const { url: other } = await serve([], { FILMGATE_MOCK_SEED: 'one' });
    await send(other, 'job-1.1', 'a boat');
    const idAt = async (address: string) => (await ledgerAt(address)).jobs[0]?.id;
    expect(await idAt(url)).toBe(await idAt(other));
  });

  it.each([
    [['--port', '65536'], {}, '0 to 65535'],
    [['--speed', '-1'], {}, 'speed must be a positive number'],
    [['--log', 'text'], {}, 'Allowed choices are json'],
    [['--chaos-seed', '7'], {}, '--chaos-seed requires --chaos'],
    [['--plan', 'plan.json', '--chaos', 'lossy'], {}, 'cannot be used with'],
    [['--host', '0.0.0.0', '--control'], {}, 'set FILMGATE_MOCK_CONTROL_TOKEN'],
    [['--host', '::', '--control'], {}, 'set FILMGATE_MOCK_CONTROL_TOKEN'],
    [[], { FILMGATE_MOCK_CONTROL_TOKEN: 'short' }, 'must have 8 to 200 visible ASCII characters'],
    [['--control-token-file', '/none'], {}, "ENOENT: no such file or directory, open '/none'"],
    [['--drop-spaces-after', '-1'], {}, 'must be a number of minutes'],
    [['--port', 'x'], {}, '0 to 65535'],
    [['--port', '0'], { FILMGATE_MOCK_SPEED: 'fast' }, 'speed must be a positive number'],
    [['--port', '0'], { FILMGATE_MOCK_SPEED: '0' }, 'speed must be a positive number'],
  ])(
    '[commands.mock-serve] refuses %j with %j in one sentence',
    async (args, environment, words) => {
      const child = launch(args, environment);
      const [said, end] = await Promise.all([text(child.stderr), endOf(child)]);
      expect(end.code).toBe(1);
      expect(said).toContain(words);
      expect(said.trim().split('\n')).toHaveLength(1);
    },
  );

  it('[commands.mock-serve] says when its port is taken', async () => {
    const { url } = await serve();
    const child = launch(['--port', new URL(url).port]);
    const [said, end] = await Promise.all([text(child.stderr), endOf(child)]);
    expect(end.code).toBe(1);
    expect(said).toContain('EADDRINUSE');
  });
});
