import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench();
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.close();
});

const authorization = 'Bearer key-1';

/** URL of the file of a completed job. */
async function fileOf(tokens: string): Promise<string> {
  await bench.submit('one', { prompt: `one [[mock:run=0s,queue=0s${tokens}]]` });
  const id = await bench.jobId();
  await bench.call(`/v1/generations/${id}`);
  return `${bench.url}/v1/results/${id}`;
}

const downloads = async () => (await bench.ledger()).jobs[0]?.['downloads'];

async function lastEnd() {
  return (await bench.journal()).entries.findLast(({ op }) => op === 'result')?.ended;
}

/** Reads one piece. */
async function begin(url: string, headers: Readonly<Record<string, string>> = {}) {
  const gone = new AbortController();
  const response = await fetch(url, {
    headers: { authorization, ...headers },
    signal: gone.signal,
  });
  const body: ReadableStream<Uint8Array> = response.body ?? new ReadableStream();
  const reader = body.getReader();
  const { value } = await reader.read();
  expect(value?.length).toBeLessThan(Number(response.headers.get('content-length')));
  return { gone, reader };
}

async function rawRead(url: string, until: 'headers' | 'body'): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nhost: mock.test\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  let read = '';
  for await (const piece of socket) {
    read += Buffer.from(piece).toString('latin1');
    if (until === 'headers' ? read.includes('\r\n\r\n') : read.includes('ftyp')) break;
  }
  socket.destroy();
}

const departures: readonly (readonly [string, (url: string) => Promise<void>])[] = [
  ['aborts after one piece', async (url) => (await begin(url)).gone.abort()],
  ['cancels after one piece', async (url) => (await begin(url)).reader.cancel()],
  ['aborts the rest of it', async (url) => (await begin(url, { range: 'bytes=9-' })).gone.abort()],
  ['aborts its last bytes', async (url) => (await begin(url, { range: 'bytes=-7' })).gone.abort()],
  ['closes at the headers', (url) => rawRead(url, 'headers')],
  ['closes at the first bytes', (url) => rawRead(url, 'body')],
];

describe('a download', () => {
  it.each(departures)('[mock.taken] is none by a client that %s', async (_, leave) => {
    const url = await fileOf('');
    for (let read = 0; read < 20; read += 1) {
      await leave(url);
      await expect.poll(lastEnd).toBe('left');
    }
    expect([await downloads(), await bench.found()]).toEqual([0, ['lost-film']]);
  });

  it('[mock.taken] is one as soon as its reader has the whole, over one connection or several', async () => {
    const url = await fileOf('');
    for (const count of [1, 2, 3]) {
      await (await fetch(url, { headers: { authorization } })).arrayBuffer();
      expect(await downloads()).toBe(count);
    }
    await fetch(url, { method: 'HEAD', headers: { authorization } });
    const first = await fetch(url, { headers: { authorization, range: 'bytes=0-8' } });
    await first.arrayBuffer();
    expect(await downloads()).toBe(3);
  });

  it('[mock.taken] needs no timer that a test fakes', async () => {
    const url = await fileOf('');
    await (await fetch(url, { headers: { authorization } })).arrayBuffer();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await (await fetch(url, { headers: { authorization } })).arrayBuffer();
    vi.useRealTimers();
    expect(await downloads()).toBe(2);
  });

  it('[mock.taken] of a slow file is none if its reader leaves before the end', async () => {
    await bench.control('clock', { mode: 'frozen' });
    const { gone } = await begin(await fileOf(',drip=8s'));
    gone.abort();
    await expect.poll(lastEnd).toBe('left');
    await bench.control('clock', { untilIdle: true });
    expect(await downloads()).toBe(0);
  });
});
