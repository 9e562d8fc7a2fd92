import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { dashscope } from '../../../src/dashscope/index.ts';

const { poll, readAcceptance, probe, naming, find, timing } = dashscope.describe({});
const id = '17ed7e50-00cf-4509-aea1-d9560ba25708';
const url = 'https://dashscope-result-bj.oss-cn-beijing.aliyuncs.com/1d/video.mp4?Expires=1';
const asked = {
  model: 'wan3.0-video',
  input: { prompt: 'a kite' },
  parameters: { resolution: '720P', ratio: '16:9', duration: 5, audio: true },
};
const path = '/services/aigc/video-generation/video-synthesis';
const call = { path, body: { kind: 'json', value: asked } } as const;
const counts = { duration: 5, input_video_duration: 0, output_video_duration: 5 };
const usage = { video_count: 1, ...counts, fps: 30, SR: 720, ratio: '16:9' };

function response(body: JsonValue, status = 200) {
  return { status, body };
}

type Fields = { readonly [field: string]: JsonValue };

/** A task in the form of the example of help.aliyun.com/zh/model-studio/wan3-video-generation-api-reference. */
function taskIs(word: string, fields: Fields = {}, others: Fields = {}) {
  const output = { task_id: id, task_status: word, submit_time: '2026-08-06 10:01:35.452' };
  return response({ request_id: 'r-1', output: { ...output, ...fields }, ...others });
}

const errorOf = (code: string, status: number) =>
  response({ code, message: 'why', request_id: 'r-1' }, status);

describe('a read of a DashScope task', () => {
  it('[providers.dashscope.reads] asks for the task by its id', () => {
    expect(poll.request('a/b')).toEqual({ path: '/tasks/a%2Fb' });
  });

  it.each(['PENDING', 'RUNNING'])('[providers.dashscope.reads] %s is pending', (word) => {
    expect(poll.read(taskIs(word), id)).toEqual({ kind: 'pending', progress: null });
  });

  it('[providers.dashscope.reads] SUCCEEDED names the video, and what was counted', () => {
    const { video_count: _, output_video_duration: __, ...effective } = usage;
    expect(poll.read(taskIs('SUCCEEDED', { video_url: url }, { usage }), id)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url },
      effective,
    });
  });

  it('[providers.dashscope.reads] SUCCEEDED without a link says nothing', () => {
    expect(poll.read(taskIs('SUCCEEDED', {}, { usage }), id)).toMatchObject({ kind: 'unclear' });
  });

  it('[providers.dashscope.reads] a task that responds with another id names it', () => {
    for (const said of [taskIs('RUNNING'), taskIs('SUCCEEDED', { video_url: url })])
      expect(poll.read(said, 'other')).toMatchObject({ namedAs: id });
  });

  it('[providers.dashscope.reads] UNKNOWN of the same id is a loss, of another one is not', () => {
    expect(poll.read(taskIs('UNKNOWN'), id)).toEqual({ kind: 'lost' });
    expect(poll.read(taskIs('UNKNOWN'), 'other')).toMatchObject({ kind: 'unclear' });
  });

  it.each([
    ['DataInspectionFailed', 'policy'],
    ['IPInfringementSuspect', 'policy'],
    ['InvalidParameter.DataInspection', 'invalid'],
    ['InternalError.Timeout', 'internal'],
    ['Arrearage', 'internal'],
  ])('[providers.dashscope.failures] %s is %s, and costs nothing', (code, kind) => {
    expect(poll.read(taskIs('FAILED', { code, message: 'why' }), id)).toEqual({
      kind: 'failed',
      error: { kind, charge: 'not-charged', detail: `${code}: why` },
    });
  });

  it('[providers.dashscope.failures] a failure whose seconds were counted is charged', () => {
    const said = taskIs('FAILED', { code: 'DataInspectionFailed', message: 'why' }, { usage });
    expect(poll.read(said, id)).toMatchObject({ error: { charge: 'charged' } });
  });

  it('[providers.dashscope.failures] a cancelled task is a failure', () => {
    expect(poll.read(taskIs('CANCELED'), id)).toEqual({
      kind: 'failed',
      error: { kind: 'internal', charge: 'not-charged', detail: 'task CANCELED' },
    });
  });

  it.each([
    taskIs('DREAMING'),
    response({ output: { task_id: id } }),
    response({ task_id: id, task_status: 'SUCCEEDED', video_url: url }),
    { ...taskIs('SUCCEEDED', { video_url: url }), status: 500 },
    { ...taskIs('UNKNOWN'), status: 404 },
    errorOf('Throttling.RateQuota', 429),
    errorOf('NotFound', 404),
    response([]),
    response(null),
  ])('[providers.dashscope.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, id)).toMatchObject({ kind: 'unclear' });
  });

  it('[providers.dashscope.reads] leaves half of the reads of an account to its other programs', () => {
    expect(timing.pollsPerSecond).toBe(10);
  });
});

