import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { vidu } from '../../../src/vidu/index.ts';

const { poll, readAcceptance, probe, naming, find, notice } = vidu.describe({});
const id = '903875784081420288';
const url = 'https://prod-ss-vidu.s3.cn-northwest-1.amazonaws.com.cn/video.mp4?X-Amz-Expires=86400';
const asked = {
  ...{ model: 'viduq3-turbo', prompt: 'a kite', duration: 5, resolution: '720p' },
  ...{ aspect_ratio: '16:9', audio: true, payload: 'vt_1.1' },
};
const call = { path: '/ent/v2/text2video', body: { kind: 'json', value: asked } } as const;

function response(body: JsonValue, status = 200) {
  return { status, body };
}

const errorOf = (reason: string, status = 400) =>
  response({ code: status, reason, message: 'no', metadata: { trace_id: '04e5' } }, status);

type Fields = { readonly [field: string]: JsonValue };

/** A task in the form of the example of platform.vidu.com/docs/get-generation. */
const taskIs = (state: string, fields: Fields = {}) =>
  response({ id, state, err_code: '', credits: 55, payload: 'vt_1.1', creations: [], ...fields });
const finished = (fields: Fields = {}) =>
  taskIs('success', { creations: [{ id: 'c-1', url, cover_url: 'https://x.example' }], ...fields });

describe('a read of a Vidu task', () => {
  it('[providers.vidu.reads] asks for the task by its id, in the path', () => {
    expect(poll.request('a/b')).toEqual({ path: '/ent/v2/tasks/a%2Fb/creations' });
  });

  it.each(['created', 'queueing', 'processing'])(
    '[providers.vidu.reads] %s is pending',
    (state) => {
      expect(poll.read(taskIs(state), id)).toEqual({ kind: 'pending', progress: null });
    },
  );

  it('[providers.vidu.reads][providers.vidu.usage] success names the video and its credits', () => {
    expect(poll.read(finished(), id)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url },
      usage: { unit: 'credits', amount: 55, figures: { credits: 55 } },
    });
  });

  it('[providers.vidu.reads] success with a link alone is a video', () => {
    const body = { state: 'success', creations: [{ url }] };
    const output = { kind: 'foreign', at: url };
    expect(poll.read(response(body), id)).toEqual({ kind: 'succeeded', output });
  });

  it.each([[], [{ id: 'c-1' }], [{ url: '' }], null, url])(
    '[providers.vidu.reads] success with the creations %j says nothing',
    (creations) => {
      expect(poll.read(finished({ creations }), id)).toMatchObject({ kind: 'unclear' });
    },
  );

  it('[providers.vidu.reads] a task that responds with another id names it', () => {
    for (const said of [taskIs('created'), finished(), taskIs('failed')])
      expect(poll.read(said, 'other')).toMatchObject({ namedAs: id });
  });

  it.each([
    ['CreationPolicyViolation', 'policy'],
    ['AuditSubmitIllegal', 'policy'],
    ['ImageDownloadFailure', 'invalid'],
    ['CreditInsufficient', 'internal'],
    ['InternalServiceFailure', 'internal'],
    ['SomethingNew', 'internal'],
  ])('[providers.vidu.usage] failed with %s is %s, of unknown charge', (err_code, kind) => {
    expect(poll.read(taskIs('failed', { err_code }), id)).toEqual({
      kind: 'failed',
      error: { kind, charge: 'unknown', detail: `${err_code}: the task failed` },
    });
  });

  it('[providers.vidu.usage] a failure of no credits cost nothing', () => {
    expect(poll.read(taskIs('failed', { credits: 0 }), id)).toEqual({
      kind: 'failed',
      error: { kind: 'internal', charge: 'not-charged', detail: 'no code: the task failed' },
      usage: { unit: 'credits', amount: 0, figures: { credits: 0 } },
    });
  });

  it('[providers.vidu.reads] an unknown task is known by its reason, not by its status', () => {
    expect(poll.read(errorOf('TaskNotFound', 404), id)).toEqual({ kind: 'lost' });
  });

  it.each([
    taskIs('dreaming'),
    response({ id }),
    response({ tasks: [{ id, state: 'success', creations: [{ url }] }] }),
    { ...finished(), status: 500 },
    errorOf('TaskNotFound'),
    errorOf('CreationNotFound', 404),
    errorOf('NotFound', 404),
    errorOf('Unauthorized', 401),
    response('404 page not found', 404),
    response([]),
    response(null),
  ])('[providers.vidu.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, id)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted Vidu submission', () => {
  it('[providers.vidu.reads] is its task id', () => {
    const said = { task_id: id, state: 'created', credits: 55, ...asked };
    expect(readAcceptance(response(said), call)).toBe(id);
  });

  it.each([{}, { task_id: '' }, { id }, { task: { id } }, [], null])(
    '[providers.vidu.reads] %j names no task',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.vidu.finds] is named by a person by its id, and shows the name of its submission', () => {
    expect([naming?.taskOf(id, call), naming?.idOf(id)]).toEqual([id, id]);
    const reported = { payload: 'vt_1.1' };
    expect(naming?.facts(finished(), id)).toEqual({ createdAt: null, reported });
  });
});

