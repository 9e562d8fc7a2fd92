import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { sendRaw } from './raw-http.ts';
import { pngBytes } from './sample-media.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const mebibyte = 1024 * 1024;

/** A data URL of a PNG padded to exactly `bytes` bytes. */
function dataUrlOf(bytes: number): string {
  const picture = Buffer.alloc(bytes);
  picture.set(pngBytes());
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** A JSON create body of exactly `bytes` bytes, most of them of an unused data URL. */
function bodyOf(bytes: number): string {
  const unused = (text: string): string =>
    JSON.stringify({ ...smallest(parked('a long body')), unused: `data:${text}` });
  return unused('x'.repeat(bytes - unused('').length));
}

const post = (body: string, type = 'application/json') =>
  shared.tasks.request('/v1/videos', { method: 'POST', headers: { 'content-type': type }, body });

describe('sizes', () => {
  it('[tasks.create.body-limit] a create body of 64 MiB is taken', async () => {
    expect(taskOf(await post(bodyOf(64 * mebibyte))).status).toBe('in_progress');
  });

  it('[tasks.create.body-limit] a create body of 64 MiB and a byte is 413 payload_invalid', async () => {
    const response = await sendCounted(64 * mebibyte + 1);
    expectApiError(response, { status: 413, code: 'payload_invalid' });
  });

  it('[tasks.create.body-limit] a longer body in chunks is 413 payload_invalid', async () => {
    const response = await sendRaw({
      url: `${shared.gateway.tasksUrl}/v1/videos`,
      method: 'POST',
      headers: jsonHeaders(),
      body: pieces(64 * mebibyte + 1),
    });
    expectApiError(response, { status: 413, code: 'payload_invalid' });
  });

  it('[tasks.create.data-url-limit] a data URL of 20 MiB is taken', async () => {
    const body = { ...smallest(parked('20 MiB')), images: [dataUrlOf(20 * mebibyte)] };
    expect(taskOf(await shared.tasks.create(body)).status).toBe('in_progress');
  });

  it('[tasks.create.data-url-limit] a data URL of 20 MiB and a byte is 413 payload_invalid', async () => {
    const body = { ...smallest(parked('more')), images: [dataUrlOf(20 * mebibyte + 1)] };
    const response = await shared.tasks.create(body);
    expectApiError(response, { status: 413, code: 'payload_invalid' });
  });

  it.each([
    [mebibyte, 400],
    [mebibyte + 1, 413],
  ])('[native.json-limit] a native job body of %i bytes is %i', async (bytes, status) => {
    const response = await shared.tasks.request('/api/v1/video-jobs', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shared.gateway.upstreamApiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'a-long-native-body',
      },
      body: `{"plugin":"std"}${' '.repeat(bytes - 16)}`,
    });
    expectApiError(response, { status, code: 'payload_invalid' });
  });

  it('[tasks.create.body-limit] the gateway still responds after refusing long bodies', async () => {
    expect(taskOf(await shared.tasks.create(smallest(parked('after')))).status).toBe('in_progress');
  });
});

function jsonHeaders(): [string, string][] {
  return [
    ['Authorization', `Bearer ${shared.gateway.apiUserKey}`],
    ['Content-Type', 'application/json'],
  ];
}

function sendCounted(bytes: number) {
  return sendRaw({
    url: `${shared.gateway.tasksUrl}/v1/videos`,
    method: 'POST',
    headers: [...jsonHeaders(), ['Content-Length', String(bytes)]],
    body: pieces(bytes),
  });
}

/** White space of `bytes` bytes in pieces of 64 KiB. */
function* pieces(bytes: number): Generator<Uint8Array> {
  const piece = new Uint8Array(64 * 1024).fill(0x20);
  for (let left = bytes; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.subarray(0, left) : piece;
  }
}