describe('an accepted DashScope submission', () => {
  it('[providers.dashscope.reads] is its task id', () => {
    const output = { task_status: 'PENDING', task_id: id };
    expect(readAcceptance(response({ output, request_id: 'r-1' }), call)).toBe(id);
  });

  it.each([{}, { task_id: id }, { output: {} }, { output: id }, [], null])(
    '[providers.dashscope.reads] %j names no task',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.dashscope.reads] is named by a person by its id, and shows what it repeats', () => {
    expect([naming?.taskOf(id, call), naming?.idOf(id)]).toEqual([id, id]);
    const said = taskIs('SUCCEEDED', { orig_prompt: 'a kite', video_url: url }, { usage });
    expect(naming?.facts(said, id)).toEqual({
      createdAt: null,
      reported: { 'input.prompt': 'a kite', 'parameters.ratio': '16:9' },
    });
  });
});

describe('a search in the list of DashScope', () => {
  if (find?.kind !== 'list') throw new Error('there is no list');
  const first = find.firstPage({ from: 0, to: 1 }, call);
  const item = { task_id: id, model_name: 'wan3.0-video', gmt_create: 1_785_125_529_107 };
  const page = (data: JsonValue, total_page = 1) =>
    find.read(response({ total: 11, data, total_page, page_no: 1, page_size: 10 }), call, first);

  it('[providers.dashscope.finds] reads the tasks of the model in the last 24 hours, page by page', () => {
    const start = '/tasks/?model_name=wan3.0-video&page_no=';
    expect(first).toEqual({ path: `${start}1&page_size=10` });
    expect(page([item], 2)?.next).toEqual({ path: `${start}2&page_size=10` });
    expect(page([item])?.next).toBeNull();
    expect(page([], 2)?.next).toBeNull();
    expect(page(null)).toBeUndefined();
    expect(page([{}])).toBeUndefined();
  });

  it.each([
    [{}, 'yes'],
    [{ model_name: 'wan2.7-t2v' }, 'no'],
    [{ model_name: null }, 'unsaid'],
  ] as const)('[providers.dashscope.finds] a task with %j fits: %s', (fields, matches) => {
    const { model_name: model } = { ...item, ...fields };
    expect(page([{ ...item, ...fields }])?.tasks).toEqual([
      { task: id, createdAt: 1_785_125_529_107, reported: { model }, matches },
    ]);
  });

  it('[providers.dashscope.finds] has no mark that would tell a task from an equal one', () => {
    expect(find.mark).toBeUndefined();
  });
});

describe('a probe of a DashScope account', () => {
  it.each([
    [response({ total: 0, data: [] }), { kind: 'ready', balance: null }],
    [response({ total: 0 }), { kind: 'ready', balance: null }],
    [errorOf('InvalidApiKey', 401), { kind: 'login-required' }],
  ] as const)('[providers.dashscope.reads] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([response({}), response({ data: [] }, 503), errorOf('Throttling', 429)])(
    '[providers.dashscope.reads] %j cannot be read',
    (said) => {
      expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
    },
  );
});
