import { readFileSync } from 'node:fs';
import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { JsonResponse } from '../../../src/engine/provider-description.ts';
import { openaiVideos } from '../../../src/openai-videos/index.ts';
import { openEngine, sampleNow, submitSample } from '../../support/open-engine.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const refusals = '[providers.openai-videos.refusals]';
const standard = openaiVideos.describe({});
const filmgate = openaiVideos.describe({ dialect: 'filmgate' });

/** Codes of another gateway, with their statuses. */
const documented = documentedCodes();

function documentedCodes(): readonly string[] {
  const url = new URL('../../../../../docs/errors.md', import.meta.url);
  const sections = readFileSync(url, 'utf8').split('\n## ');
  const own = sections.find((section) => section.startsWith('Video Task API')) ?? '';
  const rows = own.matchAll(/^\| (?<status>\d{3}) \| `(?<code>[a-z_]+)` \|/gm);
  return [...rows].map(({ groups }) => `${groups?.['status']} ${groups?.['code']}`);
}

describe('[providers.openai-videos.refusals] refusals of the standard dialect', () => {
  holdsRefusalTable(refusals, {
    description: standard,
    bodyOf: (code) =>
      code === null
        ? { detail: 'said so' }
        : { error: { message: 'said so', type: 'invalid_request_error', code, param: null } },
    codes: [
      null,
      'server_error',
      'invalid_value',
      'model_not_found',
      'BadRequestError',
      '400',
      'tokens',
    ],
  });

  it.each<[number, JsonValue, string]>([
    [429, { error: { message: 'wait', type: 'rate_limit_exceeded' } }, 'rate_limited'],
    [400, { error: { message: 'no', type: 'BadRequestError', code: 400 } }, 'invalid'],
    [422, { detail: [{ msg: 'prompt: field required', loc: ['body', 'prompt'] }] }, 'invalid'],
  ])(`${refusals} %d %j is %s`, async (status, body, kind) => {
    const { client } = openEngine(standard, () => ({ status, body }));
    expect(await submitSample(client)).toMatchObject({ kind: 'rejected', error: { kind } });
  });
});

describe('refusals of another gateway', () => {
  holdsRefusalTable(`${refusals}[providers.openai-videos.filmgate]`, {
    description: filmgate,
    bodyOf: (code) =>
      code === null
        ? { detail: 'said so' }
        : { error: { message: 'said so', type: 'server_error', code } },
    codes: [null, ...documented.map((entry) => entry.split(' ')[1] ?? '')],
  });

  it(`${refusals} are documented, and none says that a task may have been made`, () => {
    const rows = filmgate.refusals.map(({ status, code }) => `${status} ${code}`);
    expect(documented.length).toBeGreaterThan(20);
    expect(documented).toEqual(expect.arrayContaining(rows));
    for (const row of [
      '409 idempotency_key_conflict',
      '503 trae_protocol_unavailable',
      '500 internal_error',
    ])
      expect(rows).not.toContain(row);
  });
});

