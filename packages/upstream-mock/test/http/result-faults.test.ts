import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench({ personalities: ['kling', 'openai-videos'] });
});
afterEach(() => bench.close());

const key = { authorization: 'Bearer key-1' };
const statusSchema = z.object({ output: z.object({ url: z.string() }) });

/** A video of a wire, where its link is read anew, and how its file is fetched without following redirects. */
interface Video {
  readonly id: string;
  link(): Promise<string>;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

async function ownVideo(tokens: string): Promise<Video> {
  await bench.submit('one', { prompt: `one [[mock:queue=0s,run=0s,${tokens}]]` });
  const id = await bench.jobId();
  return {
    id,
    link: async () => {
      const { body } = await bench.call(`/v1/generations/${id}`);
      return `${bench.url}${statusSchema.parse(body).output.url}`;
    },
    get: (url, headers = {}) => fetch(url, { redirect: 'manual', headers: { ...key, ...headers } }),
  };
}

async function klingVideo(tokens: string): Promise<Video> {
  const prompt = `one [[mock:queue=0s,run=0s,${tokens}]]`;
  const body = { prompt, settings: { duration: 5 } };
  await bench.call('/kling/text-to-video/kling-v3', { body });
  const id = await bench.jobId();
  return {
    id,
    link: async () => {
      const { text } = await bench.call(`/kling/tasks?task_ids=${id}`);
      return String(/http:[^"]*\/files\/[^"]*/.exec(text)?.[0]);
    },
    get: (url, headers = {}) => fetch(url, { redirect: 'manual', headers }),
  };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Width and height in the first track header (ISO/IEC 14496-12 §8.3.2). */
function pixelsOf(file: Buffer): readonly number[] {
  const box = file.indexOf('tkhd') - 4;
  const end = box + file.readUInt32BE(box);
  return [file.readUInt16BE(end - 8), file.readUInt16BE(end - 4)];
}

describe.each([
  { wire: 'the own wire', open: ownVideo },
  { wire: 'kling', open: klingVideo },
])('results of $wire', ({ open }) => {
  it('[mock.bad-results.links] url-expires ends the link; the next status read gives another', async () => {
    const video = await open('url-expires=5s');
    const old = await video.link();
    bench.advance(4_999);
    expect((await video.get(old)).status).toBe(200);
    bench.advance(1);
    expect((await video.get(old)).status).toBe(403);
    expect((await video.get(old.replace(/\?.*/, ''))).status).toBe(403);
    expect((await video.get(await video.link())).status).toBe(200);
  });

  it('[mock.bad-results.links] one-use serves once; a HEAD takes nothing, the next status read gives another', async () => {
    const video = await open('one-use');
    const link = await video.link();
    expect(await video.link()).toBe(link);
    const statuses: number[] = [];
    for (let read = 0; read < 3; read += 1) statuses.push((await video.get(link)).status);
    expect(statuses).toEqual([200, 403, 403]);
    const again = await video.get(await video.link());
    expect(again.status).toBe(200);
    await again.arrayBuffer();
    expect(await bench.found()).toEqual(['used-expired-url']);
  });

  it('[mock.bad-results.redirects] redirect and redirect-host lead to a link that works without a key', async () => {
    const video = await open('redirect');
    const hop = await video.get(await video.link());
    expect(hop.status).toBe(302);
    const target = new URL(hop.headers.get('location') ?? '', bench.url);
    expect(target.origin).toBe(bench.url);
    const file = await fetch(target);
    expect([file.status, (await bytesOf(file)).toString('latin1', 4, 8)]).toEqual([200, 'ftyp']);
    const forged = new URL(target);
    forged.searchParams.set('via', 'host');
    expect((await fetch(forged)).status).toBe(403);
    await bench.control('reset', {});
    const other = await open('redirect-host');
    const away = await other.get(await other.link());
    const there = new URL(away.headers.get('location') ?? '');
    expect([there.hostname, there.port]).toEqual(['localhost', new URL(bench.url).port]);
    const reply = await fetch(there);
    expect(reply.status).toBe(200);
    await reply.arrayBuffer();
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.bad-results.leaving] cut-after breaks off each read, and the rest can be had piece by piece', async () => {
    const video = await open('cut-after=1000');
    const link = await video.link();
    const pieces: Buffer[] = [];
    const taken = () => pieces.reduce((sum, { length }) => sum + length, 0);
    const read = async () => {
      const response = await video.get(link, { range: `bytes=${taken()}-` });
      const whole = Number(response.headers.get('content-range')?.split('/')[1]);
      try {
        for await (const piece of response.body ?? [])
          pieces.push(Buffer.from(new Uint8Array(piece)));
      } catch {
        expect(taken() % 1_000).toBe(0);
      }
      return whole;
    };
    expect(await read()).toBeGreaterThan(1_000);
    expect([taken(), await bench.found()]).toEqual([1_000, ['lost-film']]);
    while (taken() < (await read()));
    expect(Buffer.concat(pieces).toString('latin1', 4, 8)).toBe('ftyp');
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.bad-results.leaving] drip sends the file by the clock, to its end when the clock has moved', async () => {
    await bench.control('clock', { mode: 'frozen' });
    const video = await open('drip=8s');
    const response = await video.get(await video.link());
    const length = Number(response.headers.get('content-length'));
    const body = bytesOf(response);
    expect((await bench.control('clock')).body).toMatchObject({ waiting: 1 });
    const moved = await bench.control('clock', { next: true });
    expect(moved.body).toMatchObject({ waiting: 1, next: expect.any(String) });
    expect((await bench.ledger()).jobs[0]).toMatchObject({ downloads: 0 });
    const idle = await bench.control('clock', { untilIdle: true });
    expect(idle.body).toMatchObject({ next: null });
    expect((await body).length).toBe(length);
    await expect.poll(bench.found).toEqual([]);
  });

  it('[mock.bad-results.leaving] a reset ends a file that drips', async () => {
    const video = await open('drip=1h');
    const response = await video.get(await video.link());
    const end = bytesOf(response).then(
      () => 'whole',
      () => 'lost',
    );
    await bench.control('reset', {});
    expect(await end).toBe('lost');
  });

  it('[mock.bad-results.leaving] length-lie announces half of what comes', async () => {
    const video = await open('length-lie');
    const response = await video.get(await video.link());
    const half = Number(response.headers.get('content-length'));
    const file = await bytesOf(response);
    expect(file.length).toBe(half);
    const [job] = (await bench.ledger()).jobs;
    expect(job).toMatchObject({ downloads: 0 });
    expect(await bench.verdict()).toMatchObject({
      findings: [{ code: 'lost-film', by: 'provider' }],
      undecided: [{ code: 'kept-bad-bytes' }],
    });
    expect((await video.get(await video.link())).status).toBe(200);
  });

  it('[mock.bad-results] corrupt has other bytes in its middle alone, and the length and entity tag of the whole', async () => {
    const video = await open('corrupt');
    const response = await video.get(await video.link());
    const file = await bytesOf(response);
    const { result_sha256: sha256 } = (await bench.ledger()).jobs[0] ?? {};
    expect(response.headers.get('etag')).toBe(`"${sha256?.slice(0, 32)}"`);
    const rest = await bytesOf(await video.get(await video.link(), { range: 'bytes=1000-' }));
    expect(rest.equals(file.subarray(1_000))).toBe(true);
    expect(file.toString('latin1', 4, 8)).toBe('ftyp');
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.bad-results] wrong-size has other pixels than were asked for', async () => {
    const video = await open('wrong-size');
    const wrong = pixelsOf(await bytesOf(await video.get(await video.link())));
    await bench.control('reset', {});
    const right = await open('no-url=0');
    const asked = pixelsOf(await bytesOf(await right.get(await right.link())));
    expect(wrong).not.toEqual(asked);
    expect(wrong.every((side) => side > 0 && side % 2 === 0)).toBe(true);
  });
});

it('[mock.bad-results.redirects] redirect the content of openai-videos, too', async () => {
  const body = { model: 'sora-2', prompt: 'a [[mock:queue=0s,run=0s,redirect]]', seconds: '4' };
  await bench.call('/openai-videos/v1/videos', { body });
  const content = `${bench.url}/openai-videos/v1/videos/${await bench.jobId()}/content`;
  const file = await fetch(content, { headers: key });
  expect([file.status, file.redirected]).toEqual([200, true]);
  expect((await bytesOf(file)).toString('latin1', 4, 8)).toBe('ftyp');
});
