import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
const { poll, readAcceptance, probe } = kling.describe({ dialect: 'legacy' });
const path = '/v1/videos/image2video';
const task = { path, id: '826' };
const url = 'https://cdn.klingai.com/bs2/film.mp4';
const ended = 1_739_744_621_359;
const call = { path, body: { kind: 'json', value: {} } } as const;

function response(data: JsonValue, status = 200, code = 0) {
  return { status, body: { code, message: 'SUCCEED', request_id: 'r-1', data } };
}

function one(fields: { readonly [field: string]: JsonValue }) {
  return response({ task_id: '826', task_status: 'submitted', updated_at: ended, ...fields });
}

describe('a read of a task of Kling’s former interface', () => {
  it('[providers.kling.reads] asks where it was ordered', () => {
    expect(readAcceptance(response({ task_id: '826', task_status: 'submitted' }), call)).toEqual(
      task,
    );
    expect(poll.request(task)).toEqual({ path: `${path}/826` });
  });

  it.each(['submitted', 'processing'])('[providers.kling.reads] %s is pending', (task_status) => {
    expect(poll.read(one({ task_status }), task)).toEqual({ kind: 'pending', progress: null });
  });

  it.each(['succeed', 'succeeded'])(
    '[providers.kling.reads] %s names the video and its charge',
    (task_status) => {
      const fields = { task_status, task_result: { videos: [{ id: 'v', url, duration: '5.1' }] } };
      expect(poll.read(one({ ...fields, final_unit_deduction: '4.4' }), task)).toEqual({
        kind: 'succeeded',
        output: { kind: 'foreign', at: url, keptUntil: ended + 30 * 86_400_000 },
        usage: { unit: 'units', amount: 440, figures: { final_unit_deduction: '4.4' } },
        effective: { duration: '5.1' },
      });
      expect(poll.read(one(fields), task)).not.toHaveProperty('usage');
    },
  );

  it.each([
    ['0', 'not-charged', 0],
    ['3', 'charged', 300],
    [null, 'unknown', undefined],
  ])(
    '[providers.kling.reads] failed with the deduction %j is %s, and keeps it',
    (final_unit_deduction, charge, amount) => {
      const fields = { task_status: 'failed', task_status_msg: 'why', final_unit_deduction };
      const figures = { final_unit_deduction };
      expect(poll.read(one(fields), task)).toEqual({
        kind: 'failed',
        error: { kind: 'internal', charge, detail: 'why' },
        ...(amount !== undefined && { usage: { unit: 'units', amount, figures } }),
      });
    },
  );

  it('[wire.own-words] another spelling of the id is reported, and read', () => {
    const said = one({ task_id: 827, task_status: 'processing' });
    const namedAs = { ...task, id: '827' };
    expect(poll.read(said, task)).toEqual({ kind: 'pending', progress: null, namedAs });
  });

  it('[providers.kling.reads] 404 with 1203 states that the task does not exist', () => {
    expect(poll.read({ status: 404, body: { code: 1203, message: 'm' } }, task)).toEqual({
      kind: 'lost',
    });
  });

  it.each([
    one({ task_status: 'succeed' }),
    one({ task_status: 'succeed', task_result: { videos: [] } }),
    one({ task_status: 'stored' }),
    one({ task_id: null, task_status: 'submitted' }),
    response({}, 500),
    { status: 404, body: {} },
    { status: 200, body: { code: 1203, message: 'm' } },
  ])('[providers.kling.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });

  it.each([
    [response([]), 'ready'],
    [{ status: 401, body: { code: 1003, message: 'm' } }, 'login-required'],
    [{ status: 429, body: { code: 1101, message: 'm' } }, 'unreadable'],
    [{ status: 200, body: null }, 'unreadable'],
  ] as const)('[providers.kling.reads] of a look at the account, %j is %s', (said, kind) => {
    expect(probe?.read(said).kind).toBe(kind);
  });
});