describe('a search in the list of Vidu', () => {
  if (find?.kind !== 'list' || find.mark === undefined) throw new Error('there is no marked list');
  const { mark } = find;
  const first = find.firstPage({ from: 0, to: 1 }, call);
  const item = { id, state: 'processing', created_at: '2026-11-30T09:15:00.968916Z', ...asked };
  const pageOf = (tasks: JsonValue, next_page_token: JsonValue = '') =>
    find.read(response({ tasks, next_page_token }), call, first);
  const { payload: _, ...unnamed } = item;

  it('[providers.vidu.finds] reads the tasks of the last days, page by page', () => {
    expect(first).toEqual({ path: '/ent/v2/tasks?pager.pagesz=100' });
    const next = { path: '/ent/v2/tasks?pager.pagesz=100&pager.page_token=a%2Fb' };
    expect(pageOf([unnamed], 'a/b')?.next).toEqual(next);
    expect(pageOf([unnamed])?.next).toBeNull();
    expect(pageOf([], 'a/b')?.next).toBeNull();
    for (const unreadable of [undefined, {}, [{}]])
      expect(pageOf(unreadable ?? null)).toBeUndefined();
    expect(find.read(errorOf('TooManyRequests', 429), call, first)).toBeUndefined();
  });

  it.each([
    [{}, 'yes'],
    [{ duration: 6 }, 'no'],
    [{ aspect_ratio: '9:16' }, 'no'],
    [{ model: 'viduq3-pro' }, 'no'],
    [{ resolution: null }, 'unsaid'],
  ] as const)('[providers.vidu.finds] a task with %j fits: %s', (fields, expected) => {
    const [task] = pageOf([{ ...unnamed, ...fields }])?.tasks ?? [];
    const createdAt = Date.UTC(2026, 10, 30, 9, 15, 0, 968);
    expect(task).toMatchObject({ task: id, createdAt, matches: expected });
    expect(task).not.toHaveProperty('echoedMark');
  });

  it('[providers.vidu.finds] a task is ours by the name that its read shows, or already the list', () => {
    expect(mark.of(call)).toBe('vt_1.1');
    expect(mark.in(finished())).toBe('vt_1.1');
    expect(pageOf([item])?.tasks).toMatchObject([{ echoedMark: 'vt_1.1' }]);
  });

  it('[providers.vidu.finds] a task with an empty name is another caller’s, one without proves nothing', () => {
    expect(mark.in(finished({ payload: '' }))).toBe('');
    expect(mark.in(response({ state: 'success' }))).toBeNull();
    expect(mark.in(errorOf('TaskNotFound', 404))).toBeUndefined();
    expect(mark.in(response({}, 503))).toBeUndefined();
  });

  it('[providers.vidu.finds] a notice names the task, whose read has the name of its submission', () => {
    expect(notice?.read({ id, state: 'success' })).toEqual({ kind: 'work', id });
    expect(notice?.read({ state: 'success' })).toEqual({ kind: 'nothing' });
    expect(notice?.mark?.in(finished({ payload: 'vt_9.1' }))).toBe('vt_9.1');
  });
});

describe('a probe of a Vidu account', () => {
  const remains = (...amounts: readonly JsonValue[]) =>
    response({ remains: amounts.map((credit_remain) => ({ type: 'metered', credit_remain })) });

  it.each([
    [remains(40, 2), { kind: 'ready', balance: 42 }],
    [remains(0), { kind: 'ready', balance: 0 }],
    [remains(), { kind: 'ready', balance: null }],
    [errorOf('Unauthorized', 401), { kind: 'login-required' }],
  ])('[providers.vidu.probe] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    remains(1, 'many'),
    response({}),
    response({ message: 'Unauthorized' }, 401),
    errorOf('TooManyRequests', 429),
    { ...remains(1), status: 503 },
  ])('[providers.vidu.probe] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
