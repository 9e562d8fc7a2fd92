import { gzipSync } from 'node:zlib';
import type { JsonValue } from '@filmgate/core';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { describe, expect, it } from 'vitest';
import { type EndpointResponse, type EndpointScript, EndpointWorld } from './endpoint-world.ts';

const standard = openaiVideos.describe({});
const secondMs = 1_000;
const minuteMs = 60 * secondMs;

const task = (more: { readonly [field: string]: JsonValue }): EndpointResponse => ({
  body: { id: 'video_1', object: 'video', ...more },
});
const bytes = (text: string) => new TextEncoder().encode(text);

/** Orders a video at an endpoint with this script, and reads it after `ms`. */
async function ordered(script: EndpointScript, ms = 30 * secondMs) {
  const world = new EndpointWorld(standard, script);
  const id = await world.order(ms);
  return { world, id, job: await world.job(id), trail: await world.trail(id) };
}

describe('a refusal in the words of a relay', () => {
  const error = (fields: { readonly [field: string]: JsonValue }) => ({
    error: { message: 'no', param: null, ...fields },
  });

  it.each<[string, EndpointResponse]>([
    [
      'LiteLLM’s limiter, which names a time',
      {
        status: 429,
        headers: { retryAfter: '2' },
        body: error({ type: 'throttling_error', code: '429' }),
      },
    ],
    ['LiteLLM’s limiter of a key', { status: 429, body: error({ type: 'None', code: '429' }) }],
    ['new-api’s limiter', { status: 429, body: error({ type: 'new_api_error', code: '' }) }],
    [
      'OpenAI, with a code beside the type',
      { status: 429, body: error({ type: 'requests', code: 'rate_limit_exceeded' }) },
    ],
  ])(
    '[providers.openai-videos.refusals] %s: tried again, and at the end failed with the money back',
    async (_name, refusal) => {
      const { world, job, trail } = await ordered({ submit: [refusal] }, 30 * minuteMs);
      expect(job).toMatchObject({ state: 'failed', quota: 'released', credit: 'released' });
      expect(job.failure?.code).toBe('rate_limited');
      expect(world.submissions()).toBe(3);
      expect(trail.filter(({ what }) => what === 'account-refused')).toHaveLength(3);
    },
  );

  it('[providers.openai-videos.refusals] is tried again after the time it names, and then accepted', async () => {
    const busy = {
      status: 429,
      headers: { retryAfter: '2' },
      body: error({ type: 'throttling_error', code: 429 }),
    };
    const queued = task({ status: 'queued' });
    const { world, job } = await ordered({ submit: [busy, queued] }, minuteMs);
    expect(job.state).toBe('completed');
    const [first, second] = world.calls.filter(({ method }) => method === 'POST');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2 * secondMs);
  });

  it.each<[EndpointResponse, string]>([
    [{ status: 400, body: error({ type: 'budget_exceeded', code: '400' }) }, 'credits'],
    [
      { status: 403, body: { code: 'insufficient_user_quota', message: 'no', data: null } },
      'credits',
    ],
    [
      { status: 503, body: error({ type: 'new_api_error', code: 'model_not_found' }) },
      'unavailable',
    ],
    [
      { status: 400, body: { object: 'error', message: 'no', type: 'BadRequestError', code: 400 } },
      'invalid',
    ],
    [
      { status: 413, body: { code: 'read_request_body_failed', message: 'no', data: null } },
      'invalid',
    ],
  ])('[providers.openai-videos.refusals] %j means %s', async (refusal, reason) => {
    const { trail } = await ordered({ submit: [refusal] });
    expect(trail).toContainEqual(expect.objectContaining({ what: 'account-refused', reason }));
  });

  it.each<[string, EndpointResponse]>([
    ['a page', { status: 429, body: bytes('<html>429 Too Many Requests</html>') }],
    [
      'what may follow on a try that was accepted',
      { status: 429, body: { code: 'fail_to_fetch_task', message: 'no', data: null } },
    ],
    ['a type that nobody documents', { status: 429, body: error({ type: 'slow', code: null }) }],
    [
      'a code of its own beside the type',
      { status: 429, body: error({ type: 'new_api_error', code: 'x' }) },
    ],
    ['a server that may have passed it on', { status: 504, body: bytes('<html>504</html>') }],
  ])('[providers.engine.proof] does not follow from %s', async (_name, response) => {
    const { job, world } = await ordered({ submit: [response] }, minuteMs);
    expect(job).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    expect(world.submissions()).toBe(1);
  });
});

