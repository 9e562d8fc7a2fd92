import { createReplicate } from '@ai-sdk/replicate';
import { createFalClient } from '@fal-ai/client';
import { type StartedMock, startMock, type TestSpace } from '@filmgate/upstream-mock';
import { experimental_generateVideo as generateVideo } from 'ai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { startMockServer } from '../../../src/server/mock-server.ts';

let mock: StartedMock;
let space: TestSpace;
beforeAll(async () => {
  mock = await startMock();
});
beforeEach(() => {
  space = mock.space();
});
afterAll(() => mock.close());
afterEach(() => {
  vi.useRealTimers();
});

/** Long enough for a video in several pieces. */
const fixed = {
  ...{ model: 'any', media_type: 'video', duration: 20, aspect_ratio: '16:9', resolution: '720p' },
  ...{ width: 1280, height: 720, audio: true, negative_prompt: null, references: [] },
};

function submission(prompt: string): RequestInit {
  const headers = { authorization: 'Bearer studio', 'content-type': 'application/json' };
  const body = JSON.stringify({ ...fixed, correlation_id: 'kite', prompt });
  return { method: 'POST', headers, body };
}

function submit(prompt: string, init: RequestInit = {}): Promise<Response> {
  return space.fetch(`${space.url}/v1/generations`, { ...submission(prompt), ...init });
}

const read = { headers: { authorization: 'Bearer studio' } };
const jobSchema = z.object({ id: z.string(), status: z.string() });

async function submitted(prompt: string): Promise<string> {
  return jobSchema.parse(await (await submit(prompt)).json()).id;
}

async function reasonOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function lastEnd(): Promise<string | null | undefined> {
  return (await space.journal()).entries.at(-1)?.ended;
}

/** The client's own types call videos deprecated since its vendor's service ended. */
interface VideosClient {
  readonly videos: {
    create(wanted: { model: string; prompt: string; seconds: '4' }): Promise<{ id: string }>;
    downloadContent(id: string): Promise<Response>;
  };
}

describe('under timers that a test fakes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('[mock.test-api.fetch] a video is submitted, the clock moved, and the file read to its end', async () => {
    const id = await submitted('a kite');
    const status = async () => {
      const response = await space.fetch(`${space.url}/v1/generations/${id}`, read);
      return jobSchema.parse(await response.json()).status;
    };
    expect(await status()).toBe('queued');
    await space.clock.untilIdle();
    expect(await status()).toBe('completed');
    const result = await space.fetch(new URL(`${space.url}/v1/results/${id}`), read);
    const video = Buffer.from(await result.arrayBuffer());
    expect(video.toString('latin1', 4, 8)).toBe('ftyp');
    expect(result.headers.get('content-length')).toBe(String(video.length));
    expect(space.ledger()).toMatchObject({ completed: 1, jobs: [{ downloads: 1 }] });
    await space.assertClean();
  });

  it('[mock.test-api.fetch] faked time is the real time of the mock', async () => {
    await submitted('a kite [[mock:queue=0s,run=60s]]');
    expect(space.ledger()).toMatchObject({ completed: 0 });
    vi.advanceTimersByTime(3_000);
    expect(space.ledger()).toMatchObject({ completed: 1 });
  });

  it('[mock.test-api.fetch] openai pays once and has the video', async () => {
    const settings = { ...space.openai(), fetch: space.fetch, maxRetries: 0 };
    const client: VideosClient = new OpenAI(settings);
    const { id } = await client.videos.create({ model: 'sora-2', prompt: 'a kite', seconds: '4' });
    await space.clock.untilIdle();
    const video = await (await client.videos.downloadContent(id)).arrayBuffer();
    expect(Buffer.from(video).toString('latin1', 4, 8)).toBe('ftyp');
    await space.assertClean();
  });

  it('[mock.test-api.fetch] fal submits by the fetch that its settings have', async () => {
    const client = createFalClient(space.fal());
    await client.queue.submit('fal-ai/veo3.1', { input: { prompt: 'a kite' } });
    expect(space.ledger('a kite')).toMatchObject({ accepted: 1 });
  });

  it('[mock.test-api.fetch] a caller of hang is let go by the clock of the space', async () => {
    const waiting = reasonOf(submit('a kite [[mock:response=hang:30s]]'));
    await expect.poll(() => space.clock.get()).toMatchObject({ waiting: 1 });
    expect(await space.clock.untilIdle()).toMatchObject({ waiting: 0 });
    expect(await waiting).toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(await lastEnd()).toBe('reset');
  });
});

