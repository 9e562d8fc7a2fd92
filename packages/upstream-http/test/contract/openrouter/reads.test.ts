import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { openrouter } from '../../../src/openrouter/index.ts';

const { poll, readAcceptance, probe, naming, isGone } = openrouter.describe({});
const task = 'gen-vid-1790000000-abcdefghij0123456789';
const call = { path: '/videos', body: { kind: 'json', value: {} } } as const;
const content = `/videos/${task}/content?index=0`;

function response(body: JsonValue, status = 200) {
  return { status, body };
}

const error = (code: number, metadata: JsonValue = {}) => ({
  error: { code, message: 'm', metadata },
});

/** A job, in the form of https://openrouter.ai/docs/guides/overview/multimodal/video-generation. */
function job(status: string, fields: { readonly [field: string]: JsonValue } = {}) {
  return { id: task, polling_url: `/api/v1/videos/${task}`, status, ...fields };
}

function completed(fields: { readonly [field: string]: JsonValue } = {}) {
  const unsigned_urls = [`https://openrouter.ai/api/v1${content}`];
  return response(job('completed', { generation_id: 'gen-1', unsigned_urls, ...fields }));
}

describe('a read of an OpenRouter job', () => {
  it('[providers.openrouter.reads] asks for the job by its id', () => {
    expect(poll.request('a/b')).toEqual({ path: '/videos/a%2Fb' });
  });

  it.each([
    ['pending', {}, null],
    ['in_progress', {}, null],
    ['in_progress', { progress: 40 }, 40],
  ])('[providers.openrouter.reads] %s with %j is pending', (status, fields, progress) => {
    const said = response(job(status, fields));
    expect(poll.read(said, task)).toEqual({ kind: 'pending', progress });
  });

  it.each([
    completed(),
    completed({ unsigned_urls: ['https://elsewhere.example/v.mp4'], urls: [] }),
    completed({ unsigned_urls: null }),
    response(job('completed')),
  ])('[providers.openrouter.reads] %j has its video at the address of the job', (said) => {
    const output = { kind: 'own', at: content };
    expect(poll.read(said, task)).toEqual({ kind: 'succeeded', output });
  });

  it('[providers.openrouter.reads] completed without a link says nothing', () => {
    expect(poll.read(completed({ unsigned_urls: [] }), task)).toMatchObject({ kind: 'unclear' });
  });

  it('[providers.openrouter.reads] a job under another name says so', () => {
    const said = response(job('pending', { id: 'gen-vid-2' }));
    expect(poll.read(said, task)).toMatchObject({ kind: 'pending', namedAs: 'gen-vid-2' });
    const odd = response(job('pending', { id: [1] }));
    expect(poll.read(odd, task)).toEqual({ kind: 'pending', progress: null, unread: ['id'] });
  });

  it.each([
    [0.25, 250_000],
    [0.1188, 118_800],
    [0.39600000000000002, 396_000],
    [3 * 0.0561, 168_300],
    [0.0000012, 2],
    [0, 0],
  ])('[providers.openrouter.usage] %d dollars are %d millionths, rounded up', (cost, amount) => {
    const figures = { cost, is_byok: false };
    const usage = { unit: 'usd', amount, figures };
    expect(poll.read(completed({ usage: figures }), task)).toMatchObject({ usage });
  });

  it.each([{ cost: null }, { cost: -1 }, { cost: '0.25' }, { cost: 1e300 }, { is_byok: true }, 1])(
    '[providers.openrouter.usage] %j is not counted, and named as unread',
    (usage) => {
      const said = poll.read(completed({ usage }), task);
      expect(said).not.toHaveProperty('usage');
      expect(said).toMatchObject({ kind: 'succeeded', unread: ['usage'] });
    },
  );

  it.each([
    ['failed', 'Content policy violation', 'policy', 'Content policy violation'],
    ['failed', 'Input image was flagged', 'policy', 'Input image was flagged'],
    ['failed', 'Provider error', 'internal', 'Provider error'],
    ['cancelled', 'Job was cancelled', 'internal', 'Job was cancelled'],
    ['expired', null, 'internal', 'job expired'],
  ])('[providers.openrouter.reads] %s with %j is %s', (status, words, kind, detail) => {
    const said = response(job(status, { error: words }));
    expect(poll.read(said, task)).toEqual({
      kind: 'failed',
      error: { kind, charge: 'unknown', detail },
    });
  });

  it.each([
    [0, 'not-charged', 0],
    [0.4, 'charged', 400_000],
  ])('[providers.openrouter.usage] failed at a cost of %d is %s', (cost, charge, amount) => {
    const said = response(job('failed', { usage: { cost, is_byok: false } }));
    expect(poll.read(said, task)).toMatchObject({
      kind: 'failed',
      error: { charge, detail: 'job failed' },
      usage: { unit: 'usd', amount },
    });
  });

  it('[providers.openrouter.reads] a 404 in its own words states that the job does not exist', () => {
    expect(poll.read(response(error(404), 404), task)).toEqual({ kind: 'lost' });
  });

  it.each([
    response(job('dreaming')),
    response(job('completed'), 500),
    response(error(404)),
    response(error(400), 404),
    response({ error: 'no such page' }, 404),
    response(error(401), 401),
    response(error(429), 429),
    response([]),
    response(null),
  ])('[providers.openrouter.reads] %j says nothing of the job', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });

  it.each([
    [response(error(410), 410), true],
    [response(error(409), 409), false],
    [response(error(404), 404), false],
    [response({ message: 'gone' }, 410), false],
  ])('[providers.openrouter.reads] %j in place of the video: gone is %s', (said, gone) => {
    expect(isGone?.(said)).toBe(gone);
  });
});

describe('an accepted OpenRouter submission', () => {
  it('[providers.openrouter.reads] is its job', () => {
    expect(readAcceptance(response(job('pending'), 202), call)).toBe(task);
  });

  it.each([{}, { id: '' }, { generation_id: task }, error(400), [], null])(
    '[providers.openrouter.reads] %j names no job',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.openrouter.reads] is named by a person by the id of its job', () => {
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
    const named = completed({ model: 'google/veo-3.1' });
    expect(naming?.facts(named, task)).toEqual({
      createdAt: null,
      reported: { model: 'google/veo-3.1' },
    });
  });
});

describe('a probe of an OpenRouter account', () => {
  const key = (fields: { readonly [field: string]: JsonValue }) =>
    response({ data: { label: 'sk-or-v1-au7...890', usage: 25.5, ...fields } });

  it.each([
    [key({ limit: null, limit_remaining: null }), { kind: 'ready', balance: null }],
    [key({ limit: 100, limit_remaining: 74.5 }), { kind: 'ready', balance: 74_500_000 }],
    [key({ limit: 100, limit_remaining: -0.2 }), { kind: 'ready', balance: 0 }],
    [key({ limit_remaining: 'all' }), { kind: 'ready', balance: null }],
    [key({ is_management_key: true }), { kind: 'login-required' }],
    [response(error(401), 401), { kind: 'login-required' }],
  ] as const)('[providers.openrouter.probe] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    response({}),
    response({ data: {} }),
    response({ error: 'no' }, 401),
    response(error(500), 500),
    { ...key({}), status: 503 },
  ])('[providers.openrouter.probe] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
