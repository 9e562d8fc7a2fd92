import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { luma } from '../../../src/luma/index.ts';

const { poll, readAcceptance, probe, naming, find, notice, handlesBelongTo } = luma.describe({});
const task = 'd290f1ee-6c54-4b01-90e6-d701748f0851';
const url = 'https://bucket.s3.amazonaws.com/output.mp4?X-Amz-Expires=3600';
const call = { path: '/generations', body: { kind: 'json', value: {} } } as const;
const created = '2026-11-30T09:15:00.123456Z';

function response(body: JsonValue, status = 200) {
  return { status, body };
}

/** A generation, with the fields of luma-agents 0.3.0 (src/resources/generations.ts). */
function generation(state: JsonValue, fields: { readonly [field: string]: JsonValue } = {}) {
  return {
    id: task,
    type: 'video',
    state,
    model: 'ray-3.2',
    created_at: created,
    output: [],
    failure_reason: null,
    failure_code: null,
    ...fields,
  };
}

function failed(code: JsonValue, reason: JsonValue = 'why') {
  return response(generation('failed', { failure_code: code, failure_reason: reason }));
}

describe('a read of a Luma generation', () => {
  it('[providers.luma.reads] asks for the generation by its id', () => {
    expect(poll.request('a/b')).toEqual({ path: '/generations/a%2Fb' });
  });

  it.each(['queued', 'processing', 'Processing'])(
    '[providers.luma.reads] %s is pending',
    (state) => {
      const said = poll.read(response(generation(state)), task);
      expect(said).toEqual({ kind: 'pending', progress: null });
    },
  );

  it.each([
    [[{ type: 'video', url }]],
    [[{ url }]],
    [
      [
        { type: 'exr', url: 'https://bucket.s3.amazonaws.com/frames.exr' },
        { type: 'video', url },
      ],
    ],
    [[null, { type: 'video', url: '' }, { type: 'video', url }]],
  ])('[providers.luma.reads] completed with the output %j names the video', (output) => {
    const said = poll.read(response(generation('completed', { output })), task);
    expect(said).toEqual({ kind: 'succeeded', output: { kind: 'foreign', at: url } });
  });

  it.each([[], null, 'none', {}, [{ type: 'video' }], [{ type: 'video', url: 7 }], [url]])(
    '[providers.luma.reads] completed with the output %j says nothing',
    (output) => {
      const said = poll.read(response(generation('completed', { output })), task);
      expect(said).toMatchObject({ kind: 'unclear' });
    },
  );

  it('[providers.luma.reads] another id than the one that was read is named', () => {
    const said = poll.read(response(generation('queued', { id: 'other' })), task);
    expect(said).toEqual({ kind: 'pending', progress: null, namedAs: 'other' });
  });

  it.each([
    ['content_moderated', 'policy'],
    ['generation_failed', 'internal'],
    ['budget_exhausted', 'internal'],
    ['output_not_found', 'internal'],
    ['image_too_large', 'invalid'],
    ['unsupported_format', 'invalid'],
    ['corrupt_input', 'invalid'],
    ['invalid_request', 'invalid'],
    ['rate_limited', 'internal'],
    ['brand_new', 'internal'],
  ])('[providers.luma.reads] failed with %s is %s', (code, kind) => {
    expect(poll.read(failed(code), task)).toMatchObject({
      kind: 'failed',
      error: { kind, detail: `${code}: why` },
    });
  });

  it.each([
    ['content_moderated', 'not-charged'],
    ['generation_failed', 'not-charged'],
    ['output_not_found', 'not-charged'],
    ['budget_exhausted', 'unknown'],
    ['corrupt_input', 'unknown'],
    ['brand_new', 'unknown'],
    [null, 'unknown'],
  ])('[providers.luma.usage] failed with %j is %s, and states no cost', (code, charge) => {
    const said = poll.read(failed(code, null), task);
    expect(said).toMatchObject({ kind: 'failed', error: { charge } });
    expect(said).not.toHaveProperty('usage');
  });

  it('[providers.luma.reads] a code that cannot be read is named, and hides no failure', () => {
    expect(poll.read(failed([7], { odd: true }), task)).toMatchObject({
      kind: 'failed',
      error: { kind: 'internal', charge: 'unknown', detail: 'no code: the generation failed' },
      unread: ['failure_code', 'failure_reason'],
    });
  });

  it('[providers.luma.reads] a 404 in Luma’s own words states that the key has no such generation', () => {
    const said = response({ detail: 'Generation not found' }, 404);
    expect(poll.read(said, task)).toEqual({ kind: 'lost' });
    expect(handlesBelongTo).toBe('key');
  });

  it.each([
    response(generation('dreaming')),
    response(generation(null)),
    response(generation('completed', { output: [{ type: 'video', url }] }), 500),
    response(generation('failed'), 502),
    response({ detail: 'Not Found' }, 404),
    response({ message: 'Generation not found' }, 404),
    response({ detail: 'Generation not found' }),
    response({ detail: 'Invalid API key' }, 401),
    response({ detail: 'Rate limit exceeded' }, 429),
    response([]),
    response(null),
  ])('[providers.luma.reads] %j says nothing of the generation', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted Luma submission', () => {
  it('[providers.luma.reads] is its id', () => {
    expect(readAcceptance(response(generation('queued'), 201), call)).toBe(task);
  });

  it.each([{}, { id: '' }, { generation_id: task }, [], null])(
    '[providers.luma.reads] %j names no generation',
    (body) => {
      expect(readAcceptance(response(body, 201), call)).toBeUndefined();
    },
  );

  it('[providers.luma.lost] is searched nowhere, and is named by a person by its id', () => {
    expect([find, notice]).toEqual([undefined, undefined]);
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
    expect(naming?.facts(response(generation('queued')), task)).toEqual({
      createdAt: Date.UTC(2026, 10, 30, 9, 15, 0, 123),
      reported: { model: 'ray-3.2', type: 'video' },
    });
  });
});

describe('a probe of a Luma account', () => {
  it('[providers.luma.probe] reads a generation that no key has', () => {
    expect(probe?.request.path).toMatch(/^\/generations\/0{8}-0{4}-40{3}-80{3}-0{12}$/);
  });

  it.each([
    [404, 'Generation not found', { kind: 'ready', balance: null }],
    [401, 'Missing or invalid API key', { kind: 'login-required' }],
    [401, 'Invalid API key', { kind: 'login-required' }],
    [401, 'API key has been revoked', { kind: 'login-required' }],
    [401, 'API key has expired', { kind: 'login-required' }],
    [403, 'API client is suspended', { kind: 'login-required' }],
    [403, 'API client is deactivated', { kind: 'login-required' }],
  ] as const)('[providers.luma.probe] %d with %j is %j', (status, detail, reading) => {
    expect(probe?.read(response({ detail }, status))).toEqual(reading);
  });

  it.each([
    response(generation('queued')),
    response({ detail: 'Not Found' }, 404),
    response({ detail: 'Not authenticated' }, 401),
    response({ detail: 'Rate limit exceeded' }, 429),
    response({}, 404),
    response(null, 503),
  ])('[providers.luma.probe] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
