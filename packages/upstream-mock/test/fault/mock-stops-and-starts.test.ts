import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, mockProgram, useMockProcesses } from '../support/mock-process.ts';

const { launch, serve } = useMockProcesses();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-mock-owner-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function newLedger(): string {
  return join(mkdtempSync(join(folder, 'one-')), 'ledger.ndjson');
}

describe('filmgate-mock serve --ledger', () => {
  it('[mock.ledger-owner] refuses a file another process has open, which goes on, and takes it once that one has ended', async () => {
    const ledger = newLedger();
    const first = await serve(['--ledger', ledger]);
    const second = launch(['--port', '0', '--ledger', ledger]);
    const [said, end] = await Promise.all([text(second.stderr), endOf(second)]);
    expect(end.code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(`The ledger ${ledger} is in use by process ${first.child.pid}.`);
    expect((await fetch(`${first.url}/_mock/ledger`)).status).toBe(200);

    first.child.kill('SIGTERM');
    expect(await endOf(first.child)).toMatchObject({ code: 0 });
    expect(existsSync(`${ledger}.lock`)).toBe(false);
    const third = await serve(['--ledger', ledger]);
    expect((await fetch(`${third.url}/_mock/ledger`)).status).toBe(200);
  });

  it('[mock.ledger-owner] is taken over from a killed process by one of several that start at once', async () => {
    const ledger = newLedger();
    const killed = await serve(['--ledger', ledger]);
    killed.child.kill('SIGKILL');
    await endOf(killed.child);
    expect(existsSync(`${ledger}.lock`)).toBe(true);
    const starts = Array.from({ length: 3 }, () => serve(['--ledger', ledger]));
    const outcomes = await Promise.allSettled(starts);
    const [started, ...others] = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    expect(others).toEqual([]);
    const owner: unknown = JSON.parse(readFileSync(`${ledger}.lock`, 'utf8'));
    expect(owner).toMatchObject({ pid: started?.child.pid });
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(String(outcome.reason)).toContain('is in use by');
    }
  });

  it('[mock.ledger-owner] says where it cannot make the folder of the file, and ends', async () => {
    const child = launch(['--port', '0', '--ledger', '/proc/x/y']);
    const [said, end] = await Promise.all([text(child.stderr), endOf(child)]);
    expect(end.code).toBe(1);
    expect(said).toContain('The folder of the ledger /proc/x/y cannot be created');
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('[mock.ledger-owner] leaves no lock behind where it does not start', async () => {
    const ledger = newLedger();
    mkdirSync(ledger);
    const child = launch(['--port', '0', '--ledger', ledger]);
    expect((await endOf(child)).code).toBe(1);
    expect(existsSync(join(dirname(ledger), 'ledger.ndjson.lock'))).toBe(false);
  });
});

describe('a mock that cannot write its ledger', () => {
  it('[mock.internal-faults] says so on stderr, with request and stack and without the key', async () => {
    const { url, child } = await serve(['--ledger', newLedger()], {}, '2');
    const said = text(child.stderr);
    const advance = () =>
      fetch(`${url}/_mock/clock`, {
        method: 'POST',
        headers: { authorization: 'Bearer secret-1' },
        body: '{"advance":1}',
      });
    let response = await advance();
    while (response.ok) response = await advance();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { kind: 'internal_fault' } });
    child.kill('SIGTERM');
    expect(await endOf(child)).toMatchObject({ code: 0 });
    const words = await said;
    expect(words).toContain('an internal fault in POST /_mock/clock: Error: EFBIG');
    expect(words).toContain('    at ');
    expect(words).not.toContain('secret-1');
  });
});

/** A program, once it has said a first line. No shell in between: a shell would read the standard input, too. */
async function firstWords(args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: unknown[] = await once(createInterface(child.stdout), 'line');
  const [, url] = /^filmgate-mock listens on (http:\S+)$/.exec(String(lines[0])) ?? [];
  if (url === undefined) throw new Error(`the mock says ${String(lines[0])}`);
  return { child, healthz: `${url}/_mock/healthz` };
}

describe('a mock with --exit-with-parent', () => {
  const serving = ['--conditions=@filmgate/source', mockProgram, 'serve', '--port', '0'];

  it('[mock.exit-with-parent] ends with 0 when its standard input closes; without the option it goes on', async () => {
    const ending = await firstWords([...serving, '--exit-with-parent']);
    ending.child.stdin.end();
    expect(await endOf(ending.child)).toEqual({ code: 0, signal: null });

    const staying = await firstWords(serving);
    staying.child.stdin.end();
    await once(staying.child.stdin, 'close');
    expect((await fetch(staying.healthz)).status).toBe(200);
    staying.child.kill('SIGTERM');
    expect(await endOf(staying.child)).toEqual({ code: 0, signal: null });
  });

  it('[mock.exit-with-parent] ends when its parent is killed', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'inherit', 'inherit'] });
      setInterval(() => undefined, 1000);`;
    const parent = await firstWords(['-e', script, '--', ...serving, '--exit-with-parent']);
    expect((await fetch(parent.healthz)).status).toBe(200);
    parent.child.kill('SIGKILL');
    // The output ends with the last process that writes to it.
    await once(parent.child.stdout, 'close');
    await expect(fetch(parent.healthz)).rejects.toThrow(TypeError);
  });
});

describe('a mock that is stopped', () => {
  it('[mock.closes] ends with 0 although a request came in half and its caller stays', async () => {
    const { url, child } = await serve();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const received = text(socket);
    const head =
      'POST /v1/generations HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer studio\r\ncontent-length: 9\r\n\r\n{';
    socket.write(head);
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await endOf(child)).toEqual({ code: 0, signal: null });
    expect(await received.catch(() => '')).toBe('');
  });
});
