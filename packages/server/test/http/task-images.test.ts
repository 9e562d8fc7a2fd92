import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { fastModel, imageModel } from './local-client.ts';
import { instant, parked, smallest } from './prompts.ts';
import { expectApiError, type HttpResponse, jsonOf, send } from './response.ts';
import { taskSchema } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { type TasksClient, tasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const byUrl = z.strictObject({ url: z.url() });
const byBytes = z.strictObject({ b64_json: z.base64() });

function imageOf<T extends z.ZodType>(response: HttpResponse, item: T): z.infer<T> {
  expect(response.status, response.text).toBe(200);
  const { data } = z
    .strictObject({ created: z.int(), data: z.array(item) })
    .parse(jsonOf(response));
  expect(data).toHaveLength(1);
  return item.parse(data[0]);
}

/** Orders an image; headers may be a key, or mark a client's own retry. */
function order(
  { request }: TasksClient,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  return request('/v1/images/generations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: imageModel, ...body }),
  });
}

const withKey = (key: string) => ({ 'idempotency-key': key });
const accepted = async (prompt: string, { mock }: Gateway = shared.gateway) =>
  (await mock.ledger(prompt)).accepted;

const imageTask = taskSchema.omit({ video_url: true }).extend({
  object: z.literal('image'),
  model: z.literal(imageModel),
  seconds: z.literal(0),
  resolution: z.literal('1k'),
  aspect_ratio: z.string(),
  size: z.string(),
  image_url: z.url().optional(),
});

async function imageTasks(
  { request }: TasksClient,
  query: string,
): Promise<readonly z.infer<typeof imageTask>[]> {
  const response = await request(`/v1/videos?${query}`);
  expect(response.status, response.text).toBe(200);
  return z.object({ data: z.array(imageTask) }).parse(jsonOf(response)).data;
}

