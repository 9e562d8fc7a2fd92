import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, jsonOf, send } from './response.ts';
import {
  completionOf,
  fastModel,
  imageCompletionSchema,
  imageModel,
  saying,
} from './local-client.ts';
import { instant } from './prompts.ts';
import { pngBytes, pngDataUrl } from './sample-media.ts';
import { type ImageServer, startImageServer } from './start-image-server.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const textPart = (text: string) => ({ type: 'text', text });
const imagePart = (url: string) => ({ type: 'image_url', image_url: { url } });

async function onlyJob(contains: string) {
  const ledger = await shared.gateway.mock.ledger(contains);
  expect(ledger.accepted).toBe(1);
  const [job] = ledger.jobs;
  if (job === undefined) throw new Error('the mock knows no such job');
  return job;
}

describe('a chat generation', () => {
  it('[local.chat.success][local.wait.ends-with-job] responds when the video is made, with its URL in every field', async () => {
    const before = Math.floor(Date.now() / 1000);
    const completion = completionOf(await shared.local.chat(saying(instant('a plain fox'))));
    const { url } = completion;
    expect([
      completion.video_url,
      completion.media.url,
      completion.choices[0].message.content,
    ]).toEqual([url, url, url]);
    expect(completion.id).toBe(`chatcmpl-${completion.job_id}`);
    expect(completion.model).toBe(fastModel);
    expect(completion.created).toBeGreaterThanOrEqual(before);
    expect(completion.media).toMatchObject({
      width: 1280,
      height: 720,
      duration: 4,
      has_audio: false,
    });
    const video = await send(url);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(video.bytes.subarray(4, 8)).toString('latin1')).toBe('ftyp');
  });

  it('[local.chat.audio] makes sound when it is asked to', async () => {
    const body = { ...saying(instant('a loud fox')), generate_audio: true };
    expect(completionOf(await shared.local.chat(body)).media.has_audio).toBe(true);
  });

  it('[local.chat.seconds-size-ignored] keeps to the configuration of its model', async () => {
    const body = { ...saying(instant('9:16, a still fox')), seconds: 8, size: '1080x1920' };
    const { media } = completionOf(await shared.local.chat(body));
    expect(media).toMatchObject({ width: 1280, height: 720, duration: 4 });
  });

  it('[local.chat.image-model] makes an image with an image model', async () => {
    const body = { model: imageModel, ...saying(instant('a painted fox')) };
    const response = await shared.local.chat(body);
    expect(response.status, response.text).toBe(200);
    const completion = imageCompletionSchema.parse(jsonOf(response));
    expect(completion.media).toMatchObject({ width: 1024, height: 576 });
    expect(completion.url).toMatch(/\/media\/lj_[a-z0-9]{26}\.png\?/);
    const image = await send(completion.url);
    expect(image.headers.get('content-type')).toBe('image/png');
  });

  it('[local.chat.no-idempotency] ignores an Idempotency-Key: two calls are two generations', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const body = saying(instant('twice the same fox'));
    const [one, two] = [
      await shared.local.chat(body, headers),
      await shared.local.chat(body, headers),
    ];
    expect(completionOf(one).job_id).not.toBe(completionOf(two).job_id);
    expect(two.headers.get('idempotency-replayed')).toBeNull();
    expect((await shared.gateway.mock.ledger('twice the same fox')).accepted).toBe(2);
  });

  it('[local.surface.private] is invisible on the other surface', async () => {
    const { job_id: id } = completionOf(await shared.local.chat(saying(instant('unseen fox'))));
    for (const path of [`/v1/videos/${id}`, `/v1/videos/${id}/content`]) {
      expect((await shared.tasks.request(path)).status).toBe(404);
    }
    const response = await shared.gateway.adminFetch(`jobs/${id}`);
    expect(response.status).toBe(200);
  });
});

describe('a streamed chat generation', () => {
  it('[local.chat.stream] sends its frames once the video is made', async () => {
    const response = await shared.local.chat({
      ...saying(instant('a streamed fox')),
      stream: true,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream\b/);
    const lines = response.text.split('\n\n').filter((line) => line !== '');
    expect(lines.every((line) => line.startsWith('data: '))).toBe(true);
    const [first = '', last = '', done] = lines.map((line) => line.slice('data: '.length));
    expect([lines.length, done]).toEqual([3, '[DONE]']);
    const chunk = { object: 'chat.completion.chunk', model: fastModel };
    const one: unknown = JSON.parse(first);
    expect(one).toMatchObject({
      ...chunk,
      choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }],
    });
    const two: unknown = JSON.parse(last);
    expect(two).toMatchObject({
      ...chunk,
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      media: { mime_type: 'video/mp4', width: 1280 },
    });
    const [, content] = /"content":"([^"]+)"/.exec(first) ?? [];
    expect(two).toMatchObject({ video_url: content, url: content, media: { url: content } });
    expect((await send(content ?? '')).status).toBe(200);
  });

  it('[local.chat.stream-failure] fails as an ordinary HTTP error', async () => {
    const body = { ...saying(instant('a bad fox', 'fail=policy')), stream: true };
    const response = await shared.local.chat(body);
    expectApiError(response, { status: 400, code: 'content_rejected' });
  });
});

