import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { taskObject } from '../../src/video-task-api/tasks/task-object.ts';
import { bodyOf, idOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';
import {
  createTestApi,
  type TestApi,
  type TestApiOptions,
} from '../doubles/video-task-test-api.ts';

const movie = randomBytes(3_000_000);
const etag = `"${createHash('sha256').update(movie).digest('hex')}"`;

const sentFields = z.object({
  status: z.int(),
  bytes: z.int(),
  end: z.string(),
  job: z.string(),
});

interface Finished extends TestApi {
  readonly id: string;
  /** Path of the signed link. */
  readonly media: string;
}

async function finishedTask(options: TestApiOptions = {}): Promise<Finished> {
  const api = await createTestApi(options);
  onTestFinished(() => api.app.close());
  const made = await api.app.inject({
    method: 'POST',
    url: '/v1/videos',
    headers: api.alice,
    payload: { prompt: 'x' },
  });
  const id = idOf(made);
  api.gateway.complete(id, movie);
  const task = await api.app.inject({ url: `/v1/videos/${id}`, headers: api.alice });
  const url = new URL(bodyOf(task, taskObject).video_url ?? '');
  return { ...api, id, media: url.pathname + url.search };
}

describe.each(['content', 'media'] as const)('the video over %s', (way) => {
  const setup = async (): Promise<{
    api: Finished;
    get: (headers?: object, method?: 'GET' | 'HEAD') => Promise<LightMyRequestResponse>;
  }> => {
    const api = await finishedTask();
    const url = way === 'content' ? `/v1/videos/${api.id}/content` : api.media;
    const credential = way === 'content' ? api.alice : {};
    return {
      api,
      get: (headers = {}, method = 'GET') =>
        api.app.inject({ method, url, headers: { ...credential, ...headers } }),
    };
  };

  it('is sent whole [tasks.content.video] [tasks.content.etag] [media.no-header]', async () => {
    const { get } = await setup();
    const response = await get();
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '3000000',
      'cache-control': 'private',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag,
    });
    expect(response.headers).not.toHaveProperty('content-disposition');
    expect(response.headers).toHaveProperty('x-request-id');
    expect(response.rawPayload.equals(movie)).toBe(true);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=1000000-2000000', 1_000_000, 2_000_000],
    ['bytes=2999999-', 2_999_999, 2_999_999],
    ['bytes=-5', 2_999_995, 2_999_999],
  ])(
    'sends the part %s [tasks.content.range] [media.range-and-head]',
    async (range, start, end) => {
      const { get } = await setup();
      const response = await get({ range });
      expect(response.statusCode).toBe(206);
      expect(response.headers).toMatchObject({
        'content-range': `bytes ${start}-${end}/3000000`,
        'content-length': String(end - start + 1),
      });
      expect(response.rawPayload.equals(movie.subarray(start, end + 1))).toBe(true);
    },
  );

  it('responds with 416 in the shape of an error [tasks.content.unsatisfiable]', async () => {
    const { get } = await setup();
    const response = await get({ range: 'bytes=3000000-' });
    expect(errorOf(response)).toEqual([416, 'range_not_satisfiable', 'Range']);
    expect(response.headers['content-range']).toBe('bytes */3000000');
  });

  it('responds to HEAD as to GET without the bytes [tasks.content.head]', async () => {
    const { get } = await setup();
    const [head, whole] = [await get({}, 'HEAD'), await get()];
    const { date: _one, 'x-request-id': _a, ...headHeaders } = head.headers;
    const { date: _two, 'x-request-id': _b, ...wholeHeaders } = whole.headers;
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(headHeaders).toEqual(wholeHeaders);
  });

  it('honours If-None-Match and If-Range [tasks.content.if-range]', async () => {
    const { get } = await setup();
    const unchanged = await get({ 'if-none-match': etag });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"old"' })).statusCode).toBe(200);
  });

  it('closes the file and logs how it went', async () => {
    const { api, get } = await setup();
    await get();
    await get({}, 'HEAD');
    await get({ range: 'bytes=9000000-' });
    await get({ 'if-none-match': etag });
    const sent = (await api.log.until('result_sent', 4)).map(({ text }) =>
      sentFields.parse(JSON.parse(text)),
    );
    const inOrder = sent.toSorted(
      (one, other) => one.status - other.status + (one.bytes - other.bytes) / 1e9,
    );
    expect(inOrder).toEqual([
      { status: 200, bytes: 0, end: 'completed', job: api.id },
      { status: 200, bytes: 3_000_000, end: 'completed', job: api.id },
      { status: 304, bytes: 0, end: 'completed', job: api.id },
      { status: 416, bytes: 0, end: 'completed', job: api.id },
    ]);
    expect(api.gateway.openFiles).toBe(0);
    expect(JSON.stringify(api.log.events)).not.toContain('signature');
  });
});

describe('content', () => {
  it('is an attachment with download=1 [tasks.content.download]', async () => {
    const { app, alice, id } = await finishedTask();
    const dispositionOf = async (query: string): Promise<unknown> =>
      (await app.inject({ url: `/v1/videos/${id}/content${query}`, headers: alice })).headers[
        'content-disposition'
      ];
    expect(await dispositionOf('?download=1')).toBe(`attachment; filename="${id}.mp4"`);
    expect(await dispositionOf('?download=0')).toBeUndefined();
  });

  it('is the same 404 before completion, foreign and unknown [tasks.content.not-ready]', async () => {
    const { app, alice, bob, id } = await finishedTask();
    const open = idOf(
      await app.inject({
        method: 'POST',
        url: '/v1/videos',
        headers: alice,
        payload: { prompt: 'x' },
      }),
    );
    const responses = [
      await app.inject({ url: `/v1/videos/${open}/content`, headers: alice }),
      await app.inject({ url: `/v1/videos/${id}/content`, headers: bob }),
      await app.inject({ url: '/v1/videos/vt_unknown/content', headers: alice }),
      await app.inject({
        url: `/v1/videos/${id}/content`,
        headers: { ...bob, range: 'bytes=0-1' },
      }),
    ];
    expect(responses.map(errorOf)).toEqual(responses.map(() => [404, 'job_not_found', undefined]));
    const withoutId = responses.map(
      ({ body, headers: { 'x-request-id': _id, date: _date, ...rest } }) =>
        JSON.stringify([body, rest]),
    );
    expect(new Set(withoutId).size).toBe(1);
  });
});

