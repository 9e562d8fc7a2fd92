import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { minimax } from '../../../src/minimax/index.ts';

const { poll, readAcceptance, probe, naming, find } = minimax.describe({});
const id = '424010985738629';
const url = 'https://video-product.cdn.minimax.io/inference_output/rollout/output.mp4';
const asked = {
  model: 'MiniMax-H3',
  content: [{ type: 'text', text: 'a kite' }],
  resolution: '2K',
  ratio: '16:9',
  duration: 5,
};
const call = { path: '/v2/video_generation', body: { kind: 'json', value: asked } } as const;
const counts = { total_seconds: 5, input_seconds: 0, output_seconds: 5, input_image_count: 1 };

function response(body: JsonValue, status = 200) {
  return { status, body };
}

function errorOf(code: string, status = 400) {
  const error = { type: 'bad_request_error', message: `no (${code})`, http_code: String(status) };
  return response({ type: 'error', error, request_id: '0217' }, status);
}

type Fields = { readonly [field: string]: JsonValue };

/** A task in the form of the example of platform.minimax.io/docs/api-reference/video-generation-v2-query. */
function task(status: string, fields: Fields = {}) {
  return {
    ...{ id, model: 'MiniMax-H3', status, created_at: 1_785_125_529, updated_at: 1_785_125_946 },
    ...{ resolution: '2K', duration: 5, usage: {}, ratio: '16:9', task_type: 'generation' },
    ...fields,
  };
}

const taskIs = (status: string, fields: Fields = {}) => response({ task: task(status, fields) });
const succeeded = (fields: Fields = {}) =>
  taskIs('succeeded', { content: { url }, usage: counts, ...fields });

describe('a read of a MiniMax task', () => {
  it('[providers.minimax.reads] asks for the task by its id, in the path', () => {
    expect(poll.request('a/b')).toEqual({ path: '/v2/query/video_generation/a%2Fb' });
  });

  it.each(['queued', 'running', 'Running'])('[providers.minimax.reads] %s is pending', (status) => {
    expect(poll.read(taskIs(status), id)).toEqual({ kind: 'pending', progress: null });
  });

  it('[providers.minimax.reads] succeeded names the video, and what was counted', () => {
    expect(poll.read(succeeded(), id)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url },
      effective: { resolution: '2K', ratio: '16:9', duration: 5, ...counts },
    });
  });

  it('[providers.minimax.reads] succeeded with nothing else is a video', () => {
    const body = { task: { status: 'succeeded', content: { url } } };
    const output = { kind: 'foreign', at: url };
    expect(poll.read(response(body), id)).toEqual({ kind: 'succeeded', output });
  });

  it.each([{}, { url: '' }, { prompt: '[Shot 1]' }, url, null])(
    '[providers.minimax.reads] succeeded with the content %j says nothing',
    (content) => {
      expect(poll.read(succeeded({ content }), id)).toMatchObject({ kind: 'unclear' });
    },
  );

  it('[providers.minimax.reads] a task that responds with another id names it', () => {
    for (const said of [taskIs('queued'), succeeded(), taskIs('failed')])
      expect(poll.read(said, 'other')).toMatchObject({ namedAs: id });
  });

  it.each([
    ['1026', 'policy'],
    ['1027', 'policy'],
    [1_027, 'policy'],
    ['2013', 'invalid'],
    ['1000', 'internal'],
  ])('[providers.minimax.failures] failed with %j is %s, of unknown charge', (code, kind) => {
    expect(poll.read(taskIs('failed', { error: { code, message: 'why' } }), id)).toEqual({
      kind: 'failed',
      error: { kind, charge: 'unknown', detail: `${code}: why` },
    });
  });

  it('[providers.minimax.failures] a failure whose seconds were counted is charged', () => {
    const said = taskIs('failed', { error: { code: '1027', message: 'why' }, usage: counts });
    expect(poll.read(said, id)).toMatchObject({ error: { kind: 'policy', charge: 'charged' } });
  });

  it.each(['failed', 'cancelled', 'expired'])(
    '[providers.minimax.failures] %s without words is a failure',
    (status) => {
      expect(poll.read(taskIs(status), id)).toEqual({
        kind: 'failed',
        error: { kind: 'internal', charge: 'unknown', detail: `task ${status}` },
      });
    },
  );

  it('[providers.minimax.reads] an unknown task is known by its number, not by its status', () => {
    expect(poll.read(errorOf('2001'), id)).toEqual({ kind: 'lost' });
  });

  it.each([
    taskIs('dreaming'),
    response({ task: { id } }),
    response(task('succeeded', { content: { url } })),
    response({ items: [task('succeeded', { content: { url } })], total: 1 }),
    { ...succeeded(), status: 500 },
    errorOf('2001', 404),
    errorOf('2001', 200),
    errorOf('2013'),
    errorOf('1004', 401),
    response('404 page not found', 404),
    response({ base_resp: { status_code: 2_001, status_msg: 'invalid task_id' } }, 400),
    response([]),
    response(null),
  ])('[providers.minimax.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, id)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted MiniMax submission', () => {
  it('[providers.minimax.reads] is its task id', () => {
    expect(readAcceptance(response({ task_id: id }), call)).toBe(id);
    const base_resp = { status_code: 0, status_msg: 'success' };
    expect(readAcceptance(response({ task_id: id, base_resp }), call)).toBe(id);
  });

  it.each([{}, { task_id: '' }, { id }, { task: { id } }, [], null])(
    '[providers.minimax.reads] %j names no task',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.minimax.reads] is named by a person by its id, and shows what it repeats', () => {
    expect([naming?.taskOf(id, call), naming?.idOf(id)]).toEqual([id, id]);
    expect(naming?.facts(succeeded(), id)).toEqual({
      createdAt: 1_785_125_529_000,
      reported: { model: 'MiniMax-H3', resolution: '2K', ratio: '16:9', duration: 5 },
    });
  });
});

