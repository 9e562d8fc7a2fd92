import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openPersonalityServer,
  type PersonalityServer,
  type WireCall,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const app = 'fal-ai/some-model';
const call = (given: WireCall) => server.call('fal', given);
const acceptedSchema = z.object({
  request_id: z.string(),
  status_url: z.url(),
  response_url: z.url(),
  cancel_url: z.url(),
});

async function submit(prompt: string, input: object = {}, key = 'key-1') {
  const body = { prompt, duration: 2, resolution: '480p', ...input };
  const response = await call({ path: `/${app}/image-to-video`, body, key });
  return acceptedSchema.parse(response.body);
}

const status = (id: string) => call({ path: `/${app}/requests/${id}/status?logs=1` });
const result = (id: string) => call({ path: `/${app}/requests/${id}` });
const cancel = (id: string, key = 'key-1') =>
  call({ method: 'PUT', path: `/${app}/requests/${id}/cancel`, key });

it('[providers.personalities.wire] tells of a request below its application, with 202 while it is open', async () => {
  const reported = await submit('told [[mock:queue=1s,run=2s]]', { seed: 7 });
  const { request_id: id } = reported;
  const request = `${server.url}/fal/${app}/requests/${id}`;
  expect(reported).toMatchObject({
    response_url: request,
    status_url: `${request}/status`,
    cancel_url: `${request}/cancel`,
  });
  const queued = await status(id);
  expect([queued.status, queued.body]).toEqual([
    202,
    { status: 'IN_QUEUE', request_id: id, queue_position: 0, ...linksOf(reported) },
  ]);
  expect(queued.headers.get('x-fal-request-id')).toBe(id);
  const early = await result(id);
  expect([early.status, early.body]).toEqual([400, { detail: 'Request is still in progress' }]);
  server.advance(1_000);
  expect((await status(id)).status).toBe(202);
  server.advance(2_000);
  const done = await status(id);
  expect([done.status, done.body]).toMatchObject([
    200,
    { status: 'COMPLETED', logs: [], metrics: { inference_time: 2 } },
  ]);
  const found = await result(id);
  expect(found.body).toMatchObject({
    seed: 7,
    video: { content_type: 'video/mp4', file_name: `${id}.mp4` },
  });
  expect(found.headers.get('x-fal-billable-units')).toBe('2');
  expect((await call({ path: `/${app}/requests/${id}/response` })).body).toEqual(found.body);
});

function linksOf({ status_url, response_url, cancel_url }: z.infer<typeof acceptedSchema>) {
  return { status_url, response_url, cancel_url };
}

it('[providers.personalities.wire] tells nothing of a request below another application', async () => {
  const { request_id: id } = await submit('elsewhere');
  for (const path of [`/fal-ai/other/requests/${id}`, `/other/some-model/requests/${id}/status`]) {
    const response = await call({ path });
    expect([response.status, response.body]).toEqual([404, { detail: 'Not found' }]);
  }
});

it('[providers.personalities.wire] knows applications of a namespace by three names', async () => {
  const body = { prompt: 'workflow [[mock:queue=0s,run=0s]]' };
  const response = await call({ path: '/workflows/someone/some-flow', body });
  const { request_id: id, status_url: url } = acceptedSchema.parse(response.body);
  expect(url).toBe(`${server.url}/fal/workflows/someone/some-flow/requests/${id}/status`);
  const path = `/workflows/someone/some-flow/requests/${id}/status`;
  expect((await call({ path })).body).toMatchObject({ status: 'COMPLETED' });
});

