import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { fal } from '../../../src/fal/index.ts';

const { poll, readAcceptance, probe, naming } = fal.describe({});
const id = '764cabcf-b745-4b3e-ae38-1200304cf45b';
const task = { app: 'fal-ai/kling-video', id };
const path = '/fal-ai/kling-video/v3/standard/text-to-video';
const call = { path, body: { kind: 'json', value: {} } } as const;
const url = 'https://v3b.fal.media/files/b/0a8d04e2/output.mp4';

function response(body: JsonValue, status = 200) {
  return { status, body };
}

/** A state, in the form of https://fal.ai/docs/documentation/model-apis/inference/queue. */
function state(status: string, fields: { readonly [field: string]: JsonValue } = {}) {
  return response({
    status,
    request_id: id,
    response_url: `https://queue.fal.run/fal-ai/kling-video/requests/${id}`,
    logs: [],
    ...fields,
  });
}

const completed = state('COMPLETED', { metrics: { inference_time: 61.2 } });
const video = { url, content_type: 'video/mp4', file_name: 'output.mp4', file_size: 13_096_952 };

function ofModel(type: string, status = 422) {
  return response({ detail: [{ loc: ['body', 'prompt'], msg: 'why', type }] }, status);
}

describe('a read of a fal request', () => {
  it.each([
    [path, 'fal-ai/kling-video'],
    ['/fal-ai/veo3.1', 'fal-ai/veo3.1'],
    ['/workflows/me/mine/run', 'workflows/me/mine'],
    ['/comfy/me/mine', 'comfy/me/mine'],
  ])('[providers.fal.reads] of the endpoint %s is below %s', (endpoint, app) => {
    const body = { request_id: 'a/b', status_url: 'https://elsewhere.example/x' };
    const accepted = readAcceptance(response(body), { ...call, path: endpoint }) ?? null;
    expect(accepted).toEqual({ app, id: 'a/b' });
    expect(poll.request(accepted)).toEqual({ path: `/${app}/requests/a%2Fb/status` });
    expect(poll.second?.(completed, accepted)).toEqual({ path: `/${app}/requests/a%2Fb` });
  });

  it.each([
    ['IN_QUEUE', 202],
    ['IN_PROGRESS', 202],
    ['IN_PROGRESS', 200],
  ])('[providers.fal.reads] %s with %d is pending, and has no result yet', (word, status) => {
    const said = { ...state(word), status };
    expect(poll.second?.(said, task)).toBeUndefined();
    expect(poll.read(said, task)).toEqual({ kind: 'pending', progress: null });
  });

  it.each([[{ video }], [{ videos: [video] }], [{ video: null, videos: [video, {}] }]])(
    '[providers.fal.reads] the result %j names the video',
    (result) => {
      expect(poll.read(completed, task, response(result))).toEqual({
        kind: 'succeeded',
        output: { kind: 'foreign', at: url },
      });
    },
  );

  it('[providers.fal.reads] what was made is stated in figures, each read alone', () => {
    const made = { ...video, width: 1_280, height: 720, duration: [8], fps: 24 };
    expect(poll.read(completed, task, response({ video: made, seed: 7, prompt: 'p' }))).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url },
      effective: { width: 1_280, height: 720, fps: 24, seed: 7 },
      unread: ['duration'],
    });
  });

  it.each([
    [ofModel('content_policy_violation'), 'policy', 'unknown'],
    [ofModel('image_load_error'), 'invalid', 'unknown'],
    [ofModel('no_media_generated'), 'internal', 'unknown'],
    [ofModel('file_download_error'), 'internal', 'unknown'],
    [ofModel('downstream_service_error', 400), 'internal', 'unknown'],
    [ofModel('internal_server_error', 500), 'internal', 'not-charged'],
    [ofModel('generation_timeout', 504), 'internal', 'not-charged'],
  ])(
    '[providers.fal.reads][providers.fal.usage] completed with %j is a failure: %s, %s',
    (result, kind, charge) => {
      const reading = poll.read(completed, task, result);
      const detail = expect.stringMatching(/^[a-z_]+: why$/);
      expect(reading).toEqual({ kind: 'failed', error: { kind, charge, detail } });
    },
  );

  it('[providers.fal.reads] an error of the platform is the request’s where the state has it, too', () => {
    const result = response({ detail: 'why', error_type: 'runner_server_error' }, 500);
    expect(poll.read(completed, task, result)).toMatchObject({ kind: 'unclear' });
    const failed = state('COMPLETED', { error: 'why', error_type: 'runner_server_error' });
    expect(poll.read(failed, task, result)).toEqual({
      kind: 'failed',
      error: { kind: 'internal', charge: 'not-charged', detail: 'runner_server_error: why' },
    });
  });

  it('[providers.fal.reads] a request under another id says so', () => {
    const said = state('IN_QUEUE', { request_id: 'another' });
    const namedAs = { ...task, id: 'another' };
    expect(poll.read(said, task)).toMatchObject({ kind: 'pending', namedAs });
  });

  it('[providers.fal.reads] a 404 in fal’s words states that the request does not exist', () => {
    expect(poll.read(response({ detail: 'Not found' }, 404), task)).toEqual({ kind: 'lost' });
  });

  it.each([
    state('DREAMING'),
    { ...state('IN_QUEUE'), status: 500 },
    response({ detail: 'Not found' }),
    response({ detail: 'Not Found' }, 404),
    response('no such page', 404),
    response({ detail: 'Authentication is required.' }, 401),
    response({ detail: 'Too many requests' }, 429),
    response([]),
    response(null),
  ])('[providers.fal.reads] %j says nothing of the request', (said) => {
    expect(poll.second?.(said, task)).toBeUndefined();
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });

  it.each([
    response({}),
    response({ video: null }),
    response({ video: { url: null } }),
    response({ video: { url: 'output.mp4' } }),
    response({ video }, 500),
    response({ detail: 'Request is still in progress' }, 400),
    response({ detail: 'Not found' }, 404),
    response({ detail: 'Authentication is required.' }, 401),
    response({ detail: 'User is locked. Reason: Exhausted balance.' }, 403),
    response({ detail: 'Too many requests' }, 429),
    response('<html>', 502),
  ])('[providers.fal.reads] completed with %j proves neither a video nor a failure', (result) => {
    expect(poll.read(completed, task, result)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted fal submission', () => {
  it.each([{}, { request_id: '' }, { status: 'IN_QUEUE' }, { detail: 'Not found' }, [], null])(
    '[providers.fal.reads] %j names no request',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.fal.reads] is named by a person by its id, beside its own order', () => {
    expect(naming?.taskOf(id, call)).toEqual(task);
    expect(naming?.idOf(task)).toBe(id);
    expect(naming?.taskOf(id, undefined)).toBeUndefined();
  });
});

describe('a probe of a fal account', () => {
  it('[providers.fal.probe] reads the history, at its own origin', () => {
    expect(probe?.request).toEqual({
      path: '/v1/models/requests/by-endpoint?endpoint_id=fal-ai%2Fveo3.1&limit=1',
      origin: 'platform',
      largest: 32 * 1024 * 1024,
    });
  });

  it.each([
    [response({ items: [], next_cursor: null, has_more: false }), { kind: 'ready', balance: null }],
    [response({ detail: 'Authentication is required.' }, 401), { kind: 'login-required' }],
    [
      response({ error: { type: 'authorization_error', message: 'm' } }, 401),
      { kind: 'login-required' },
    ],
  ] as const)('[providers.fal.probe] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    response({}),
    response({ items: [] }, 500),
    response({ error: 'no' }, 401),
    response({ error: { type: 'forbidden', message: 'm' } }, 403),
    response({ detail: 'User is locked. Reason: Admin lock.' }, 403),
  ])('[providers.fal.probe] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