describe('media links [media.altered] [media.expired]', () => {
  const change = (path: string, name: string, value: string): string => {
    const url = new URL(path, 'http://x');
    url.searchParams.set(name, value);
    return url.pathname + url.search;
  };

  it.each([
    ['expiry', (path: string) => change(path, 'expires', '1999999999')],
    ['signature', (path: string) => change(path, 'signature', 'A'.repeat(43))],
    ['id', (path: string) => path.replace('0002.mp4', '0003.mp4')],
    ['query left out', (path: string) => path.split('?')[0] ?? ''],
    ['method HEAD and signature', (path: string) => change(path, 'signature', 'x')],
  ])('refuses one altered in its %s', async (_name, alter) => {
    const { app, media } = await finishedTask();
    expect(errorOf(await app.inject({ url: alter(media) }))).toEqual([
      403,
      'signature_invalid',
      undefined,
    ]);
  });

  it('expire after 24 hours', async () => {
    const { app, media, clock } = await finishedTask();
    clock.advance(24 * 3_600_000 - 1000);
    expect((await app.inject({ method: 'HEAD', url: media })).statusCode).toBe(200);
    clock.advance(1000);
    expect(errorOf(await app.inject({ url: media }))).toEqual([
      403,
      'signature_invalid',
      undefined,
    ]);
  });

  it('to a job that is gone are 404', async () => {
    const { app, media, gateway, id } = await finishedTask();
    gateway.jobs.delete(id);
    expect(errorOf(await app.inject({ url: media }))).toEqual([404, 'job_not_found', undefined]);
  });
});

describe('on real sockets', () => {
  it('stops reading the file when the caller leaves, and closes it', async () => {
    const { app, media, gateway, log } = await finishedTask();
    let wake = (): void => {};
    const waiting = new Promise<void>((resolve) => (wake = resolve));
    const held = holdReads(gateway, wake);
    const connection = await openRaw(await listen(app));
    connection.send(`GET ${media} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await waiting;
    connection.socket.destroy();
    await held.closed;
    expect(held.reads()).toBeLessThan(4);
    const [sent] = await log.until('result_sent');
    expect(JSON.parse(sent?.text ?? '')).toMatchObject({ end: 'aborted' });
  });

  it('disconnects a caller that reads no more bytes, and closes the file', async () => {
    const { app, media, gateway, id, log } = await finishedTask({ settings: { stallMs: 50 } });
    gateway.complete(id, Buffer.alloc(64_000_000));
    const connection = await openRaw(await listen(app));
    connection.socket.pause();
    connection.send(`GET ${media} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [sent] = await log.until('result_sent');
    expect(JSON.parse(sent?.text ?? '')).toMatchObject({ status: 200, end: 'aborted' });
    expect(gateway.openFiles).toBe(0);
    connection.socket.destroy();
  });

  it('breaks the connection when the file ends early, never sending a short response as whole', async () => {
    const { app, media, gateway, log } = await finishedTask();
    truncateReads(gateway, 1_000_000);
    const connection = await openRaw(await listen(app));
    connection.send(`GET ${media} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const text = await connection.closed();
    expect(text).toContain('content-length: 3000000');
    expect(text.length).toBeLessThan(3_000_000);
    expect((await log.until('result_not_sent'))[0]?.text).toContain('2000000 bytes early');
  });

  it('serves several requests on one connection, in order', async () => {
    const { app, media } = await finishedTask();
    const connection = await openRaw(await listen(app));
    const ask = (range: string): string =>
      `GET ${media} HTTP/1.1\r\nHost: x\r\nRange: bytes=${range}\r\n\r\n`;
    connection.send(ask('0-9') + ask('10-19') + ask('20-29'));
    const text = await connection.until('bytes 20-29/3000000');
    connection.socket.destroy();
    expect([...text.matchAll(/bytes (\d+)-/g)].map(([, start]) => start)).toEqual([
      '0',
      '10',
      '20',
    ]);
  });
});

/** Delays the first reads, so that the caller can leave in between. */
function holdReads(
  gateway: TestApi['gateway'],
  onRead: () => void,
): { readonly reads: () => number; readonly closed: Promise<void> } {
  let reads = 0;
  const closed = new Promise<void>((resolve) => {
    gateway.decorateBlob = (blob) => ({
      size: blob.size,
      async readInto(target, position) {
        reads += 1;
        onRead();
        await setImmediate();
        return blob.readInto(target.subarray(0, 1000), position);
      },
      async close() {
        await blob.close();
        resolve();
      },
    });
  });
  return { reads: () => reads, closed };
}

function truncateReads(gateway: TestApi['gateway'], size: number): void {
  gateway.decorateBlob = (blob) => ({
    size: blob.size,
    readInto: async (target, position) => {
      const length = Math.max(0, Math.min(target.length, size - position));
      return length === 0 ? 0 : blob.readInto(target.subarray(0, length), position);
    },
    close: () => blob.close(),
  });
}
