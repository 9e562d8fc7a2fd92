import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
import { sampleCorrelationId } from '../../support/sample-request.ts';
const { poll, readAcceptance, probe } = kling.describe({});
const task = '893605946402811985';
const url = 'https://v15-kling.klingai.com/bs2/film.mp4?x-kcdn-pid=112372';
const ended = 1_781_080_794_151;
const call = { path: '/text-to-video/kling-3.0', body: { kind: 'json', value: {} } } as const;

/** Makes a read of tasks, in the documented form (https://kling.ai/document-api/api/video/3-0-omni/image-to-video). */
function response(tasks: JsonValue, status = 200, code = 0) {
  return { status, body: { code, message: 'SUCCEED', request_id: 'r-1', data: tasks } };
}

function one(fields: { readonly [field: string]: JsonValue }) {
  const { status = 'submitted', ...others } = fields;
  return response([
    { id: task, status, message: '', create_time: ended - 1, update_time: ended, ...others },
  ]);
}

const video = { type: 'video', id: 'v-1', url, duration: '5.041' };

describe('a read of a Kling task', () => {
  it('[providers.kling.reads] asks for the task by its own id', () => {
    expect(poll.request(task)).toEqual({ path: `/tasks?task_ids=${task}` });
    expect(poll.request('a&b')).toEqual({ path: '/tasks?task_ids=a%26b' });
  });

  it.each(['submitted', 'processing'])('[providers.kling.reads] %s is pending', (status) => {
    expect(poll.read(one({ status }), task)).toEqual({ kind: 'pending', progress: null });
  });

  it.each(['succeeded', 'succeed'])(
    '[providers.kling.reads] %s names the video, and 30 days',
    (status) => {
      expect(
        poll.read(one({ status, outputs: [{ type: 'image', url: 'x' }, video] }), task),
      ).toEqual({
        kind: 'succeeded',
        output: { kind: 'foreign', at: url, keptUntil: ended + 30 * 86_400_000 },
        effective: { duration: video.duration },
      });
    },
  );

  it.each([
    {},
    { outputs: [] },
    { outputs: [{ type: 'video' }] },
    { outputs: [{ type: 'audio', url }] },
  ])('[providers.kling.reads] succeeded with %j says nothing', (fields) => {
    expect(poll.read(one({ status: 'succeeded', ...fields }), task)).toMatchObject({
      kind: 'unclear',
    });
  });

  it.each([
    [[{ charge_type: 'unit', amount: '1.8', package_type: 'video' }], 'charged', 180],
    [[{ charge_type: 'unit', amount: '0', package_type: 'video' }], 'not-charged', 0],
    [[], 'unknown', undefined],
    [null, 'unknown', undefined],
  ] as const)(
    '[providers.kling.reads] failed with the bill %j is %s, and keeps the bill',
    (billing, charge, amount) => {
      const said = one({ status: 'failed', message: 'risk control', billing });
      expect(poll.read(said, task)).toEqual({
        kind: 'failed',
        error: { kind: 'internal', charge, detail: 'risk control' },
        ...(amount !== undefined && { usage: { unit: 'units', amount, figures: { billing } } }),
      });
    },
  );

  it.each(['', 'deleted', 'constructor'])(
    '[providers.kling.reads] the state %j says nothing',
    (status) => {
      expect(poll.read(one({ status }), task)).toMatchObject({ kind: 'unclear' });
    },
  );

  it('[providers.kling.reads] an empty successful response states that the task does not exist', () => {
    expect(poll.read(response([]), task)).toEqual({ kind: 'lost' });
  });

  it.each([
    response([{ id: '1', status: 'failed' }]),
    response([], 500),
    response([], 200, 5000),
    response({}),
    response('no'),
    response([1]),
    { status: 401, body: { code: 1002, message: 'm' } },
    { status: 429, body: { code: 1302, message: 'm' } },
    { status: 404, body: { code: 1203, message: 'm' } },
    { status: 502, body: {} },
    { status: 200, body: null },
  ])('[providers.kling.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted Kling submission', () => {
  it('[providers.kling.reads] is the id in its data', () => {
    const data = { id: task, status: 'submitted', external_id: sampleCorrelationId };
    expect(readAcceptance(response(data), call)).toBe(task);
    expect(readAcceptance(response({ id: 8 }), call)).toBe('8');
  });

  it.each([
    response({}),
    response({ id: '' }),
    response({ task_id: task }),
    response({ id: task }, 200, 1201),
    { status: 200, body: { data: { id: task } } },
    { status: 200, body: [] },
  ])('[providers.kling.reads] %j names no task', (said) => {
    expect(readAcceptance(said, call)).toBeUndefined();
  });
});

describe('the charge of a Kling video', () => {
  function usageOf(billing: JsonValue) {
    const reading = poll.read(one({ status: 'succeeded', outputs: [video], billing }), task);
    return reading.kind === 'succeeded' ? reading.usage : 'not read';
  }

  it.each([
    [[{ charge_type: 'unit', amount: '1.8', package_type: 'video' }], 'units', 180],
    [[{ charge_type: 'unit', amount: '5', package_type: 'video' }], 'units', 500],
    [
      [
        { charge_type: 'unit', amount: 0.05 },
        { charge_type: 'unit', amount: '1' },
      ],
      'units',
      105,
    ],
    [[{ charge_type: 'unit', amount: '0.001' }], 'units', 1],
    [[{ charge_type: 'cash', currency: 'USD', amount: '0.42' }], 'usd', 420_000],
    [[{ charge_type: 'cash', currency: 'USD', amount: '0.0000001' }], 'usd', 1],
  ] as const)('[providers.kling.usage] %j is %s %d', (billing, unit, amount) => {
    expect(usageOf(billing)).toEqual({ unit, amount, figures: { billing } });
  });

  it.each([
    [[{ charge_type: 'cash', currency: 'CNY', amount: '3' }]],
    [
      [
        { charge_type: 'unit', amount: '1' },
        { charge_type: 'cash', currency: 'USD', amount: '1' },
      ],
    ],
    [[{ charge_type: 'unit', amount: '-1' }]],
    [[{ charge_type: 'unit', amount: '1e9' }]],
    [[{ charge_type: 'unit' }]],
    [[{ charge_type: 'gift', amount: '1' }]],
    ['1.8'],
    [[]],
  ])('[providers.kling.usage] %j is not counted', (billing) => {
    expect(usageOf(billing)).toBeUndefined();
  });
});

describe('a probe of a Kling account', () => {
  it.each([
    [response([]), { kind: 'ready', balance: null }],
    [
      { status: 400, body: { code: 1201, message: 'm' } },
      { kind: 'ready', balance: null },
    ],
    [{ status: 401, body: { code: 1002, message: 'm' } }, { kind: 'login-required' }],
    [{ status: 401, body: { code: 1004, message: 'm' } }, { kind: 'login-required' }],
  ] as const)('[providers.kling.reads] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    { status: 429, body: { code: 1102, message: 'm' } },
    { status: 401, body: { error: 'no' } },
    { status: 500, body: { code: 5000, message: 'm' } },
    { status: 200, body: {} },
  ])('[providers.kling.reads] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