describe('a read of a task', () => {
  const task = { id: 'video_1' };
  const read = (response: JsonResponse, description = standard) =>
    description.poll.read(response, task);
  const of = (more: { readonly [field: string]: JsonValue }) => ({
    status: 200,
    body: { ...task, ...more },
  });

  it.each([
    ...['queued', 'pending', 'submitted', 'in_progress', 'processing', 'running'].map((word) => [
      word,
      'pending',
    ]),
    ...['completed', 'succeeded', 'SUCCESS'].map((word) => [word, 'succeeded']),
    ...['failed', 'error', 'cancelled', 'canceled', 'expired'].map((word) => [word, 'failed']),
    ...['dreaming', '', 'constructor', 'toString'].map((word) => [word, 'unclear']),
  ])('[providers.openai-videos.states] the state %j is %s', (status, kind) => {
    expect(read(of({ status: status ?? '' })).kind).toBe(kind);
  });

  it('[providers.openai-videos.states] reports progress, and the video with the time it is kept', () => {
    expect(standard.poll.request(task)).toEqual({ path: '/videos/video_1' });
    expect(read(of({ status: 'in_progress', progress: 40 }))).toEqual({
      kind: 'pending',
      progress: 40,
    });
    const output = { kind: 'own', at: '/videos/video_1/content', keptUntil: 1_800_000_000_000 };
    const said = { status: 'completed', expires_at: 1_800_000_000 };
    expect(read(of(said))).toEqual({ kind: 'succeeded', output });
    const effective = { seconds: '8', size: '1280x720' };
    expect(read(of({ ...said, ...effective, prompt: 'p' }))).toEqual({
      kind: 'succeeded',
      output,
      effective,
    });
  });

  it('[providers.openai-videos.states] finds the URL of a video where the dialect says that it has one', () => {
    const byUrl = openaiVideos.describe({ dialect: { result: 'url' } });
    const url = 'https://cdn.example.com/f.mp4';
    for (const more of [{ url }, { video_url: url }, { metadata: { url } }])
      expect(read(of({ status: 'completed', ...more }), byUrl)).toEqual({
        kind: 'succeeded',
        output: { kind: 'foreign', at: url },
      });
    expect(read(of({ status: 'completed' }), byUrl).kind).toBe('unclear');
  });

  it.each<[string, JsonValue, object]>([
    ['content_policy_violation', 'no', { kind: 'policy', charge: 'unknown' }],
    [
      'engine_error',
      'out of memory',
      { kind: 'internal', charge: 'unknown', detail: 'engine_error: out of memory' },
    ],
  ])('[providers.openai-videos.states] a failure for %s', (code, message, error) => {
    expect(read(of({ status: 'failed', error: { code, message } }))).toMatchObject({
      kind: 'failed',
      error,
    });
  });

  it('[providers.openai-videos.filmgate] another gateway says whether it charged', () => {
    const failed = (code: string) =>
      read(of({ status: 'failed', error: { code, message: '' } }), filmgate);
    expect(failed('generation_failed')).toMatchObject({
      error: { kind: 'internal', charge: 'not-charged' },
    });
    expect(failed('content_rejected')).toMatchObject({ error: { kind: 'policy' } });
    expect(failed('outcome_ruled_charged')).toMatchObject({ error: { charge: 'charged' } });
  });

  it.each<[number, JsonValue, string]>([
    [404, { error: { message: 'gone', type: 'invalid_request_error', code: 'not_found' } }, 'lost'],
    [404, { detail: 'Video not found' }, 'lost'],
    [404, { detail: 'Not Found' }, 'unclear'],
    [404, {}, 'unclear'],
    [500, { error: { message: 'x', code: 'y' } }, 'unclear'],
    [200, { status: 'completed' }, 'unclear'],
    [200, { id: '', status: 'completed' }, 'unclear'],
    [200, { code: 'error', data: { task_id: 'video_1', status: 'SUCCESS' } }, 'unclear'],
    [200, { code: 0, data: [{ id: 'video_1', status: 'SUCCESS' }, {}] }, 'unclear'],
  ])('[wire.own-words] %d %j is %s', (status, body, kind) => {
    expect(read({ status, body }).kind).toBe(kind);
  });

  it('[providers.openai-videos.filmgate] another gateway has its own code for absent tasks', () => {
    const said = (code: string) => ({
      status: 404,
      body: { error: { message: '', type: 'x', code } },
    });
    expect(read(said('job_not_found'), filmgate).kind).toBe('lost');
    expect(read(said('route_not_found'), filmgate).kind).toBe('unclear');
    expect([
      filmgate.isGone?.(said('job_not_found')),
      filmgate.isGone?.(said('route_not_found')),
    ]).toEqual([true, false]);
    expect(standard.isGone?.(said('not_found'))).toBe(false);
    expect(standard.isGone?.({ status: 410, body: { detail: 'expired' } })).toBe(true);
  });
});

