import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked } from './prompts.ts';
import { pngDataUrl, pngFile } from './sample-media.ts';
import { type FormPart, taskOf, type TasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const prompt = parked('the same content');
let user: TasksClient;
beforeAll(async () => {
  user = await shared.newUser();
});

let keys = 0;
function nextKey(): string {
  keys += 1;
  return `content-${keys}`;
}

async function same(first: object, second: object): Promise<void> {
  const key = nextKey();
  const created = taskOf(await user.create(first, { key }));
  expect(taskOf(await user.create(second, { key }), 200).id).toBe(created.id);
}

async function different(first: object, second: object): Promise<void> {
  const key = nextKey();
  taskOf(await user.create(first, { key }));
  const response = await user.create(second, { key });
  expectApiError(response, { status: 409, code: 'idempotency_key_conflict' });
}

const base = { prompt, resolution: '720p' } as const;

describe('the same content', () => {
  it.each([
    [{ aspect_ratio: '9:16' }, { aspectRatio: '9:16' }],
    [{ generate_audio: false }, { generateAudio: false }],
    [{ model: 'std-2.0' }, { model: 'vm_std-2.0' }],
    [{ model: 'std-2.5' }, { model: 'vm_std-2.0' }],
  ])('[idempotency.content-aliases] %j is %j', async (first, second) => {
    await same({ ...base, ...first }, { ...base, ...second });
  });

  it.each([
    [{ seconds: 8 }, { seconds: '8' }],
    [{ seconds: '08' }, { seconds: 8 }],
    [{ generate_audio: true }, { generate_audio: 'true' }],
    [{ model: null }, {}],
    [{ aspectRatio: null, aspect_ratio: '1:1' }, { aspect_ratio: '1:1' }],
  ])(
    '[idempotency.content-aliases][tasks.create.null-absent] %j decodes as %j',
    async (first, second) => {
      await same({ ...base, ...first }, { ...base, ...second });
    },
  );

  it.each([
    [{}, { style: 'noir' }],
    [{ style: 'noir' }, { style: 'pop', seed: 3 }],
    [{ user: 'anna' }, {}],
  ])(
    '[idempotency.content-ignored] the unknown fields of %j and %j do not count',
    async (first, second) => {
      await same({ ...base, ...first }, { ...base, ...second });
    },
  );

  it('[idempotency.content-ignored] key order does not count, at any depth', async () => {
    const url = pngDataUrl();
    await same(
      { prompt, resolution: '720p', images: [{ url, role: 'first_frame' }] },
      { images: [{ role: 'first_frame', url }], resolution: '720p', prompt },
    );
  });

  it('[idempotency.content-digests][idempotency.content-ignored] a file counts by its bytes, not by its name', async () => {
    const key = nextKey();
    const parts = (file: File): readonly FormPart[] => [
      ['prompt', prompt],
      ['resolution', '720p'],
      ['input_reference', file],
    ];
    const first = taskOf(await user.createForm(parts(pngFile('one.png')), { key }));
    const renamed = taskOf(await user.createForm(parts(pngFile('two.png')), { key }), 200);
    expect(renamed.id).toBe(first.id);
    const response = await user.createForm(parts(pngFile('one.png', 5)), { key });
    expectApiError(response, { status: 409, code: 'idempotency_key_conflict' });
  });

  it('[idempotency.content-digests] a data URL counts by the bytes it carries', async () => {
    const plain = pngDataUrl();
    const reworded = plain.replace('data:image/png;', 'data:image/png;name=fox.png;');
    await same({ ...base, images: [plain] }, { ...base, images: [reworded] });
    await different({ ...base, images: [plain] }, { ...base, images: [pngDataUrl(5)] });
  });

  it('[idempotency.scope-encodings][idempotency.content-aliases] multipart text is the number it spells', async () => {
    const key = nextKey();
    const first = taskOf(
      await user.create({ ...base, seconds: 8, generate_audio: false }, { key }),
    );
    const parts: readonly FormPart[] = [
      ['generateAudio', 'false'],
      ['seconds', '08'],
      ['resolution', '720p'],
      ['prompt', prompt],
      ['model', ''],
    ];
    expect(taskOf(await user.createForm(parts, { key }), 200).id).toBe(first.id);
  });
});

describe('different content', () => {
  it.each([
    [{}, { seconds: 5 }],
    [{}, { model: 'vm_std-2.0' }],
    [{}, { generate_audio: true }],
    [{}, { aspect_ratio: '16:9' }],
    [{}, { frame_mode: 'first_only' }],
  ])(
    '[idempotency.content-before-defaults] %j is not %j although the default is the same',
    async (first, second) => {
      await different({ ...base, ...first }, { ...base, ...second });
    },
  );

  it.each([
    [{ seconds: 5 }, { seconds: 6 }],
    [{ model: 'vm_std-2.0' }, { model: 'vm_std-2.0_faceok' }],
    [{ resolution: '720p' }, { resolution: '1080p' }],
    [{ size: '1280x720' }, { size: '720x1280' }],
    [{ aspect_ratio: '1:1' }, { aspect_ratio: '9:16' }],
    [{ frame_mode: 'all' }, { frame_mode: 'first_only' }],
    [{ generate_audio: true }, { generate_audio: false }],
    [{ prompt }, { prompt: `${prompt} ` }],
    [{ images: [pngDataUrl(1), pngDataUrl(2)] }, { images: [pngDataUrl(2), pngDataUrl(1)] }],
    [
      { images: [{ url: pngDataUrl(1) }] },
      { images: [{ url: pngDataUrl(1), role: 'last_frame' }] },
    ],
  ])('[idempotency.conflict] differs in one field (%#)', async (first, second) => {
    await different({ ...base, ...first }, { ...base, ...second });
  });
});

describe('a refused request', () => {
  it.each([
    [{ ...base, seconds: 99 }, 400],
    [{ ...base, model: 'none' }, 400],
    [{ resolution: '720p' }, 400],
  ])('[idempotency.refused-keeps-key] does not consume its key (%#)', async (body, status) => {
    const key = nextKey();
    expect((await user.create(body, { key })).status).toBe(status);
    expect((await user.create(base, { key })).status).toBe(202);
  });

  it('[idempotency.refused-keeps-key] does not consume it for want of quota', async () => {
    const poor = await shared.newUser(0);
    const key = nextKey();
    expect((await poor.create(base, { key })).status).toBe(429);
    await shared.gateway.adminSend('PATCH', `api-users/${poor.id}`, { total_limit: null });
    expect((await poor.create({ ...base, seconds: 6 }, { key })).status).toBe(202);
  });

  it('[idempotency.refused-keeps-key] does not consume it for want of a credential', async () => {
    const key = nextKey();
    const refused = await user.request('/v1/videos', {
      method: 'POST',
      headers: { authorization: 'Bearer wrong', 'idempotency-key': key },
      body: JSON.stringify(base),
    });
    expect(refused.status).toBe(401);
    expect((await user.create({ ...base, seconds: 6 }, { key })).status).toBe(202);
  });
});