/** Orders an image over its own socket, and leaves when its submission has arrived. */
async function orderAndLeave({ mock, tasksUrl, apiUserKey }: Gateway, prompt: string) {
  const body = JSON.stringify({ model: imageModel, prompt });
  const { hostname, port, host } = new URL(tasksUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    [
      'POST /v1/images/generations HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${apiUserKey}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  const arrived = async () => ((await mock.ledger(prompt)).accepted > 0 ? true : undefined);
  await eventually(arrived, { what: `the submission of ${prompt}` });
  socket.destroy();
}

function completed(user: TasksClient, search: string) {
  const probe = async () => {
    const [task] = await imageTasks(user, `search=${encodeURIComponent(search)}`);
    return task?.status === 'completed' ? task : undefined;
  };
  return eventually(probe, { what: `the end of ${search}` });
}

describe('an image for an API user', () => {
  it('[tasks.image-calls.success][tasks.image-calls.tasks] comes by URL, and is a task', async () => {
    const { url } = imageOf(await order(shared.tasks, { prompt: instant('task fox') }), byUrl);
    const file = await send(url);
    expect(file.headers.get('content-type')).toBe('image/png');
    const [task, ...others] = await imageTasks(shared.tasks, 'search=task%20fox');
    expect(others).toEqual([]);
    expect(task).toMatchObject({ status: 'completed', progress: 100, error: null });
    const { id, image_url: link } = task ?? {};
    expect((await send(link ?? '')).bytes).toEqual(file.bytes);
    const read = await shared.tasks.request(`/v1/videos/${id}`);
    expect(imageTask.parse(jsonOf(read)).id).toBe(id);
    const content = await shared.tasks.request(`/v1/videos/${id}/content`);
    expect(content.headers.get('content-type')).toBe('image/png');
    expect(content.bytes).toEqual(file.bytes);
  });

  it('[tasks.image-calls.success] comes in base64, and from no form', async () => {
    const body = { prompt: instant('bytes of a fox'), response_format: 'b64_json' };
    const { b64_json: text } = imageOf(await order(shared.tasks, body), byBytes);
    expect(text).toMatch(/^iVBORw0KGgo/);
    const form = new FormData();
    form.append('prompt', 'x');
    const formed = { method: 'POST', body: form } as const;
    const refused = await shared.tasks.request('/v1/images/generations', formed);
    expectApiError(refused, { status: 415, code: 'payload_invalid', param: 'Content-Type' });
  });

  it.each([
    [{ n: 0 }, 'payload_invalid', 'n'],
    [{ n: 2 }, 'payload_invalid', 'n'],
    [{ response_format: 'gif' }, 'payload_invalid', 'response_format'],
    [{ quality: 'high' }, 'payload_invalid', 'quality'],
    [{ prompt: ' ' }, 'payload_invalid', 'prompt'],
    [{ model: undefined }, 'model_invalid', 'model'],
    [{ model: 'imgA' }, 'model_invalid', 'model'],
  ])('[tasks.image-calls.one] is refused with %j', async (fields, code, param) => {
    const response = await order(shared.tasks, { prompt: 'never made', ...fields });
    expectApiError(response, { status: 400, code, param });
    expect(await accepted('never made')).toBe(0);
  });

  it('[tasks.image-calls.other-media] is no video, and no video is an image', async () => {
    const wrong = { status: 400, code: 'model_invalid', param: 'model' };
    const model = 'vm_std-2.0';
    const image = expectApiError(await order(shared.tasks, { model, prompt: 'moving' }), wrong);
    expect(image).toContain('POST /v1/videos.');
    const video = await shared.tasks.create({ ...smallest('still'), model: imageModel });
    expect(expectApiError(video, wrong)).toContain('POST /v1/images/generations.');
    const ofLocal = expectApiError(
      await order(shared.tasks, { model: fastModel, prompt: 'x' }),
      wrong,
    );
    expect(ofLocal).toContain('is not available');
  });

  it('[tasks.image-calls.models] has a model for each shape and resolution', async () => {
    const response = await shared.tasks.request('/v1/models');
    const list = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
    const { data } = list.parse(jsonOf(response));
    expect(data.find(({ id }) => id === 'imgA-16x9-2k')).toMatchObject({
      type: 'image',
      capabilities: { seconds: [], aspect_ratios: ['16:9'], resolutions: ['2k'] },
    });
  });

  it.each([
    ['fail=policy', 400, 'content_rejected'],
    ['fail=internal', 502, 'generation_failed'],
    ['refuse=403', 409, 'trae_protocol_account_unavailable'],
    ['lost-response', 502, 'outcome_unknown'],
  ])('[tasks.image-calls.errors] fails with %s as %d %s', async (token, status, code) => {
    const prompt = instant(`bad fox ${token.replace('=', ' ')}`, token);
    expectApiError(await order(shared.tasks, { prompt }), { status, code });
  });
});

describe('a key of an image', () => {
  it('[tasks.image-calls.key] returns its image to each repeat, which nobody pays again', async () => {
    const body = { prompt: instant('keyed fox') };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => order(shared.tasks, body, withKey('image-1'))),
    );
    for (const response of responses) imageOf(response, byUrl);
    const firsts = responses.filter(({ headers }) => headers.get('idempotency-replayed') === null);
    expect(firsts).toHaveLength(1);
    expect(await accepted('keyed fox')).toBe(1);
    const bytes = { ...body, response_format: 'b64_json' };
    imageOf(await order(shared.tasks, bytes, withKey('image-1')), byBytes);
    expect(await imageTasks(shared.tasks, 'idempotency_key=image-1')).toHaveLength(1);
  });

  it('[tasks.image-calls.key] belongs to its content, of an image or a video', async () => {
    const body = { prompt: instant('fox of a key') };
    imageOf(await order(shared.tasks, body, withKey('image-2')), byUrl);
    const conflict = { status: 409, code: 'idempotency_key_conflict' };
    expectApiError(await order(shared.tasks, { prompt: 'cat' }, withKey('image-2')), conflict);
    expectApiError(await shared.tasks.create(body, { key: 'image-2' }), conflict);
    const wrong = { status: 400, code: 'payload_invalid', param: 'Idempotency-Key' };
    expectApiError(await order(shared.tasks, body, withKey('a b')), wrong);
  });

  it('[tasks.image-calls.key-lives] says that its image was removed', async () => {
    const body = { prompt: instant('removed fox') };
    imageOf(await order(shared.tasks, body, withKey('image-3')), byUrl);
    const [task] = await imageTasks(shared.tasks, 'idempotency_key=image-3');
    const removal = { method: 'DELETE' };
    const removed = await shared.gateway.adminFetch(`jobs/${task?.id}/result`, removal);
    expect(removed.status, removed.text).toBe(200);
    const again = await order(shared.tasks, body, withKey('image-3'));
    expectApiError(again, { status: 410, code: 'result_lost' });
    expect(await accepted('removed fox')).toBe(1);
  });
});