describe('reference images', () => {
  it('[local.chat.image-data-url] reach the upstream as the bytes of the data URL', async () => {
    const content = [textPart(instant('fox with a picture')), imagePart(pngDataUrl(77))];
    completionOf(await shared.local.chat({ messages: [{ role: 'user', content }] }));
    const sha256 = createHash('sha256').update(pngBytes(77)).digest('hex');
    expect((await onlyJob('fox with a picture')).references).toEqual([
      { role: 'first_frame', sha256, size: pngBytes(77).length },
    ]);
  });

  it('[local.chat.image-order] get their roles by their order', async () => {
    const content = [
      textPart(instant('from here to there')),
      imagePart(pngDataUrl(1)),
      imagePart(pngDataUrl(2)),
    ];
    const model = 'vidE-3-3s-16x9-720p';
    completionOf(await shared.local.chat({ model, messages: [{ role: 'user', content }] }));
    const { references } = await onlyJob('from here to there');
    expect(references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
  });

  it('[local.chat.image-refused] that are no images are refused', async () => {
    const url = `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`;
    const content = [textPart(instant('not an image')), imagePart(url)];
    const response = await shared.local.chat({ messages: [{ role: 'user', content }] });
    expectApiError(response, {
      status: 400,
      code: 'reference_invalid',
      param: 'messages[0].content[1].image_url',
    });
    expect((await shared.gateway.mock.ledger('not an image')).accepted).toBe(0);
  });

  it('[local.chat.image-limit] of more than 20 MiB are refused', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 1);
    bytes.set(pngBytes());
    const url = `data:image/png;base64,${bytes.toString('base64')}`;
    const content = [textPart('a huge fox'), imagePart(url)];
    const response = await shared.local.chat({ messages: [{ role: 'user', content }] });
    expectApiError(response, { status: 400, code: 'reference_invalid', param: /image_url$/ });
    const most = `data:image/png;base64,${bytes.subarray(1).toString('base64')}`;
    const content2 = [textPart('a large fox'), imagePart(most)];
    const second = await shared.local.chat({ messages: [{ role: 'user', content: content2 }] });
    expect(expectApiError(second, { status: 400, code: 'reference_invalid' })).not.toContain(
      '20971520',
    );
  });

  it.each(['http://127.0.0.1:1/fox.png', 'https://localhost/fox.png', 'https://10.0.0.1/fox.png'])(
    '[local.chat.image-remote] are never fetched from this machine or its network: %s',
    async (url) => {
      const content = [textPart(instant('a near fox')), imagePart(url)];
      const response = await shared.local.chat({ messages: [{ role: 'user', content }] });
      expectApiError(response, { status: 400, code: 'reference_invalid' });
    },
  );

  it('[local.chat.image-remote] may come from any public host: a name that does not exist is looked up', async () => {
    const content = [
      textPart(instant('a far fox')),
      imagePart('https://no-such-host.invalid-example.org/fox.png'),
    ];
    const response = await shared.local.chat({ messages: [{ role: 'user', content }] });
    const message = expectApiError(response, { status: 400, code: 'reference_invalid' });
    expect(message).not.toContain('not allowed');
  });
});

describe('with a list of image hosts', () => {
  let listed: ImageServer;
  beforeAll(async () => {
    listed = await startImageServer();
  });
  afterAll(() => listed.stop());
  const limited = useGateway(() => ({
    env: { FILMGATE_IMAGE_HOSTS: `private:${listed.origin}` },
  }));

  it('[local.chat.image-hosts] images come from listed hosts, and from no other', async () => {
    const at = (url: string, text: string) => ({
      messages: [{ role: 'user', content: [textPart(instant(text)), imagePart(url)] }],
    });
    completionOf(await limited.local.chat(at(`${listed.origin}/local.png`, 'from the list')));
    expect(listed.requests('/local.png')).toBe(1);
    const refused = await limited.local.chat(at('https://images.example.com/fox.png', 'elsewhere'));
    const message = expectApiError(refused, { status: 400, code: 'reference_invalid' });
    expect(message).toContain('images.example.com');
  });
});