describe('a lost submission', () => {
  const account = sampleAccount;
  const { signal } = new AbortController();

  async function search(
    dialect: JsonValue,
    responses: (path: string) => { readonly status: number; readonly body: JsonValue },
    agoMs: number,
    { exclusive = true, past = 'past-1' }: { exclusive?: boolean; past?: string | null } = {},
  ) {
    const { client, transport } = openEngine(
      openaiVideos.describe({ dialect }),
      ({ method, path }) => (method === 'GET' ? responses(path) : { status: 502, body: {} }),
    );
    await submitSample(client);
    const sent = sampleNow - agoMs;
    const outcome = await client.reconcile?.({
      account,
      signal,
      submission: client.prepare({
        request: sampleRequest(),
        route: sampleRoute(),
        account,
        correlationId: sampleCorrelationId,
        noticeUrl: null,
        staged: { past, locations: {} },
      }),
      correlationId: sampleCorrelationId,
      exclusive,
      sentBetween: { from: sent - 1_000, to: sent },
      isOwned: async () => false,
      unanswered: async () => [],
    });
    return { outcome, paths: transport.calls.slice(1).map(({ path }) => path) };
  }

  const listed =
    (...data: readonly JsonValue[]) =>
    () => ({
      status: 200,
      body: { object: 'list', data, has_more: false, history_id: 'past-1' },
    });
  const minuteMs = 60_000;

  it('[providers.openai-videos.filmgate] is found by its key', async () => {
    const { outcome, paths } = await search('filmgate', listed({ id: 'vt_1' }), minuteMs);
    expect(outcome).toEqual({ kind: 'found', handle: { version: 1, value: { id: 'vt_1' } } });
    expect(paths).toEqual([`/videos?idempotency_key=${sampleCorrelationId}`]);
  });

  it.each([
    [minuteMs, 'transient'],
    [16 * minuteMs, 'absent'],
    [7 * 60 * minuteMs, 'transient'],
  ])(
    '[providers.openai-videos.filmgate] that is not there %d ms later is %s',
    async (ago, kind) => {
      expect((await search('filmgate', listed(), ago)).outcome?.kind).toBe(kind);
    },
  );

  it.each([
    ['the other gateway lost a part of its past since', 'past-0', listed()],
    ['it was not read before sending in which past that gateway was', null, listed()],
    [
      'it does not say in which past it is',
      'past-1',
      () => ({ status: 200, body: { object: 'list', data: [], has_more: false } }),
    ],
  ])(
    '[providers.openai-videos.filmgate-past] is not absent where %s',
    async (_why, past, responses) => {
      const { outcome } = await search('filmgate', responses, 16 * minuteMs, { past });
      expect(outcome).toEqual({ kind: 'forgotten' });
    },
  );

  it('[providers.openai-videos.filmgate-past] is found in whatever past', async () => {
    const { outcome } = await search('filmgate', listed({ id: 'vt_1' }), minuteMs, { past: null });
    expect(outcome?.kind).toBe('found');
  });

  it.each([
    [listed()().body, 'past-1'],
    [{ object: 'list', data: [] }, null],
    [{ object: 'list', data: [], history_id: 'x'.repeat(201) }, null],
    ['no list', null],
  ])(
    '[providers.openai-videos.filmgate-past] the past that is read before sending is saved with it: %j gives %j',
    async (body, past) => {
      const { client, transport } = openEngine(filmgate, () => ({ status: 200, body }));
      const correlationId = sampleCorrelationId;
      const order = { account, correlationId, request: sampleRequest(), route: sampleRoute() };
      const readAsset = () => Promise.reject(new Error('nothing is read'));
      const outcome = await client.stage?.({ ...order, signal, readAsset });
      expect(transport.calls.map(({ method, path }) => [method, path])).toEqual([
        ['GET', `/videos?idempotency_key=${correlationId}`],
      ]);
      if (outcome?.kind !== 'staged') throw new Error('nothing was read');
      const { value } = client.prepare({ ...order, noticeUrl: null, staged: outcome.value });
      expect(value).toMatchObject({ past });
    },
  );

  it('[providers.openai-videos.filmgate] is not absent if the response is not a list', async () => {
    const { outcome } = await search(
      'filmgate',
      () => ({ status: 200, body: { data: [] } }),
      16 * minuteMs,
    );
    expect(outcome?.kind).toBe('transient');
  });

  const own = {
    id: 'video_1',
    created_at: Math.floor((sampleNow - minuteMs) / 1000),
    model: 'model-1',
    prompt: 'A paper boat on a rainy street',
    seconds: '5',
    size: '1280x720',
  };
  const inList = { list: true };

  it.each<[string, readonly JsonValue[], string]>([
    ['itself', [own], 'found'],
    ['itself among others', [{ ...own, id: 'video_2', prompt: 'A cat' }, own], 'found'],
    ['itself and a twin', [own, { ...own, id: 'video_2' }], 'ambiguous'],
    ['one that says no prompt', [{ ...own, prompt: null }], 'ambiguous'],
    ['one of another day', [{ ...own, created_at: 1_700_000_000 }], 'transient'],
    ['one made at an instant that cannot be read', [{ ...own, created_at: 'today' }], 'ambiguous'],
    ['one of another form', [{ ...own, seconds: { value: 5 } }], 'ambiguous'],
    ['one of equal words in another form', [{ ...own, seconds: 5 }], 'found'],
    ['one without an id', [own, { ...own, id: null }], 'transient'],
    ['nothing', [], 'transient'],
  ])('[providers.engine.list] is looked for in a list that shows %s', async (_name, data, kind) => {
    expect((await search(inList, listed(...data), minuteMs)).outcome?.kind).toBe(kind);
  });

  it('[providers.port.uniqueness] is not the only one of its words and parameters where others may use the key', async () => {
    const { outcome } = await search(inList, listed(own), minuteMs, { exclusive: false });
    expect(outcome).toMatchObject({ kind: 'ambiguous', candidates: 1, among: [{ id: 'video_1' }] });
  });

  it.each([true, 'yes'])(
    '[providers.engine.list] is looked for on every page: more = %j',
    async (more) => {
      const pages = (path: string) => {
        const isFirst = !path.includes('after=');
        const data = [isFirst ? { ...own, id: 'video_9', prompt: 'A cat' } : own];
        return { status: 200, body: { object: 'list', data, has_more: isFirst ? more : false } };
      };
      const { outcome, paths } = await search(inList, pages, minuteMs);
      expect(outcome?.kind).toBe('found');
      expect(paths).toEqual([
        '/videos?limit=100&order=desc',
        '/videos?limit=100&order=desc&after=video_9',
      ]);
    },
  );

  it('cannot be looked for in the standard dialect', () => {
    expect(
      openEngine(standard, () => ({ status: 500, body: {} })).client.reconcile,
    ).toBeUndefined();
  });
});

describe('a probe of the account', () => {
  it.each<[number, JsonValue, string]>([
    [200, { object: 'list', data: [] }, 'ready'],
    [401, { error: { message: 'no', type: 'x', code: 'invalid_api_key' } }, 'login-required'],
    [401, {}, 'unreadable'],
    [404, { detail: 'Not Found' }, 'unreadable'],
  ])('answered %d %j is %s', async (status, body, kind) => {
    const { client } = openEngine(standard, () => ({ status, body }));
    const { signal } = new AbortController();
    expect((await client.probe?.({ account: sampleAccount, signal }))?.kind).toBe(kind);
  });

  it('needs no key where the server wants none', () => {
    expect(standard.credential.headers('', 0)).toEqual({});
  });
});