describe('a caller of an image who leaves', () => {
  it('[tasks.image-calls.wait] finds it among the tasks', async () => {
    await orderAndLeave(shared.gateway, 'left alone [[mock:queue=0s,run=400s]]');
    const { image_url: url } = await completed(shared.tasks, 'left alone');
    expect((await send(url ?? '')).status).toBe(200);
    expect(await accepted('left alone')).toBe(1);
  });

  it('[tasks.image-calls.retry-joins] gets it by the retry of the client library', async () => {
    const prompt = 'tried once more [[mock:queue=0s,run=400s]]';
    await orderAndLeave(shared.gateway, prompt);
    const retry = { 'x-stainless-retry-count': '1' };
    imageOf(await order(shared.tasks, { prompt }, retry), byUrl);
    expect(await accepted('tried once more')).toBe(1);
    const other = await shared.newUser();
    imageOf(await order(other, { prompt }, retry), byUrl);
    expect(await accepted('tried once more')).toBe(2);
  });
});

describe('the wait for an image', () => {
  const hasty = useGateway(() => ({ env: { FILMGATE_SYNC_WAIT_SECONDS: '1' } }));

  it('[tasks.image-calls.wait] ends in 504 naming the task, which continues', async () => {
    const prompt = 'slow image [[mock:queue=0s,run=2000s]]';
    const response = await order(hasty.tasks, { prompt });
    const message = expectApiError(response, { status: 504, code: 'generation_timeout' });
    expect(response.headers.get('x-should-retry')).toBe('false');
    const { id } = await completed(hasty.tasks, 'slow image');
    expect(message).toContain(`GET /v1/videos/${id}`);
    expect(await accepted('slow image', hasty.gateway)).toBe(1);
  });
});

describe('a server that stops', () => {
  it('[tasks.image-calls.draining] names the task of each open wait', async () => {
    const gateway = await startGateway();
    const user = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
    const waiting = order(user, { prompt: parked('cut off') });
    const arrived = async () => ((await accepted('cut off', gateway)) > 0 ? true : undefined);
    await eventually(arrived, { what: 'the submission' });
    await gateway.stop();
    const response = await waiting;
    const message = expectApiError(response, { status: 503, code: 'trae_protocol_unavailable' });
    expect(message).toMatch(/The task vt_[a-z0-9]{26} continues after the next start/);
    expect(response.headers.get('x-should-retry')).toBe('false');
  });
});

describe('the quota of an image', () => {
  it('[tasks.image-calls.quota] is the price, taken once, and not without credits', async () => {
    const user = await shared.newUser();
    const body = { prompt: instant('paid fox') };
    for (const _ of [1, 2]) imageOf(await order(user, body, withKey('paid')), byUrl);
    const { used, ...rest } = await shared.gateway.usageOf(user.id);
    expect(used).toBeGreaterThan(0);
    expect(rest).toEqual({ reserved: 0, held: 0 });
    const poor = await shared.newUser(used - 1);
    const refused = await order(poor, { prompt: instant('unpaid fox') });
    expectApiError(refused, { status: 429, code: 'api_user_total_limit_exhausted' });
    expect(await accepted('unpaid fox')).toBe(0);
    const failing = await order(user, { prompt: instant('free fox', 'fail=policy') });
    expect(failing.status).toBe(400);
    expect(await shared.gateway.usageOf(user.id)).toEqual({ used, reserved: 0, held: 0 });
  });
});

describe('a catalog without images for API users', () => {
  const ofBefore = new URL(
    '../../../core/test/fixtures/default-catalog-of-before.json',
    import.meta.url,
  );
  const bare = useGateway(() => ({ env: { FILMGATE_CATALOG_FILE: fileURLToPath(ofBefore) } }));

  it('[tasks.image-calls.other-media] has no images there', async () => {
    for (const model of [imageModel, 'vm_std-2.0']) {
      const response = await order(bare.tasks, { model, prompt: 'x' });
      const message = expectApiError(response, { status: 404, code: 'route_not_found' });
      expect(message).toBe('No image model is offered here.');
    }
  });
});

describe('the openai package with the key of an API user', () => {
  it('[tasks.image-calls.openai] makes images by images.generate', async () => {
    const client = new OpenAI({
      apiKey: shared.gateway.apiUserKey,
      baseURL: `${shared.gateway.tasksUrl}/v1`,
    });
    const wish = { model: imageModel, prompt: instant('official task fox') };
    const linked = await client.images.generate(wish, { idempotencyKey: 'official' });
    expect((await send(linked.data?.[0]?.url ?? '')).status).toBe(200);
    const bytes = { ...wish, response_format: 'b64_json' } as const;
    const made = await client.images.generate(bytes);
    expect(made.data?.[0]?.b64_json).toMatch(/^iVBORw0KGgo/);
  });
});
