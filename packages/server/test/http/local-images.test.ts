import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, expectApiError, jsonOf, send } from './response.ts';
import { eventually } from './eventually.ts';
import { fastModel } from './local-client.ts';
import { instant } from './prompts.ts';
import { unfinishedVideos } from './unfinished-videos.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

function dataOf<T extends z.ZodType>(response: HttpResponse, item: T): readonly z.infer<T>[] {
  expect(response.status, response.text).toBe(200);
  return z.strictObject({ created: z.int(), data: z.array(item) }).parse(jsonOf(response)).data;
}

const byUrl = z.strictObject({ url: z.url() });
const byBytes = z.strictObject({ b64_json: z.base64() });
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('POST /v1/images/generations', () => {
  it('[local.images.success] responds with the URL of one image', async () => {
    const response = await shared.local.images({ prompt: instant('one fox') });
    const [image, ...others] = dataOf(response, byUrl);
    expect(others).toEqual([]);
    const file = await send(image?.url ?? '');
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(file.bytes.subarray(0, 4))).toEqual(pngSignature);
  });

  it('[local.images.many][local.images.base64] makes several, and responds in base64 on request', async () => {
    const body = { prompt: instant('three foxes'), n: 3, response_format: 'b64_json' };
    const images = dataOf(await shared.local.images(body), byBytes);
    expect(images).toHaveLength(3);
    for (const { b64_json: text } of images) {
      expect(Buffer.from(text, 'base64').subarray(0, 4)).toEqual(pngSignature);
    }
    expect((await shared.gateway.mock.ledger('three foxes')).accepted).toBe(3);
  });

  it('[local.images.video-model] refuses a video model', async () => {
    const response = await shared.local.images({ model: fastModel, prompt: 'a moving fox' });
    expectApiError(response, { status: 400, code: 'model_invalid', param: 'model' });
    expect((await shared.gateway.mock.ledger('a moving fox')).accepted).toBe(0);
  });

  it.each([
    [{ n: 0 }, 'payload_invalid', 'n'],
    [{ n: 5 }, 'payload_invalid', 'n'],
    [{ response_format: 'gif' }, 'payload_invalid', 'response_format'],
    [{ prompt: ' ' }, 'prompt_required', 'prompt'],
    [{ model: undefined }, 'model_required', 'model'],
  ])('[local.images.fields] refuses %j', async (fields, code, param) => {
    const response = await shared.local.images({ prompt: 'never made', ...fields });
    expectApiError(response, { status: 400, code, param });
    expect((await shared.gateway.mock.ledger('never made')).accepted).toBe(0);
  });

  it('[local.images.fields] ignores fields it does not know', async () => {
    const body = { prompt: instant('known fox'), size: '1024x1024', quality: 'auto', user: 'u' };
    expect(dataOf(await shared.local.images(body), byUrl)).toHaveLength(1);
  });

  it('[local.images.bodies] refuses a form for generations, and one whose fields contradict each other', async () => {
    const formed = (...names: readonly string[]) => {
      const form = new FormData();
      for (const name of names) form.append(name, new File(['x'], 'x.png'));
      return { method: 'POST', body: form } as const;
    };
    const generation = await shared.local.request('/v1/images/generations', formed());
    expectApiError(generation, { status: 415, code: 'payload_invalid', param: 'Content-Type' });
    const edit = await shared.local.request('/v1/images/edits', formed('image', 'image[]'));
    const param = 'image[]';
    const message = expectApiError(edit, { status: 400, code: 'payload_invalid', param });
    expect(message).toBe('The field name "image[]" contradicts an earlier field of the form.');
  });

  it('[local.images.many] fails as a whole when one fails', async () => {
    const body = { prompt: instant('lost foxes', 'fail=policy'), n: 2 };
    const response = await shared.local.images(body);
    expectApiError(response, { status: 400, code: 'content_rejected' });
    expect((await shared.gateway.mock.ledger('lost foxes')).accepted).toBe(2);
  });
});

describe('images of which not all can be begun', () => {
  const videos = unfinishedVideos();
  const tight = useGateway(() => ({
    wrapPorts: videos.wrapPorts,
    accounts: [{ label: 'one at a time', concurrency: 1, credits: 1_000_000 }],
    env: { FILMGATE_QUEUE_LIMIT: '2' },
  }));

  it('[local.images.many][local.errors.no-retry] are not repeated: the response names the running ones', async () => {
    const parkedFox = tight.local.images({ prompt: instant('in the way') });
    await eventually(
      async () => ((await tight.gateway.mock.ledger('in the way')).accepted > 0 ? true : undefined),
      { what: 'the first image to be sent' },
    );
    const response = await tight.local.images({ prompt: instant('too many foxes'), n: 4 });
    const message = expectApiError(response, { status: 429, code: 'concurrency_limited' });
    expect(message.match(/lj_[a-z0-9]{26}/g)).toHaveLength(2);
    expect(response.headers.get('x-should-retry')).toBe('false');
    videos.finish();
    expect((await parkedFox).status).toBe(200);
  });
});