it.each([
  ['policy', 422, { detail: [{ loc: ['body', 'prompt'], type: 'content_policy_violation' }] }, {}],
  [
    'internal',
    500,
    { error_type: 'runner_server_error' },
    { error: 'the runner failed', error_type: 'runner_server_error' },
  ],
  ['credits', 403, { detail: expect.stringMatching(/^User is locked\. /) }, {}],
])(
  '[providers.personalities.wire] says why it failed for %s not before the result, unless it was the platform',
  async (reason, code, body, said) => {
    const { request_id: id } = await submit(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
    const reported = await status(id);
    expect([reported.status, reported.body]).toMatchObject([200, { status: 'COMPLETED', ...said }]);
    if (Object.keys(said).length === 0) expect(reported.text).not.toContain('error');
    const response = await result(id);
    expect([response.status, response.body]).toMatchObject([code, body]);
  },
);

it('[mock.cancel] fal removes what is queued for nothing, and stops what runs at its price', async () => {
  const { request_id: queued } = await submit('canceled early [[mock:queue=5s]]');
  const removed = await cancel(queued);
  expect([removed.status, removed.body]).toEqual([200, { status: 'OK' }]);
  expect(await server.ledger('canceled early')).toMatchObject({ failed: 1, charged_credits: 0 });
  const { request_id: running } = await submit('canceled late [[mock:queue=0s,run=5s]]');
  server.advance(1);
  const asked = await cancel(running);
  expect([asked.status, asked.body]).toEqual([202, { status: 'CANCELLATION_REQUESTED' }]);
  expect(await server.ledger('canceled late')).toMatchObject({ failed: 1, charged_credits: 2 });
});

it('[mock.cancel] fal tells a canceled request as one that failed, and cancels none twice', async () => {
  const { request_id: id } = await submit('canceled [[mock:queue=1s,run=5s]]');
  server.advance(2_000);
  await cancel(id);
  expect(await server.ledger('canceled [')).toMatchObject({ failed: 1, charged_credits: 2 });
  expect((await status(id)).body).toMatchObject({
    status: 'COMPLETED',
    error_type: 'client_cancelled',
  });
  const gone = await result(id);
  expect([gone.status, gone.body]).toMatchObject([499, { error_type: 'client_cancelled' }]);
  const again = await cancel(id);
  expect([again.status, again.body]).toEqual([400, { status: 'ALREADY_COMPLETED' }]);
  for (const unknown of [await cancel('1'), await cancel(id, 'key-2')]) {
    expect([unknown.status, unknown.body]).toEqual([404, { status: 'NOT_FOUND' }]);
  }
});

it('[providers.personalities.wire] lists what finished, with what was asked for where payloads are wanted', async () => {
  const key = 'historian';
  const input = { aspect_ratio: '9:16', duration: '4s', loras: [{ path: 'x', scale: 1 }] };
  const { request_id: first } = await submit('first [[mock:queue=1s,run=1s]]', input, key);
  server.advance(2_000);
  const { request_id: second } = await submit(
    'second [[mock:queue=0s,run=0s,fail=policy]]',
    {},
    key,
  );
  await submit('open [[mock:queue=1h]]', {}, key);
  const page = z.object({
    items: z.array(z.record(z.string(), z.unknown())),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  });
  const list = async (query: string) => {
    const path = `/v1/models/requests/by-endpoint?endpoint_id=${app}/image-to-video${query}`;
    return page.parse((await call({ path, key })).body);
  };
  const whole = await list('&expand=payloads');
  expect(whole.items).toMatchObject([
    { request_id: second, status_code: 422 },
    {
      request_id: first,
      endpoint_id: `${app}/image-to-video`,
      status_code: 200,
      json_input: { prompt: 'first [[mock:queue=1s,run=1s]]', resolution: '480p', ...input },
      json_output: { video: { url: expect.stringContaining('/fal/files/') } },
    },
  ]);
  const begin = await list('&limit=1');
  expect(begin).toMatchObject({ has_more: true, items: [{ request_id: second }] });
  expect(begin.items[0]).not.toHaveProperty('json_input');
  const rest = await list(`&limit=1&cursor=${begin.next_cursor ?? ''}`);
  expect(rest).toMatchObject({
    has_more: false,
    next_cursor: null,
    items: [{ request_id: first }],
  });
  expect((await list('&status=error')).items).toMatchObject([{ request_id: second }]);
  const sentAt = String(whole.items[1]?.['sent_at']);
  expect((await list(`&end=${sentAt}`)).items).toEqual([]);
  expect((await list(`&start=${sentAt}&status=success`)).items).toHaveLength(1);
});

it.each(['', '&limit=0', '&limit=101', '&cursor=other', '&start=soon', '&status=open'])(
  '[providers.personalities.errors] refuses the history for %j in the shape of that route',
  async (query) => {
    const endpoint = query === '' ? '' : `endpoint_id=${app}`;
    const response = await call({ path: `/v1/models/requests/by-endpoint?${endpoint}${query}` });
    expect([response.status, response.body]).toMatchObject([
      400,
      { error: { type: 'validation_error' } },
    ]);
  },
);

it.each([
  [{}, ['body', 'prompt'], 'missing'],
  [{ prompt: 'x', duration: 'long' }, ['body', 'duration'], 'value_error'],
  [{ prompt: 'x', duration: 61 }, ['body', 'duration'], 'value_error'],
  [{ prompt: 'x', resolution: 'huge' }, ['body', 'aspect_ratio'], 'value_error'],
  [{ prompt: 'x', aspect_ratio: '0:1' }, ['body', 'aspect_ratio'], 'value_error'],
  [{ prompt: 'x', size: '12' }, ['body', 'size'], 'value_error'],
  [{ prompt: 'x', style: 'noir [[mock:fail=policy]]' }, ['body', 'style'], 'value_error'],
  [{ prompt: 'x', deep: [{ text: '[[mock:findable]]' }] }, ['body', 'deep'], 'value_error'],
])(
  '[providers.personalities.errors] names the field that is wrong in %j',
  async (body, loc, type) => {
    const response = await call({ path: `/${app}`, body });
    expect([response.status, response.body]).toMatchObject([422, { detail: [{ loc, type }] }]);
    expect(response.headers.get('x-fal-retryable')).toBe('false');
  },
);

it('[providers.personalities.errors] has no application of the name that stands for none', async () => {
  const path = '/fal-ai/no-such-model';
  expect((await call({ path, body: { prompt: 'x' } })).status).toBe(404);
});

it('[providers.personalities.errors] says a text and its kind where the platform refuses', async () => {
  const body = { prompt: 'x [[mock:refuse=503]]' };
  const response = await call({ path: `/${app}`, body });
  expect([response.status, response.body]).toMatchObject([
    503,
    { detail: expect.any(String), error_type: 'runner_scheduling_failure' },
  ]);
  expect(response.headers.get('x-fal-error-type')).toBe('runner_scheduling_failure');
  expect(response.headers.get('retry-after')).toBe('2');
});

it('[mock.tokens-everywhere] fal takes tokens in the texts that it reads, the name of the model among them', async () => {
  const token = '[[mock:refuse=429]]';
  for (const body of [
    { prompt: 'x', negative_prompt: token },
    { prompt: 'x', aspect_ratio: `16:9${token}` },
    { prompt: 'x', resolution: `720p ${token}` },
  ]) {
    expect((await call({ path: `/${app}`, body })).status).toBe(429);
  }
  const path = `/${app} ${token.replace('refuse=429', 'queue=0s,run=0s')}`;
  const accepted = await call({ path: encodeURI(path), body: { prompt: 'in the path' } });
  const { request_id: id } = acceptedSchema.parse(accepted.body);
  expect((await status(id)).status).toBe(200);
  expect(await server.ledger('in the path')).toMatchObject({ jobs: [{ id, model: app }] });
});

it('[providers.personalities.wire] keeps links and data as references by their fields, and repeats long data as its digest', async () => {
  const long = `data:image/png;base64,${'A'.repeat(2_000)}`;
  const input = {
    image_url: 'https://caller.example/first.png',
    reference_image_urls: [long, 'https://caller.example/2.png'],
  };
  const { request_id: id } = await submit(
    'with references [[mock:queue=0s,run=0s]]',
    input,
    'bearer',
  );
  const [job] = (await server.ledger('with references')).jobs;
  expect(job).toMatchObject({
    id,
    account: 'bearer',
    references: [
      { role: 'image_url' },
      { role: 'reference_image_urls', size: 1_500 },
      { role: 'reference_image_urls' },
    ],
  });
  const path = `/v1/models/requests/by-endpoint?endpoint_id=${app}/image-to-video&expand=payloads`;
  const history = await call({ path, key: 'bearer' });
  const digest = `data:image/png;sha256,${job?.references[1]?.sha256 ?? ''}`;
  expect(history.text).toContain(JSON.stringify([digest, 'https://caller.example/2.png']));
  expect(history.text).toContain('"image_url":"https://caller.example/first.png"');
});

it.each([
  [{ size: '1024x576' }, { width: 1_024, height: 576, charge: 4 }],
  [{ size: '3840*2160' }, { width: 3_840, height: 2_160, charge: 16 }],
  [
    { resolution: '1080P', aspect_ratio: 'portrait' },
    { width: 1_080, height: 1_920, charge: 8 },
  ],
  [{ resolution: '2160p' }, { width: 3_840, height: 2_160, charge: 16 }],
  [
    { resolution: '480p', aspect_ratio: '1:1' },
    { width: 480, height: 480, charge: 2 },
  ],
])(
  '[providers.personalities.wire] draws %j as its words say',
  async (input, { width, height, charge }) => {
    const name = `drawn ${JSON.stringify(input)}`;
    const body = { prompt: `${name} [[mock:queue=0s,run=0s]]`, duration: 2, ...input };
    const { request_id: id } = acceptedSchema.parse((await call({ path: `/${app}`, body })).body);
    expect((await server.ledger(name)).charged_credits).toBe(charge);
    const reported = z.object({ video: z.object({ url: z.url() }) }).parse((await result(id)).body);
    const video = Buffer.from(await (await fetch(reported.video.url)).arrayBuffer());
    const entry = video.indexOf('avc1', video.indexOf('stsd'));
    expect([video.readUInt16BE(entry + 28), video.readUInt16BE(entry + 30)]).toEqual([
      width,
      height,
    ]);
  },
);

it('[providers.personalities.clients] answers calls that name the fal host they are meant for, with links to that host', async () => {
  const target = (url: string) => ({ 'x-fal-target-url': url });
  const body = { prompt: 'by proxy [[mock:queue=0s,run=0s]]' };
  const path = '/';
  const accepted = await call({ path, headers: target(`https://queue.fal.run/${app}`), body });
  const { request_id: id, status_url: url } = acceptedSchema.parse(accepted.body);
  expect(url).toBe(`https://queue.fal.run/${app}/requests/${id}/status`);
  expect((await call({ path, headers: target(url) })).status).toBe(200);
  const direct = await call({ path, headers: target(`https://ws.fal.run/${app}`), body });
  expect([direct.status, direct.body]).toMatchObject([400, { error_type: 'bad_request' }]);
  const foreign = await call({ path, headers: target('https://fal.run.example/a/b'), body });
  expect(foreign.status).toBe(404);
  expect(await server.ledger('by proxy')).toMatchObject({ accepted: 1 });
});