describe('a fetch without a connection', () => {
  it('[mock.test-api.fetch] rejects where the connection would be reset', async () => {
    const error = await reasonOf(submit('a kite [[mock:lost-response]]'));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect(space.ledger()).toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
    expect(await lastEnd()).toBe('reset');
  });

  it('[mock.test-api.fetch] gives up by the signal, before, while it waits, and over the body', async () => {
    const aborted = AbortSignal.abort(new Error('too late'));
    expect(String(await reasonOf(submit('a kite', { signal: aborted })))).toContain('too late');
    expect(space.ledger()).toMatchObject({ accepted: 0 });

    const giveUp = new AbortController();
    const request = new Request(`${space.url}/v1/generations`, {
      ...submission('a kite [[mock:response=hang]]'),
      signal: giveUp.signal,
    });
    const waiting = reasonOf(space.fetch(request));
    await expect.poll(async () => (await space.clock.get()).waiting).toBe(1);
    giveUp.abort(new Error('gone'));
    expect(String(await waiting)).toBe('Error: gone');
    expect(await space.clock.get()).toMatchObject({ waiting: 0 });
    expect(await lastEnd()).toBe('left');

    const id = await submitted('a lantern');
    await space.clock.untilIdle();
    const over = new AbortController();
    const call = { ...read, signal: over.signal };
    const result = await space.fetch(`${space.url}/v1/results/${id}`, call);
    over.abort(new Error('enough'));
    expect(String(await reasonOf(result.arrayBuffer()))).toBe('Error: enough');
    expect(await lastEnd()).toBe('left');
  });

  it('[mock.test-api.fetch] gives what came before a cut, and breaks off there', async () => {
    const id = await submitted('a kite [[mock:result-cut=1]]');
    await space.clock.untilIdle();
    const result = await space.fetch(`${space.url}/v1/results/${id}`, read);
    let size = 0;
    const reading = async () => {
      const body: AsyncIterable<Uint8Array> | null = result.body;
      for await (const piece of body ?? []) size += piece.length;
    };
    expect(String(await reasonOf(reading()))).toBe('TypeError: terminated');
    const whole = Number(result.headers.get('content-length'));
    expect(size).toBe(Math.floor(whole / 2));
    expect(await lastEnd()).toBe('cut');
    const rest = { headers: { ...read.headers, range: `bytes=${size}-` } };
    const second = await space.fetch(`${space.url}/v1/results/${id}`, rest);
    expect(second.status).toBe(206);
    expect((await second.arrayBuffer()).byteLength).toBe(whole - size);
  });

  it('[mock.test-api.fetch] a video that nobody reads has not left', async () => {
    const id = await submitted('a kite');
    await space.clock.untilIdle();
    const result = await space.fetch(`${space.url}/v1/results/${id}`, read);
    expect(space.ledger()).toMatchObject({ jobs: [{ downloads: 0 }] });
    await result.body?.cancel();
    expect(space.ledger()).toMatchObject({ jobs: [{ downloads: 0 }] });
    expect(await lastEnd()).toBe('left');
  });

  it('[mock.test-api.fetch] follows redirects as it is told, within the mock', async () => {
    const create = { model: 'veo-3.1-generate-001', input: 'a kite', background: true };
    const headers = { 'x-goog-api-key': 'studio', 'content-type': 'application/json' };
    const format = { response_format: { type: 'video', delivery: 'uri' } };
    const interactions = `${space.url}/google/v1beta/interactions`;
    const created = await space.fetch(interactions, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...create, ...format }),
    });
    const { id } = z.object({ id: z.string() }).parse(await created.json());
    await space.clock.untilIdle();
    const done = await (await space.fetch(`${interactions}/${id}`, { headers })).text();
    const [uri = ''] = /http:[^"]+:download[^"]*/.exec(done) ?? [];
    const response = await space.fetch(uri, { headers });
    expect(response).toMatchObject({ status: 200, redirected: true });
    expect(response.url).not.toBe(uri);
    const manual = await space.fetch(uri, { headers, redirect: 'manual' });
    expect(manual).toMatchObject({ status: 302, redirected: false, url: uri });
    expect(await reasonOf(space.fetch(uri, { headers, redirect: 'error' }))).toBeInstanceOf(
      TypeError,
    );
  });

  it('[mock.test-api.fetch] serves forms, HEAD and responses without a body', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ model: 'sora-2', prompt: 'a kite', seconds: '4' }))
      form.set(name, value);
    const videos = `${space.url}/openai-videos/v1/videos`;
    const created = await space.fetch(videos, { ...read, method: 'POST', body: form });
    expect(jobSchema.parse(await created.json()).status).toBe('queued');
    const head = await space.fetch(`${space.url}/v1/account`, { ...read, method: 'HEAD' });
    expect(head.body).toBeNull();
  });

  it('[mock.test-api.fetch] reaches nothing but the mock, and nothing when that has ended', async () => {
    expect(await reasonOf(space.fetch('https://queue.fal.run/fal-ai/veo3.1'))).toMatchObject({
      message: 'fetch failed',
      cause: { message: expect.stringContaining(', not https://queue.fal.run') },
    });
    const other = await startMock();
    const its = other.space();
    await other.close();
    expect(await reasonOf(its.fetch(its.url))).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('[mock.test-api.fetch] [mock.internal-faults] an exception of the mock is a 500 that is told', async () => {
    const faults: string[] = [];
    const address = { host: '127.0.0.1', port: 0, seed: 'seed', speed: 1, control: true };
    let isBroken = false;
    const server = await startMockServer({
      ...address,
      now: () => {
        if (isBroken) throw new Error('no clock');
        return 0;
      },
      onFault: ({ method, path }) => faults.push(`${method} ${path}`),
    });
    isBroken = true;
    const response = await server.fetch(`${server.url}/v1/account?key=secret`, read);
    isBroken = false;
    await server.close();
    expect(response.status).toBe(500);
    expect(faults).toEqual(['GET /v1/account']);
  });
});

