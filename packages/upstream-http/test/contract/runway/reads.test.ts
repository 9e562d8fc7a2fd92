import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { runway } from '../../../src/runway/index.ts';

const { poll, readAcceptance, probe, naming } = runway.describe({});
const task = '17f20503-6c24-4c16-946b-35dbbce2af2f';
const url = 'https://dnznrvs05pmza.cloudfront.net/153d6dd9.mp4?_jwt=ey.J.h';
const docUrl = 'https://docs.dev.runwayml.com/api';
const call = { path: '/v1/text_to_video', body: { kind: 'json', value: {} } } as const;
const createdAt = '2026-11-30T09:15:00.250Z';

function response(body: JsonValue, status = 200) {
  return { status, body };
}

type Fields = { readonly [field: string]: JsonValue };

/** A task in the form of @runwayml/sdk 4.20.1, resources/tasks.d.ts. */
function taskIs(status: string, fields: Fields = {}) {
  return response({ id: task, createdAt, status, ...fields });
}

const succeeded = (fields: Fields = {}) => taskIs('SUCCEEDED', { output: [url], ...fields });
const failed = (fields: Fields = {}) => taskIs('FAILED', { failure: 'It failed.', ...fields });
const cost = (credits: JsonValue) => ({ cost: { credits } });

describe('a read of a Runway task', () => {
  it('[providers.runway.reads] asks for the task by its id', () => {
    expect(poll.request('a/b')).toEqual({ path: '/v1/tasks/a%2Fb' });
  });

  it.each([
    ['PENDING', {}, null],
    ['THROTTLED', { estimatedCost: { credits: 60 } }, null],
    ['RUNNING', { progress: 0.25 }, 25],
    ['RUNNING', { progress: 1 }, 100],
    ['running', { progress: null }, null],
  ])('[providers.runway.reads] %s with %j is pending', (status, fields, progress) => {
    expect(poll.read(taskIs(status, fields), task)).toEqual({ kind: 'pending', progress });
  });

  it.each([25, -0.1, '25%', {}, [0.5]])(
    '[providers.runway.reads] a progress of %j is no share, and does not hide that the task runs',
    (progress) => {
      const said = poll.read(taskIs('RUNNING', { progress }), task);
      const unread = JSON.stringify(progress) === '{}' ? {} : { unread: ['progress'] };
      expect(said).toEqual({ kind: 'pending', progress: null, ...unread });
    },
  );

  it('[providers.runway.reads] succeeded names the video', () => {
    expect(poll.read(succeeded(), task)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url },
    });
  });

  it.each([[], [''], [{ url }], url, null])(
    '[providers.runway.reads] succeeded with the output %j says nothing',
    (output) => {
      expect(poll.read(succeeded({ output }), task)).toMatchObject({ kind: 'unclear' });
    },
  );

  it('[providers.runway.reads] a task that responds with another id names it', () => {
    for (const said of [taskIs('PENDING'), succeeded(), failed()])
      expect(poll.read(said, 'other')).toMatchObject({ namedAs: task });
  });

  it.each([
    [60, 60],
    [7.5, 8],
    [0, 0],
  ])('[providers.runway.usage] %d credits count as %d', (credits, amount) => {
    const usage = { unit: 'credits', amount, figures: { credits } };
    expect(poll.read(succeeded(cost(credits)), task)).toMatchObject({ usage });
    const charge = amount === 0 ? 'not-charged' : 'charged';
    expect(poll.read(failed(cost(credits)), task)).toMatchObject({
      kind: 'failed',
      error: { charge },
      usage,
    });
  });

  it.each([-1, '60', null, 1e300, [60]])(
    '[providers.runway.usage] %j credits are not counted, and named as unread',
    (credits) => {
      const said = poll.read(succeeded(cost(credits)), task);
      expect(said).not.toHaveProperty('usage');
      expect(said).toMatchObject({ kind: 'succeeded', unread: ['cost'] });
    },
  );

  it.each([
    ['SAFETY.INPUT.TEXT', 'policy', 'charged'],
    ['SAFETY.OUTPUT.VIDEO', 'policy', 'charged'],
    ['INPUT_PREPROCESSING.SAFETY.TEXT', 'policy', 'charged'],
    ['ASSET.INVALID', 'invalid', 'unknown'],
    ['INTERNAL.BAD_OUTPUT.CODE01', 'internal', 'unknown'],
    ['INTERNAL', 'internal', 'unknown'],
  ])(
    '[providers.runway.failures] failed with %s is %s, and without a cost %s',
    (failureCode, kind, charge) => {
      const detail = `${failureCode}: It failed.`;
      expect(poll.read(failed({ failureCode }), task)).toEqual({
        kind: 'failed',
        error: { kind, charge, detail },
      });
      const free = poll.read(failed({ failureCode, ...cost(0) }), task);
      expect(free).toMatchObject({ error: { kind, charge: 'not-charged' }, usage: { amount: 0 } });
    },
  );

  it.each([
    ['FAILED', { failure: null }],
    ['FAILED', { failure: {}, failureCode: '' }],
    ['CANCELLED', {}],
  ])('[providers.runway.failures] %s with %j is a failure of unknown charge', (status, fields) => {
    expect(poll.read(taskIs(status, fields), task)).toEqual({
      kind: 'failed',
      error: { kind: 'internal', charge: 'unknown', detail: `task ${status}` },
    });
  });

  it.each([
    response({ error: 'Could not find Task' }, 404),
    response({ error: 'There is no such resource.', docUrl }, 404),
  ])('[providers.runway.reads] %j states that the task does not exist', (said) => {
    expect(poll.read(said, task)).toEqual({ kind: 'lost' });
  });

  it.each([
    taskIs('DREAMING'),
    response({ id: task, createdAt }),
    { ...succeeded(), status: 500 },
    response({ error: 'Could not find Task' }),
    response({ error: 'no such page' }, 404),
    response({ message: 'Not Found' }, 404),
    response({ error: 'The API key is not valid.', docUrl }, 401),
    response({ error: 'Your daily task limit has been reached.' }, 429),
    response({ status: 'FAILED' }, 502),
    response([]),
    response(null),
  ])('[providers.runway.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });
});

