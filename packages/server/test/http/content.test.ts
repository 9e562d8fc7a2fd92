import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, type RequestParts } from './response.ts';
import { instant, parked, smallest } from './prompts.ts';
import type { Task } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
let task: Task;
let video: Uint8Array;
let etag = '';

const content = (headers: Readonly<Record<string, string>> = {}, parts: RequestParts = {}) =>
  shared.tasks.request(`/v1/videos/${task.id}/content`, { ...parts, headers });

beforeAll(async () => {
  const created = taskOf(await shared.tasks.create(smallest(instant('a video to download'))));
  task = await shared.tasks.completed(created.id);
  const response = await content();
  video = response.bytes;
  etag = response.headers.get('etag') ?? '';
});

describe('a completed task', () => {
  it('[tasks.object.video-url][tasks.object.instants][tasks.object.fields] has the time of its end and the URL of the video', () => {
    expect(task).toMatchObject({ status: 'completed', progress: 100, error: null });
    expect(task.completed_at).toBeGreaterThanOrEqual(task.created_at);
    expect(task.expires_at).toBe((task.completed_at ?? 0) + 168 * 3600);
    expect(task.video_url).toMatch(/^http/);
  });

  it('[tasks.object.status-words][invariants.i8-final-states] is unchanged', async () => {
    const { video_url: _, ...first } = await shared.tasks.read(task.id);
    const { video_url: __, ...second } = await shared.tasks.read(task.id);
    expect(second).toEqual(first);
  });
});

describe('the content', () => {
  it('[tasks.content.video] is a playable MP4 of the length announced', async () => {
    const response = await content();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('content-length')).toBe(String(video.length));
    expect(response.headers.get('cache-control')).toMatch(/\bprivate\b/);
    expect(topLevelBoxes(video)).toEqual(expect.arrayContaining(['ftyp', 'moov', 'mdat']));
  });

  it('[tasks.content.etag][invariants.i7-completed-on-disk] has its digest for a strong ETag', () => {
    const digest = createHash('sha256').update(video);
    const spellings = [digest.copy().digest('hex'), digest.copy().digest('base64url')];
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(spellings.some((spelling) => etag.includes(spelling.slice(0, 16)))).toBe(true);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    ['bytes=100-199', 100, 200],
    ['bytes=1000-', 1000, undefined],
    ['bytes=-500', -500, undefined],
    ['bytes=0-99999999999', 0, undefined],
    ['bytes=-99999999999', 0, undefined],
  ])('[tasks.content.range] %s is 206 with those bytes', async (range, from, to) => {
    const response = await content({ range });
    const expected = video.slice(from, to);
    const first = from < 0 ? video.length + from : from;
    expect(response.status).toBe(206);
    expect(Buffer.compare(response.bytes, expected)).toBe(0);
    expect(response.headers.get('content-length')).toBe(String(expected.length));
    const last = first + expected.length - 1;
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${video.length}`);
    expect(response.headers.get('content-type')).toBe('video/mp4');
  });

  it('[tasks.content.range] the last byte can be asked for alone', async () => {
    const last = video.length - 1;
    const response = await content({ range: `bytes=${last}-${last}` });
    expect([response.status, ...response.bytes]).toEqual([206, video[last]]);
  });

  it.each(['lines=0-5', 'bytes=abc', 'bytes=5-2', 'bytes', 'bytes=', 'bytes=-'])(
    '[tasks.content.range] the field %s is no Range and is ignored (RFC 9110 §14.2)',
    async (range) => {
      const response = await content({ range });
      expect([response.status, response.bytes.length]).toEqual([200, video.length]);
    },
  );

  it('[tasks.content.unsatisfiable] a Range past the end, or of no bytes, is 416', async () => {
    for (const range of [`bytes=${video.length}-`, 'bytes=99999999999-', 'bytes=-0']) {
      const response = await content({ range });
      expect(response.status, range).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${video.length}`);
    }
  });

  it('[tasks.content.head] HEAD has the headers of GET, without the bytes', async () => {
    const got = await content();
    const headed = await content({}, { method: 'HEAD' });
    const partial = await content({ range: 'bytes=0-99' }, { method: 'HEAD' });
    expect(headed.bytes.length).toBe(0);
    for (const name of [
      'content-type',
      'content-length',
      'etag',
      'cache-control',
      'accept-ranges',
    ]) {
      expect(headed.headers.get(name), name).toBe(got.headers.get(name));
    }
    expect([headed.status, partial.bytes.length]).toEqual([200, 0]);
    expect([200, 206]).toContain(partial.status);
  });

  it.each([
    ['the ETag', () => etag, 304],
    ['the ETag as a weak one', () => `W/${etag}`, 304],
    ['the ETag in a list', () => `"other", ${etag}`, 304],
    ['anything', () => '*', 304],
    ['another ETag', () => '"other"', 200],
  ])('[tasks.content.etag] If-None-Match with %s', async (_, value, status) => {
    const response = await content({ 'if-none-match': value() });
    expect([response.status, response.bytes.length]).toEqual([
      status,
      status === 304 ? 0 : video.length,
    ]);
    expect(response.headers.get('etag')).toBe(etag);
  });

  it.each([
    ['the ETag', () => etag, 206],
    ['another ETag', () => '"other"', 200],
    ['a weak ETag', () => `W/${etag}`, 200],
  ])('[tasks.content.if-range] If-Range with %s', async (_, value, status) => {
    const response = await content({ range: 'bytes=0-9', 'if-range': value() });
    expect([response.status, response.bytes.length]).toEqual([
      status,
      status === 206 ? 10 : video.length,
    ]);
  });

  it('[tasks.content.download] download=1 makes it an attachment', async () => {
    const response = await shared.tasks.request(`/v1/videos/${task.id}/content?download=1`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${task.id}.mp4"`,
    );
    const plain = await content();
    expect(plain.headers.get('content-disposition') ?? 'inline').not.toMatch(/^attachment/);
  });

  it('[tasks.content.range] readers at once each get their own part', async () => {
    const starts = Array.from({ length: 40 }, (_, index) => index * 50);
    const responses = await Promise.all(
      starts.map((from) => content({ range: `bytes=${from}-${from + 49}` })),
    );
    for (const [index, from] of starts.entries()) {
      expect(Buffer.from(responses[index]?.bytes ?? []).equals(video.slice(from, from + 50))).toBe(
        true,
      );
    }
  });

  it('[tasks.content.not-ready] is 404 job_not_found before completion', async () => {
    const running = taskOf(await shared.tasks.create(smallest(parked('not yet'))));
    const response = await shared.tasks.request(`/v1/videos/${running.id}/content`);
    expectApiError(response, { status: 404, code: 'job_not_found' });
  });
});

/** Returns the names of the boxes of a file, each of which must end inside the file. ISO/IEC 14496-12 §4.2. */
function topLevelBoxes(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    names.push(Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1'));
    const size = view.getUint32(at);
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : size;
    expect(size === 1 || size >= 8).toBe(true);
  }
  expect(at).toBe(bytes.length);
  return names;
}