it('[mock.test-api.fetch] [mock.log] a call without a connection is told as others are, once', async () => {
  const reported: unknown[] = [];
  const server = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, seed: 'seed', speed: 1, control: true, now: () => 0 },
    onRequest: (line) => reported.push(line),
  });
  await (await server.fetch(`${server.url}/v1/account`, read)).json();
  await (await server.fetch(`${server.url}/_mock/clock`)).json();
  const lost = submission('a kite [[mock:lost-response]]');
  await reasonOf(server.fetch(`${server.url}/v1/generations`, lost));
  await server.close();
  expect(reported).toMatchObject([
    { path: '/v1/account', reported: { status: 200 }, ended: 'sent', space: 'default' },
    { path: '/_mock/clock', reported: { status: 200 } },
    { path: '/v1/generations', reported: { kind: 'reset' }, ended: 'reset' },
  ]);
});

describe('the settings for replicate in the AI SDK', () => {
  /** The two packages name the same types from two versions of a third. */
  const model = z.custom<Parameters<typeof generateVideo>[0]['model']>(
    (value) => typeof value === 'object',
  );

  it('[mock.test-api.clients] make a video in the space', async () => {
    const { download, ...settings } = space.aiSdk.replicate();
    const { video } = await generateVideo({
      model: model.parse(createReplicate(settings).video('some/model')),
      prompt: 'a kite',
      download,
      poll: { intervalMs: 20 },
    });
    expect(Buffer.from(video.uint8Array).toString('latin1', 4, 8)).toBe('ftyp');
    expect(space.ledger('a kite')).toMatchObject({
      accepted: 1,
      jobs: [{ account: 'studio', wire: 'replicate' }],
    });
    expect(space.aiSdk.replicate('other').apiToken).toBe('other');
  });
});
