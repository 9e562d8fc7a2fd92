import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, send } from './response.ts';
import { instant, smallest } from './prompts.ts';
import type { Task } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
let task: Task;
let other: Task;
let videoUrl = '';

beforeAll(async () => {
  const created = await Promise.all(
    ['a signed video', 'another one'].map((text) => shared.tasks.create(smallest(instant(text)))),
  );
  const [first, second] = await Promise.all(
    created.map((response) => shared.tasks.completed(taskOf(response).id)),
  );
  if (first === undefined || second === undefined) throw new Error('two tasks were made');
  [task, other] = [first, second];
  videoUrl = task.video_url ?? '';
});

/** The video URL with one query parameter changed. */
function altered(name: string, change: (value: string) => string): string {
  const url = new URL(videoUrl);
  url.searchParams.set(name, change(url.searchParams.get(name) ?? ''));
  return url.href;
}

describe('video_url', () => {
  it('[media.url-form] is under the tasks public URL with an expiry and a signature', () => {
    const url = new URL(videoUrl);
    expect(url.origin).toBe(shared.gateway.tasksUrl);
    expect(url.pathname).toBe(`/media/${task.id}.mp4`);
    expect([...url.searchParams.keys()]).toEqual(['expires', 'signature']);
  });

  it('[media.no-header][tasks.object.video-url] plays without a credential, and gives the content', async () => {
    const played = await send(videoUrl);
    const content = await shared.tasks.request(`/v1/videos/${task.id}/content`);
    expect(played.status).toBe(200);
    expect(played.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.compare(played.bytes, content.bytes)).toBe(0);
    expect(played.headers.get('etag')).toBe(content.headers.get('etag'));
  });

  it('[media.signed-24h] is good for 24 hours from each read', async () => {
    const asked = Date.now() / 1000;
    const fresh = new URL((await shared.tasks.read(task.id)).video_url ?? '');
    const expires = Number(fresh.searchParams.get('expires'));
    expect(expires).toBeGreaterThanOrEqual(Math.floor(asked) + 24 * 3600 - 1);
    expect(expires).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 24 * 3600 + 1);
  });

  it('[media.range-and-head] honours Range, HEAD, If-Range and If-None-Match', async () => {
    const whole = await send(videoUrl);
    const etag = whole.headers.get('etag') ?? '';
    const part = await send(videoUrl, { headers: { range: 'bytes=10-19' } });
    const head = await send(videoUrl, { method: 'HEAD' });
    const beyond = await send(videoUrl, { headers: { range: `bytes=${whole.bytes.length}-` } });
    const same = await send(videoUrl, { headers: { 'if-none-match': etag } });
    const stale = await send(videoUrl, { headers: { range: 'bytes=0-9', 'if-range': '"old"' } });
    expect([part.status, head.status, beyond.status, same.status, stale.status]).toEqual([
      206, 200, 416, 304, 200,
    ]);
    expect(Buffer.compare(part.bytes, whole.bytes.slice(10, 20))).toBe(0);
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
    expect(head.bytes.length).toBe(0);
  });

  it.each<readonly [string, () => string]>([
    ['a later expiry', () => altered('expires', (value) => String(Number(value) + 1))],
    ['an earlier expiry', () => altered('expires', (value) => String(Number(value) - 1))],
    ['an expiry in the past', () => altered('expires', () => '1600000000')],
    ['an expiry that is no number', () => altered('expires', () => 'never')],
    ['an expiry with a zero before', () => altered('expires', (value) => `0${value}`)],
    ['no expiry', () => altered('expires', () => '')],
    [
      'a signature with its first character changed',
      () => altered('signature', (value) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1)),
    ],
    ['a shorter signature', () => altered('signature', (value) => value.slice(0, -1))],
    ['a longer signature', () => altered('signature', (value) => `${value}A`)],
    ['no signature', () => altered('signature', () => '')],
    ['neither', () => videoUrl.split('?')[0] ?? ''],
    ['the path of another task', () => videoUrl.replace(task.id, other.id)],
    ['the path of no task', () => videoUrl.replace(task.id, 'vt_00000000000000000000000000')],
  ])('[media.altered] with %s is 403 signature_invalid, for HEAD and Range too', async (_, url) => {
    expectApiError(await send(url()), { status: 403, code: 'signature_invalid' });
    expect((await send(url(), { method: 'HEAD' })).status).toBe(403);
    expect((await send(url(), { headers: { range: 'bytes=0-0' } })).status).toBe(403);
  });

  it('[media.altered] an API key does not replace the signature', async () => {
    const response = await shared.tasks.request(`/media/${task.id}.mp4`);
    expectApiError(response, { status: 403, code: 'signature_invalid' });
  });
});

describe('a public URL that is set', () => {
  const published = useGateway(() => ({
    env: { FILMGATE_TASKS_PUBLIC_URL: 'https://films.example.com/gate' },
  }));

  it('[media.url-form] is what video_url and Location begin with', async () => {
    const response = await published.tasks.create(smallest(instant('published')));
    const done = await published.tasks.completed(taskOf(response).id);
    expect(done.video_url).toContain(
      `https://films.example.com/gate/media/${done.id}.mp4?expires=`,
    );
    const url = new URL(done.video_url ?? '');
    const local = `${published.gateway.tasksUrl}${url.pathname.replace('/gate', '')}${url.search}`;
    expect((await send(local)).status).toBe(200);
  });
});
