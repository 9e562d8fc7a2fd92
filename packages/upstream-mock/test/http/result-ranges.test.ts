import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench();
});
afterEach(() => bench.close());

/** The result of one job that has ended. */
async function video(tokens = 'queue=0s') {
  await bench.submit('one', { prompt: `one [[mock:run=0s,${tokens},queue=0s]]` });
  const id = await bench.jobId();
  await bench.call(`/v1/generations/${id}`);
  const url = `${bench.url}/v1/results/${id}`;
  const get = async (headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const sent = { authorization: 'Bearer key-1', ...headers };
    const response = await fetch(url, { method, headers: sent });
    const read = async () => Buffer.from(await response.arrayBuffer());
    return { status: response.status, header: (name: string) => response.headers.get(name), read };
  };
  return get;
}

const downloads = async () => (await bench.ledger()).jobs[0]?.['downloads'];

it('[mock.ranges] one range is 206 with those bytes: from and to an offset, or so many of the last', async () => {
  const get = await video();
  const whole = await (await get()).read();
  const { length } = whole;
  for (const [range, from, end] of [
    ['bytes=0-1', 0, 2],
    ['Bytes=5-5', 5, 6],
    ['bytes=10-', 10, length],
    [`bytes=10-${length + 5}`, 10, length],
    ['bytes=-7', length - 7, length],
    [`bytes=-${length + 1}`, 0, length],
  ] as const) {
    const part = await get({ range });
    expect([part.status, part.header('content-range')]).toEqual([
      206,
      `bytes ${from}-${end - 1}/${length}`,
    ]);
    expect((await part.read()).equals(whole.subarray(from, end))).toBe(true);
  }
});

it.each(['bytes=0-1,4-5', 'bytes=5-4', 'bytes=-', 'bytes=a-b', 'frames=0-1'])(
  '[mock.ranges] %s is answered with the whole',
  async (range) => {
    const get = await video();
    const { length } = await (await get()).read();
    const response = await get({ range });
    expect([response.status, (await response.read()).length]).toEqual([200, length]);
  },
);

it('[mock.ranges] a range that the file does not have is 416 with its length', async () => {
  const get = await video();
  const { length } = await (await get()).read();
  for (const range of [`bytes=${length}-`, `bytes=${'9'.repeat(400)}-`, 'bytes=-0']) {
    const response = await get({ range });
    expect([response.status, response.header('content-range')]).toEqual([416, `bytes */${length}`]);
    expect((await response.read()).length).toBe(0);
  }
});

it('[mock.ranges] a range of a file with another entity tag is answered with the whole', async () => {
  const get = await video();
  const whole = await get();
  const { length } = await whole.read();
  const ranged = async (tag: string) => (await get({ range: 'bytes=0-1', 'if-range': tag })).read();
  expect((await ranged('"other"')).length).toBe(length);
  expect((await ranged(whole.header('etag') ?? '')).length).toBe(2);
});

it('[mock.ranges] a file that the client has already is 304 without a body, and no download', async () => {
  const get = await video('result-cut=1');
  const head = await get({}, 'HEAD');
  const etag = head.header('etag') ?? '';
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    for (const method of ['GET', 'HEAD']) {
      const response = await get({ 'if-none-match': tags, range: 'bytes=0-1' }, method);
      expect([response.status, response.header('etag')], `${method} ${tags}`).toEqual([304, etag]);
      // The length of the whole file, or none (RFC 9110 §8.6).
      expect([null, head.header('content-length')]).toContain(response.header('content-length'));
      expect((await response.read()).length).toBe(0);
    }
  expect([await downloads(), await bench.found()]).toEqual([0, ['lost-film']]);
  for (const range of ['', 'bytes=0-1']) {
    const other = await get({ 'if-none-match': '"other"', ...(range !== '' && { range }) }, 'HEAD');
    expect(other.status).toBe(200);
  }
});