describe('an accepted Runway submission', () => {
  it('[providers.runway.reads] is its id', () => {
    const body = { id: task, estimatedCost: { credits: 60 } };
    expect(readAcceptance(response(body), call)).toBe(task);
    expect(readAcceptance(response({ id: task }), call)).toBe(task);
  });

  it.each([{}, { id: '' }, { taskId: task }, [], null])(
    '[providers.runway.reads] %j names no task',
    (body) => {
      expect(readAcceptance(response(body), call)).toBeUndefined();
    },
  );

  it('[providers.runway.reads] is named by a person by its id, and shows when it was created', () => {
    expect([naming?.taskOf(task, call), naming?.idOf(task)]).toEqual([task, task]);
    const at = Date.UTC(2026, 10, 30, 9, 15, 0, 250);
    expect(naming?.facts(succeeded(), task)).toEqual({ createdAt: at, reported: {} });
  });

  it.each([null, 1_790_000_000_000, 'yesterday', '2026-99-30T09:15:00Z', '1970-01-01T00:00:00Z'])(
    '[providers.runway.reads] a creation at %j is not known',
    (said) => {
      expect(naming?.facts(succeeded({ createdAt: said }), task).createdAt).toBeNull();
    },
  );
});

describe('a probe of a Runway account', () => {
  it.each([
    [response({ creditBalance: 5_000, tier: { models: {} } }), { kind: 'ready', balance: 5_000 }],
    [response({ creditBalance: 12.5 }), { kind: 'ready', balance: 12 }],
    [response({ error: 'No API key was provided.', docUrl }, 401), { kind: 'login-required' }],
  ] as const)('[providers.runway.reads] %j is %j', (said, reading) => {
    expect(probe?.read(said)).toEqual(reading);
  });

  it.each([
    response({}),
    response({ creditBalance: 'many' }),
    response({ error: 'no' }, 401),
    response({ error: 'The version is not valid.', docUrl }, 400),
    response({ creditBalance: 5_000 }, 503),
  ])('[providers.runway.reads] %j cannot be read', (said) => {
    expect(probe?.read(said)).toMatchObject({ kind: 'unreadable' });
  });
});
