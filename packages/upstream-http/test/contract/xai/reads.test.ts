import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { xai } from '../../../src/xai/index.ts';

const { poll, readAcceptance, probe, naming } = xai.describe({});
const task = 'd97415a1-5796-b7ec-379f-4e6819e08fdf';
const url = 'https://vidgen.x.ai/xai-vidgen-bucket/xai-video-1.mp4';
const call = { path: '/v1/videos/generations', body: { kind: 'json', value: {} } } as const;
const video = { url, duration: 8, respect_moderation: true };

function response(body: JsonValue, status = 200) {
  return { status, body };
}

/** A finished task, in the form of https://docs.x.ai/developers/model-capabilities/video/generation. */
function done(fields: { readonly [field: string]: JsonValue } = {}) {
  return response({ status: 'done', video, model: 'grok-imagine-video-1.5', ...fields });
}

function cost(ticks: JsonValue) {
  return { cost_in_usd_ticks: ticks };
}

describe('a read of an xAI task', () => {
  it('[providers.xai.reads] asks for the task by its id', () => {
    expect(poll.request('a/b')).toEqual({ path: '/v1/videos/a%2Fb' });
  });

  it.each([
    [{ status: 'pending', progress: 40 }, 202, 40],
    [{ status: 'pending' }, 200, null],
    [{ status: 'Processing', progress: null }, 202, null],
  ])('[providers.xai.reads] %j with %d is pending', (body, status, progress) => {
    expect(poll.read(response(body, status), task)).toEqual({ kind: 'pending', progress });
  });

  it('[providers.xai.reads] done names the video', () => {
    expect(poll.read(done(), task)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url },
      effective: { duration: 8 },
    });
  });

  it.each([{}, { duration: 8 }, { url: '' }, null, url])(
    '[providers.xai.reads] done with the video %j says nothing',
    (said) => {
      expect(poll.read(done({ video: said }), task)).toMatchObject({ kind: 'unclear' });
    },
  );

  it.each([
    [10_000_000_000, 1_000_000],
    [2_500_000_000, 250_000],
    [10_001, 2],
    [0, 0],
  ])(
    '[providers.xai.usage] %d ticks are %d millionths of a dollar, rounded up',
    (ticks, amount) => {
      const usage = { unit: 'usd', amount, figures: cost(ticks) };
      expect(poll.read(done({ usage: cost(ticks) }), task)).toMatchObject({ usage });
    },
  );

  it.each([-1, 0.5, '2500000000', null, 1e300])(
    '[providers.xai.usage] %j ticks are not counted, and named as unread',
    (ticks) => {
      const said = poll.read(done({ usage: cost(ticks) }), task);
      expect(said).not.toHaveProperty('usage');
      expect(said).toMatchObject({ kind: 'succeeded', unread: ['usage'] });
    },
  );

  it.each([
    ['invalid_argument', 'Prompt cannot be empty.', 'invalid'],
    ['failed_precondition', 'Not for this model.', 'invalid'],
    ['invalid_argument', 'The prompt was rejected by content moderation.', 'policy'],
    ['permission_denied', 'No access.', 'internal'],
    ['internal_error', 'Something broke.', 'internal'],
  ])('[providers.xai.reads] failed with %s, %j is %s', (code, message, kind) => {
    const said = response({ status: 'failed', error: { code, message } });
    const detail = `${code}: ${message}`;
    expect(poll.read(said, task)).toEqual({
      kind: 'failed',
      error: { kind, charge: 'unknown', detail },
    });
  });

  it.each([
    [0, 'not-charged'],
    [700_000_000, 'charged'],
  ])('[providers.xai.usage] failed with a cost of %d ticks is %s', (ticks, charge) => {
    const said = response({ status: 'failed', usage: cost(ticks) });
    expect(poll.read(said, task)).toMatchObject({
      kind: 'failed',
      error: { charge, detail: 'task failed' },
      usage: { amount: ticks / 10_000 },
    });
  });

  it('[providers.xai.reads] expired is a failure of unknown charge', () => {
    expect(poll.read(response({ status: 'expired' }), task)).toEqual({
      kind: 'failed',
      error: { kind: 'internal', charge: 'unknown', detail: 'task expired' },
    });
  });

  it.each([
    done({ video: { duration: 8, respect_moderation: false } }),
    done({ video: { ...video, respect_moderation: false } }),
    response({ code: 'imagine:content-moderated', error: 'Generated video rejected.' }, 400),
    response(
      {
        code: 'Client specified an invalid argument',
        error: 'Generated video rejected by content moderation.',
      },
      400,
    ),
  ])('[providers.xai.withheld] %j is a charged failure by policy', ({ status, body }) => {
    const error = { kind: 'policy', charge: 'charged' };
    expect(poll.read({ status, body }, task)).toMatchObject({ kind: 'failed', error });
    const counted = { ...Object(body), usage: cost(2_500_000_000) };
    expect(poll.read({ status, body: counted }, task)).toMatchObject({
      kind: 'failed',
      error,
      usage: { unit: 'usd', amount: 250_000 },
    });
    const free = { ...Object(body), usage: cost(0) };
    expect(poll.read({ status, body: free }, task)).toMatchObject({
      error: { charge: 'not-charged' },
    });
  });

  it.each([
    response({ code: 'not-found', error: 'm' }, 404),
    response({ code: 'Some requested entity was not found', error: 'm' }, 404),
  ])('[providers.xai.reads] %j states that the task does not exist', (said) => {
    expect(poll.read(said, task)).toEqual({ kind: 'lost' });
  });

  it.each([
    response({ status: 'dreaming' }),
    response({ status: 'done', video }, 500),
    response({ request_id: task }, 202),
    response({ code: 'not-found', error: 'm' }),
    response({ error: 'no such page' }, 404),
    response({ code: 'other', error: 'm' }, 404),
    response({ code: 'invalid-argument', error: 'm' }, 400),
    response({ code: 'unauthenticated:no-credentials', error: 'm' }, 401),
    response({ code: 'resource-exhausted', error: 'm' }, 429),
    response({ status: 'failed' }, 502),
    response([]),
    response(null),
  ])('[providers.xai.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted xAI submission', () => {
  it('[providers.xai.reads] is its request id', () => {
    expect(readAcceptance(response({ request_id: task }), call)).toBe(task);
  });

  it.each([{}, { request_id: '' }, { id: task }, [], null])(
    '[providers.xai.reads] %j names no task',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.xai.reads] is named by a person by its request id', () => {
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
    expect(naming?.facts(done(), task)).toEqual({
      createdAt: null,
      reported: { model: 'grok-imagine-video-1.5', duration: 8 },
    });
  });
});

describe('a probe of an xAI account', () => {
  const key = { redacted_api_key: 'xai-...bG', api_key_blocked: false, team_blocked: false };

  it.each([
    [response(key), { kind: 'ready', balance: null }],
    [response({ ...key, api_key_blocked: true }), { kind: 'login-required' }],
    [response({ ...key, api_key_disabled: true }), { kind: 'login-required' }],
    [response({ ...key, team_blocked: true }), { kind: 'login-required' }],
    [
      response({ code: 'invalid-argument', error: 'Incorrect API key provided: xa***.' }, 400),
      { kind: 'login-required' },
    ],
    [
      response({ code: 'unauthenticated:no-credentials', error: 'No credentials.' }, 401),
      { kind: 'login-required' },
    ],
  ] as const)('[providers.xai.reads] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    response({}),
    response({ error: 'no' }, 401),
    response({ code: 'permission-denied', error: 'm' }, 403),
    response({ code: 'internal', error: 'm' }, 500),
    response(key, 503),
  ])('[providers.xai.reads] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