describe('a search in the list of MiniMax', () => {
  if (find?.kind !== 'list') throw new Error('there is no list');
  const first = find.firstPage({ from: 0, to: 1 }, call);
  const matches = (fields: Fields) =>
    find.read(response({ items: [task('running', fields)], total: 1 }), call, first)?.tasks[0];

  it('[providers.minimax.finds] reads the videos of the last days, page by page', () => {
    const path = '/v2/query/video_generation?filter.task_type=generation&page_num=';
    expect(first).toEqual({ path: `${path}1&page_size=100` });
    const more = find.read(response({ items: [task('queued')], total: 476 }), call, first);
    expect(more?.next).toEqual({ path: `${path}2&page_size=100` });
    expect(find.read(response({ items: [], total: 476 }), call, first)?.next).toBeNull();
    expect(find.read(response({ total: 1 }), call, first)).toBeUndefined();
    expect(find.read(response({ items: [{}], total: 1 }), call, first)).toBeUndefined();
  });

  it('[providers.minimax.finds] has no mark that would tell a task from an equal one', () => {
    expect(find.mark).toBeUndefined();
  });

  it.each([
    [{}, 'yes'],
    [{ ratio: 'adaptive' }, 'yes'],
    [{ duration: 6 }, 'no'],
    [{ ratio: '9:16' }, 'no'],
    [{ resolution: '768P' }, 'no'],
    [{ model: 'MiniMax-H3-Max' }, 'no'],
    [{ duration: null }, 'unsaid'],
  ] as const)('[providers.minimax.finds] a task with %j fits: %s', (fields, expected) => {
    expect(matches(fields)).toMatchObject({
      task: id,
      createdAt: 1_785_125_529_000,
      matches: expected,
    });
  });
});

describe('a probe of a MiniMax account', () => {
  it.each([
    [response({ items: [], total: 0 }), { kind: 'ready', balance: null }],
    [response({ total: 0 }), { kind: 'ready', balance: null }],
    [errorOf('1004', 401), { kind: 'login-required' }],
    [errorOf('2049', 401), { kind: 'login-required' }],
  ] as const)('[providers.minimax.reads] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    response({}),
    response({ message: 'Unauthorized' }, 401),
    errorOf('1002', 429),
    errorOf('1004', 500),
    response({ items: [] }, 503),
  ])('[providers.minimax.reads] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});

it('[notices.responses] a check of the URL for notices gets its own word back', () => {
  const { notice } = minimax.describe({});
  const challenged = { kind: 'challenge', reply: { challenge: 'word-1' } };
  expect(notice?.read({ challenge: 'word-1' })).toEqual(challenged);
  expect(notice?.read({ task: { id: 'task-7' } })).toEqual({ kind: 'work', id: 'task-7' });
});