describe('an acceptance', () => {
  const acceptances: readonly [string, JsonValue, string][] = [
    ['under task_id', { task_id: 'v-7', object: 'video', status: 'queued' }, 'v-7'],
    ['in a wrapper', { code: 'success', message: '', data: { task_id: 'v-7' } }, 'v-7'],
    ['in a wrapper, under id', { data: { id: 'v-7' } }, 'v-7'],
    ['in a list of itself', { code: 200, data: [{ task_id: 'v-7', status: 'submitted' }] }, 'v-7'],
    ['beside a number of the record', { code: 0, data: { id: 12, task_id: 'v-7' } }, 'v-7'],
    ['as a number', { id: 7_000_001, status: 'queued' }, '7000001'],
  ];

  it.each(acceptances)(
    '[providers.openai-videos.acceptance] %s is followed',
    async (_name, body, id) => {
      const { job, world } = await ordered({ submit: [{ body }] });
      expect(job).toMatchObject({ state: 'completed', handle: { value: { id } } });
      expect(world.calls.map(({ path }) => path)).toContain(`/videos/${id}`);
    },
  );

  it.each<[string, EndpointResponse]>([
    ['in gzip', { headers: { contentEncoding: 'gzip' }, body: gzipSync('{"id":"v-7"}') }],
    ['behind a byte order mark', { body: bytes('\uFEFF{"id":"v-7"}') }],
    ['as a number of many digits', { body: bytes('{"id":7234567890123456789}') }],
  ])('[providers.engine.encoded] %s is followed', async (_name, response) => {
    const { job } = await ordered({ submit: [response] });
    expect(job.state).toBe('completed');
    expect(JSON.stringify(job.handle)).toMatch(/"(?:v-7|7234567890123456789)"/);
  });

  it.each<[JsonValue, readonly string[]]>([
    [{ result: { job: { uuid: 'a-b-c' } }, request_id: 'r-1' }, ['a-b-c']],
    [{ code: 'busy', data: { task_id: 'v-7' } }, ['v-7']],
    [{ object: 'list', data: [{ id: 'v-7', status: 'queued' }] }, ['v-7']],
    [{ tasks: [{ taskId: 'v-7' }, { taskId: 'v-8' }], trace: { span_id: 's' } }, ['v-7', 'v-8']],
    [{ list: ['1', '2', '3', '4', '5', '6'].map((id) => ({ id })) }, ['1', '2', '3', '4', '5']],
  ])(
    '[providers.engine.candidates] that is not understood, %j, leaves what may name the work',
    async (body, candidates) => {
      const { trail, job, world } = await ordered({ submit: [{ body }] });
      expect(job.state).toBe('outcome_unknown');
      expect(trail).toContainEqual(expect.objectContaining({ what: 'outcome-lost', candidates }));
      expect(world.submissions()).toBe(1);
    },
  );

  it.each<JsonValue>([
    { ok: true, request_id: 'r-1', user: { account_id: 'u' } },
    { key: { id: 'sk-a-secret-of-the-place' }, link: { id: 'https://x.example/y?z' } },
    { id: ['v-7'], nested: { id: 'x'.repeat(201) } },
  ])('[providers.engine.candidates] that names no work, %j, leaves nothing', async (body) => {
    const { trail, job } = await ordered({ submit: [{ body }] });
    expect(job.state).toBe('outcome_unknown');
    for (const step of trail) expect(step).not.toHaveProperty('candidates');
  });
});

