import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { replicate } from '../../../src/replicate/index.ts';

const { poll, readAcceptance, probe, naming } = replicate.describe({});
const task = 'gm3qorzdhgbfurvjtvhg6dckhu';
const call = {
  path: '/models/google/veo-3.1/predictions',
  body: { kind: 'json', value: {} },
} as const;
const url = 'https://replicate.delivery/xezq/MDBpHsfnFuS2/tmp62g_gnbr.mp4';
const ended = '2026-11-30T09:15:00.791859Z';
const keptUntil = Date.UTC(2026, 10, 30, 10, 15) + 791;

function response(body: JsonValue, status = 200) {
  return { status, body };
}

/** A prediction, in the form of https://replicate.com/docs/topics/predictions. */
function prediction(status: string, fields: { readonly [field: string]: JsonValue } = {}) {
  return response({
    id: task,
    model: 'google/veo-3.1',
    version: 'hidden',
    input: { prompt: 'p', duration: 8 },
    logs: '',
    output: null,
    data_removed: false,
    error: null,
    source: 'api',
    status,
    created_at: '2026-11-30T09:13:00.765Z',
    urls: { get: `https://api.replicate.com/v1/predictions/${task}` },
    ...fields,
  });
}

const missing = { detail: 'The requested resource could not be found.', status: 404 };

describe('a read of a Replicate prediction', () => {
  it('[providers.replicate.reads] asks for the prediction by its id', () => {
    expect(poll.request('a/b')).toEqual({ path: '/predictions/a%2Fb' });
  });

  it.each(['starting', 'processing'])('[providers.replicate.reads] %s is pending', (status) => {
    expect(poll.read(prediction(status), task)).toEqual({ kind: 'pending', progress: null });
  });

  it.each([[url], [[url]], [{ format: 'mp4', video: url }]])(
    '[providers.replicate.reads] the output %j names the video, and is kept for an hour',
    (output) => {
      const metrics = { predict_time: 62.4, total_time: 64 };
      const said = prediction('succeeded', { output, completed_at: ended, metrics });
      expect(poll.read(said, task)).toEqual({
        kind: 'succeeded',
        output: { kind: 'foreign', at: url, keptUntil },
      });
    },
  );

  it('[providers.replicate.reads] of several outputs the first is the video, and the trail says that there are more', () => {
    const output = [url, 'https://replicate.delivery/2.mp4'];
    const said = poll.read(prediction('succeeded', { output, completed_at: ended }), task);
    expect(said).toMatchObject({ kind: 'succeeded', output: { at: url }, unread: ['output'] });
  });

  it.each(['yesterday', 1_700_000_000, '2026-11-30', '2026-13-30T09:15:00Z'])(
    '[providers.replicate.reads] completed at %j, a video is kept for an unknown time',
    (completed_at) => {
      const said = prediction('succeeded', { output: url, completed_at });
      const output = { kind: 'foreign', at: url };
      expect(poll.read(said, task)).toEqual({
        kind: 'succeeded',
        output,
        unread: ['completed_at'],
      });
    },
  );

  it('[providers.replicate.usage] no response states a cost, whatever its time', () => {
    const metrics = { predict_time: 62.4 };
    for (const status of ['succeeded', 'failed']) {
      const reading = poll.read(prediction(status, { output: url, metrics }), task);
      expect(reading).not.toHaveProperty('usage');
      expect(reading).not.toHaveProperty('unread');
    }
  });

  it.each([
    ['failed', 'The input or output was flagged as sensitive. (E005)', 'policy'],
    ['failed', 'NSFW content detected', 'policy'],
    ['failed', 'Prediction interrupted; please retry (code: PA)', 'internal'],
    ['canceled', null, 'internal'],
    ['aborted', null, 'internal'],
  ])(
    '[providers.replicate.reads][providers.replicate.usage] %s with %j is %s',
    (status, words, kind) => {
      const detail = words ?? `prediction ${status}`;
      expect(poll.read(prediction(status, { error: words }), task)).toEqual({
        kind: 'failed',
        error: { kind, charge: 'unknown', detail },
      });
    },
  );

  it('[providers.replicate.reads] a prediction under another name says so', () => {
    const said = prediction('processing', { id: 'another' });
    expect(poll.read(said, task)).toMatchObject({ kind: 'pending', namedAs: 'another' });
  });

  it('[providers.replicate.reads] a 404 in its own words states that the prediction does not exist', () => {
    expect(poll.read(response(missing, 404), task)).toEqual({ kind: 'lost' });
  });

  it.each([
    prediction('dreaming'),
    prediction('succeeded'),
    prediction('succeeded', { output: [] }),
    prediction('succeeded', { output: 'mp4' }),
    prediction('succeeded', { output: { video: null } }),
    response({ status: 'succeeded', output: url }, 500),
    response(missing),
    response({ detail: 'Not found' }, 404),
    response('no such page', 404),
    response({ title: 'Unauthenticated', detail: 'm', status: 401 }, 401),
    response({ detail: 'Request was throttled. Your rate limit resets in ~1s.' }, 429),
    response([]),
    response(null),
  ])('[providers.replicate.reads] %j says nothing of the prediction', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });

  it('[providers.replicate.reads] a video that was removed is reported as removed', () => {
    const said = prediction('succeeded', { input: {}, data_removed: true });
    expect(poll.read(said, task)).toEqual({ kind: 'unclear', detail: 'succeeded and removed' });
  });
});

describe('an accepted Replicate submission', () => {
  it('[providers.replicate.reads] is its prediction', () => {
    expect(readAcceptance({ ...prediction('starting'), status: 201 }, call)).toBe(task);
  });

  it.each([{}, { id: '' }, { version: 'hidden' }, missing, [], null])(
    '[providers.replicate.reads] %j names no prediction',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.replicate.reads] is named by a person by the id of its prediction', () => {
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
  });
});

describe('a probe of a Replicate account', () => {
  const account = { type: 'user', username: 'someone', name: 'Someone', github_url: '' };

  it.each([
    [response(account), { kind: 'ready', balance: null }],
    [
      response({ title: 'Unauthenticated', detail: 'm', status: 401 }, 401),
      { kind: 'login-required' },
    ],
    [response({ detail: 'Invalid or expired API token.' }, 401), { kind: 'login-required' }],
  ] as const)('[providers.replicate.probe] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    response({}),
    response({ username: 7 }),
    response({ error: 'no' }, 401),
    response({ title: 'Unauthenticated', detail: 'm' }, 500),
    response(account, 503),
  ])('[providers.replicate.probe] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