it('[mock.ranges] the last bytes of a file without any are the whole', async () => {
  const get = await video('truncate=0%');
  const response = await get({ range: 'bytes=-5' });
  expect([response.status, (await response.read()).length]).toEqual([200, 0]);
});

it('[mock.bad-results.leaving] what has no bytes of the file does not break off', async () => {
  const get = await video('result-cut=1');
  const response = await get({ range: 'bytes=999999999-' });
  expect([response.status, (await response.read()).length]).toEqual([416, 0]);
  const { entries } = await bench.journal();
  expect(entries.at(-1)).toMatchObject({ ended: 'sent' });
});

it('[mock.ranges] a part is no download before it reaches the end', async () => {
  const get = await video();
  await (await get({ range: 'bytes=0-1' })).read();
  expect([await downloads(), await bench.found()]).toEqual([0, ['lost-film']]);
  await (await get({ range: 'bytes=2-' })).read();
  expect([await downloads(), await bench.found()]).toEqual([1, []]);
});

it('[mock.ranges] a HEAD has the headers of the whole, whatever its Range, and is no download', async () => {
  const get = await video();
  const head = await get({ range: 'bytes=0-1' }, 'HEAD');
  expect((await head.read()).length).toBe(0);
  expect([await downloads(), await bench.found()]).toEqual([0, ['lost-film']]);
  const whole = await get();
  for (const name of ['etag', 'accept-ranges', 'content-type', 'content-length'])
    expect(head.header(name)).toBe(whole.header(name));
  expect([head.status, Number(head.header('content-length'))]).toEqual([
    200,
    (await whole.read()).length,
  ]);
});

it.each(['cut-after=100', 'result-cut=1', 'drip=8s'])(
  '[mock.ranges] a HEAD has nothing that %s could disturb, and spends nothing of it',
  async (token) => {
    await bench.control('clock', { mode: 'frozen' });
    const get = await video(token);
    const head = await get({}, 'HEAD');
    expect([head.status, Number(head.header('content-length')) > 100]).toEqual([200, true]);
    const { entries } = await bench.journal();
    expect(entries.at(-1)).toMatchObject({ ended: 'sent' });
    if (token !== 'drip=8s') await expect((await get()).read()).rejects.toThrow();
  },
);

it('[mock.ranges] a HEAD needs the key as a GET does, and there is none of other routes', async () => {
  await video();
  const id = await bench.jobId();
  const head = async (path: string, headers = {}) =>
    (await fetch(`${bench.url}${path}`, { method: 'HEAD', headers })).status;
  const authorization = 'Bearer key-1';
  expect(await head(`/v1/results/${id}`)).toBe(401);
  expect(await head(`/v1/results/${id}`, { authorization: 'Bearer key-2' })).toBe(404);
  expect(await head(`/v1/generations/${id}`, { authorization })).toBe(404);
});

it('[mock.bad-results.leaving] a part breaks off, too', async () => {
  const get = await video('cut-after=100');
  await expect((await get({ range: 'bytes=0-499' })).read()).rejects.toThrow();
  expect((await (await get({ range: 'bytes=0-99' })).read()).length).toBe(100);
});

it('[mock.bad-results.leaving] two bytes drip by the clock, too', async () => {
  await bench.control('clock', { mode: 'frozen' });
  const get = await video('drip=8s');
  const part = (await get({ range: 'bytes=4-5' })).read();
  const clock = async () => (await bench.control('clock')).body;
  await expect.poll(clock).toMatchObject({ waiting: 1 });
  await bench.control('clock', { untilIdle: true });
  expect((await part).toString('latin1')).toBe('ft');
});

it('[mock.bad-results.leaving] length-lie announces half of a part', async () => {
  const get = await video('length-lie');
  const part = await get({ range: 'bytes=0-99' });
  expect([part.status, part.header('content-length')]).toEqual([206, '50']);
  expect((await part.read()).length).toBe(50);
});
