import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, type ExpectedError, send } from './response.ts';
import { parked, smallest } from './prompts.ts';
import type { TasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
let poor: TasksClient;
const usedKey = 'a-key-already-used';

beforeAll(async () => {
  const user = await shared.newUser(1_000_000);
  await user.create(smallest(parked('the first use of the key')), { key: usedKey });
  await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { total_limit: 0 });
  poor = user;
});

/** Every part of this request is wrong; each row corrects the part that the row before was refused for. */
const rows: readonly (readonly [string, object, string, ExpectedError])[] = [
  [
    'the key syntax',
    { prompt: '', model: 'none', seconds: 99 },
    'a key with spaces',
    { status: 400, code: 'payload_invalid', param: 'Idempotency-Key' },
  ],
  [
    'the model',
    { prompt: '', model: 'none', seconds: 99, resolution: '8k' },
    usedKey,
    { status: 400, code: 'model_invalid', param: 'model' },
  ],
  [
    'the prompt',
    { prompt: '', seconds: 99, resolution: '8k' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'prompt' },
  ],
  [
    'the seconds',
    { resolution: '8k', seconds: 99, size: 'x', aspect_ratio: '4:3', prompt: 'a fox' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'seconds' },
  ],
  [
    'the resolution',
    { prompt: 'a fox', aspect_ratio: '4:3', size: 'x', resolution: '8k' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'resolution' },
  ],
  [
    'the size',
    { prompt: 'a fox', frame_mode: 'none', aspect_ratio: '4:3', size: 'x' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'size' },
  ],
  [
    'the aspect ratio',
    { prompt: 'a fox', generate_audio: 'loud', frame_mode: 'none', aspect_ratio: '4:3' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'aspect_ratio' },
  ],
  [
    'the frame mode',
    { prompt: 'a fox', images: 5, generate_audio: 'loud', frame_mode: 'none' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'frame_mode' },
  ],
  [
    'generate_audio',
    { prompt: 'a fox', images: 5, generate_audio: 'loud' },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'generate_audio' },
  ],
  [
    'the images',
    { prompt: 'a fox', images: 5 },
    usedKey,
    { status: 400, code: 'payload_invalid', param: 'images' },
  ],
  ['the conflict', { prompt: 'a fox' }, usedKey, { status: 409, code: 'idempotency_key_conflict' }],
  [
    'the quota',
    { prompt: 'a fox' },
    'a-key-never-used',
    { status: 429, code: 'api_user_total_limit_exhausted' },
  ],
];

describe('the order of checks', () => {
  it.each(rows)(
    '[tasks.create.check-order][tasks.create.param] comes to %s',
    async (_, body, key, expected) => {
      expectApiError(await poor.create(body, { key }), expected);
    },
  );

  it('[tasks.create.check-order] the credential comes before the body', async () => {
    const response = await send(`${shared.gateway.tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'with space' },
      body: '{',
    });
    expectApiError(response, { status: 401, code: 'api_key_required' });
  });

  it('[tasks.create.check-order][errors.route-not-found] the route comes before the credential', async () => {
    const response = await send(`${shared.gateway.tasksUrl}/v1/movies`, {
      method: 'POST',
      body: '{',
    });
    expectApiError(response, { status: 404, code: 'route_not_found' });
  });

  it('[tasks.create.check-order] the key syntax comes before the body syntax, and that before the fields', async () => {
    const post = (key: string) =>
      poor.request('/v1/videos', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{"model":',
      });
    const param = 'Idempotency-Key';
    expectApiError(await post('with space'), { status: 400, code: 'payload_invalid', param });
    const malformed = await post(usedKey);
    expectApiError(malformed, { status: 400, code: 'payload_invalid' });
    expect(malformed.text).not.toContain(param);
  });

  it('[tasks.create.check-order] a replay comes before the quota', async () => {
    const response = await poor.create(smallest(parked('the first use of the key')), {
      key: usedKey,
    });
    expect(response.status).toBe(200);
  });
});