describe('a finished video', () => {
  it.each<[string, { readonly [field: string]: JsonValue }]>([
    ['kept up to an instant as text', { status: 'completed', expires_at: '2030-01-01T00:00:00Z' }],
    ['kept up to no instant', { status: 'completed', expires_at: 0 }],
    ['kept up to an instant in ms', { status: 'completed', expires_at: 1_893_456_000_000 }],
    ['of a progress as text', { status: 'completed', progress: '100%' }],
    ['of a progress in words', { status: 'completed', progress: 'almost' }],
    ['with an error that is none', { status: 'completed', error: [false] }],
    ...['done', 'complete', 'finished', 'ready', ' Completed ', 'SUCCEED'].map(
      (status): [string, { readonly [field: string]: JsonValue }] => [
        `that is ${status}`,
        { status },
      ],
    ),
  ])(
    '[providers.engine.field-by-field][providers.openai-videos.states] %s is fetched',
    async (_name, more) => {
      const { job } = await ordered({ poll: [task(more)] });
      expect(job.state).toBe('completed');
    },
  );

  it.each(['dreaming', 'ok', 'not done'])(
    '[providers.openai-videos.states] is not derived from the word %j',
    async (status) => {
      const { job, trail } = await ordered({ poll: [task({ status })] });
      expect(job.state).toBe('submitted');
      const detail = `unknown status ${status}`;
      expect(trail).toContainEqual(expect.objectContaining({ what: 'read-failed', detail }));
    },
  );

  it('[providers.engine.unread-told] notes in its trail what could not be read, once while it waits and once at the end', async () => {
    const odd = { progress: 'almost', expires_at: 'tomorrow' };
    const { job, trail } = await ordered(
      {
        poll: [
          ...Array.from({ length: 5 }, () => task({ status: 'in_progress', ...odd })),
          task({ status: 'completed', ...odd }),
        ],
      },
      minuteMs,
    );
    expect(job.state).toBe('completed');
    const reported = trail.filter((step) => 'unread' in step);
    expect(reported).toEqual([
      { what: 'partly-read', unread: ['progress'] },
      { what: 'upstream-finished', unread: ['progress', 'expires_at'] },
    ]);
  });

  it('[wire.own-words] is fetched under another spelling of its id, which its trail notes', async () => {
    const { job, trail } = await ordered({
      poll: [{ body: { id: 'another-spelling', status: 'completed' } }],
    });
    expect(job.state).toBe('completed');
    expect(trail).toContainEqual({ what: 'upstream-finished', unread: ['id'] });
  });

  it('[wire.own-words] is not fetched under the id of another job’s work', async () => {
    const named = (id: string): EndpointResponse => ({ body: { id, status: 'queued' } });
    const world = new EndpointWorld(standard, {
      submit: [named('video_1'), named('video_2')],
      poll: [{ body: { id: 'video_1', status: 'completed' } }],
    });
    const first = await world.order(minuteMs);
    const second = await world.order(minuteMs);
    expect((await world.job(first)).state).toBe('completed');
    expect((await world.job(second)).state).toBe('submitted');
    const detail = 'the provider reported the task of another job';
    expect(await world.trail(second)).toContainEqual(
      expect.objectContaining({ what: 'read-failed', detail }),
    );
  });
});

describe('a failed video', () => {
  it.each<[JsonValue, string]>([
    ['nsfw content detected', 'failed: nsfw content detected'],
    ['', 'failed: no reason reported'],
    [null, 'failed: no reason reported'],
    [17, 'failed: 17'],
    [['too', { message: 'long' }], 'failed: too; long'],
    [{ code: 17, msg: 'gpu' }, '17: gpu'],
    [true, 'failed: no reason reported'],
  ])(
    '[providers.engine.field-by-field] with the error %j fails at once, and its words reach the trail',
    async (error, detail) => {
      const { job, trail } = await ordered(
        { poll: [task({ status: 'failed', progress: 50, error })] },
        10 * secondMs,
      );
      expect(job).toMatchObject({ state: 'failed', quota: 'released' });
      expect(trail).toContainEqual(expect.objectContaining({ what: 'upstream-failed', detail }));
    },
  );
});

describe('a read that asks to be left alone', () => {
  it.each(['86400', '3600', 'Sun, 29 Nov 2036 00:00:00 GMT'])(
    '[wire.retry-after] for %s is made again within minutes, and the video is fetched before it is gone',
    async (retryAfter) => {
      const busy = {
        status: 429,
        headers: { retryAfter },
        body: { error: { message: 'slow down', code: 'rate_limit_exceeded' } },
      };
      const end = Date.UTC(2026, 10, 29, 1) / secondMs;
      const finished = task({ status: 'completed', expires_at: end });
      const { job, world } = await ordered({ poll: [busy, finished] }, 10 * minuteMs);
      expect(job.state).toBe('completed');
      const [first, second] = world.calls.filter(({ path }) => path === '/videos/video_1');
      const pause = (second?.at ?? 0) - (first?.at ?? 0);
      expect(pause).toBeGreaterThanOrEqual(minuteMs);
      expect(pause).toBeLessThanOrEqual(5 * minuteMs + 1_000);
    },
  );
});
