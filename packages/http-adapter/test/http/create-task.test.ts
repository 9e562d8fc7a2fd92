import { type AcceptResult, type AdmissionRefusal, StorageUnavailable } from '@filmgate/core';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { errorBody } from '../../src/http/error-codes.ts';
import { taskObject } from '../../src/video-task-api/tasks/task-object.ts';
import { bodyOf, idOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

const paths = ['/v1/videos', '/v1/videos/generations', '/v1/video/generations'] as const;

describe('creating a task', () => {
  it.each(paths)(
    'responds with 202 and the task on POST %s [tasks.create.paths-equivalent]',
    async (url) => {
      const { app, alice } = await createTestApi();
      const made = await app.inject({
        method: 'POST',
        url,
        headers: alice,
        payload: { prompt: 'a cat', seconds: 8 },
      });
      const id = 'vt_00000000000000000000000002';
      expect(made.statusCode).toBe(202);
      expect(made.headers).toMatchObject({
        location: `/v1/videos/${id}`,
        'openai-poll-after-ms': '3000',
        'x-request-id': 'req_00000000000000000000000001',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(made.headers).not.toHaveProperty('idempotency-replayed');
      expect(bodyOf(made, taskObject.strict())).toEqual({
        id,
        task_id: id,
        object: 'video',
        status: 'in_progress',
        progress: 0,
        model: 'vm_std-2.0',
        seconds: 8,
        resolution: '1080p',
        aspect_ratio: '16:9',
        size: '1920x1080',
        generate_audio: true,
        prompt: 'a cat',
        created_at: 1_767_323_045,
        completed_at: null,
        expires_at: null,
        error: null,
        remixed_from_video_id: null,
        warnings: [],
      });
    },
  );

  it('hands the gateway an owner, an origin, and no key where none was sent', async () => {
    const { app, alice, gateway } = await createTestApi();
    await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: alice,
      payload: { prompt: 'a cat' },
    });
    expect(gateway.commands[0]).toMatchObject({
      owner: 'user:alice',
      surface: 'tasks',
      idempotency: null,
      whenAccountUnavailable: 'refuse',
    });
  });

  it('replays one key over paths and encodings [idempotency.scope-paths] [idempotency.scope-encodings]', async () => {
    const { app, alice } = await createTestApi();
    const headers = { ...alice, 'idempotency-key': '"k1"' };
    const first = await app.inject({
      method: 'POST',
      url: paths[0],
      headers,
      payload: { prompt: 'a cat', seconds: 8 },
    });
    const form = new FormData();
    form.append('prompt', 'a cat');
    form.append('seconds', '08');
    form.append('size', '');
    const again = await app.inject({
      method: 'POST',
      url: paths[1],
      headers: { ...alice, 'idempotency-key': 'k1' },
      payload: form,
    });
    expect([first.statusCode, again.statusCode]).toEqual([202, 200]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(idOf(again)).toBe(idOf(first));
    const other = await app.inject({
      method: 'POST',
      url: paths[2],
      headers,
      payload: { prompt: 'a dog' },
    });
    expect(errorOf(other)).toEqual([409, 'idempotency_key_conflict', 'Idempotency-Key']);
    expect(other.headers['x-should-retry']).toBe('false');
  });

  it('keeps the keys of two API users apart [idempotency.scope-user]', async () => {
    const { app, alice, bob } = await createTestApi();
    const make = (who: object): Promise<{ statusCode: number }> =>
      app.inject({
        method: 'POST',
        url: '/v1/videos',
        headers: { ...who, 'idempotency-key': 'k1' },
        payload: { prompt: 'x' },
      });
    expect([(await make(alice)).statusCode, (await make(bob)).statusCode]).toEqual([202, 202]);
  });

  it('reads a file out of a form', async () => {
    const { app, alice, gateway } = await createTestApi();
    const form = new FormData();
    form.append('prompt', 'a cat');
    form.append('input_reference', new File([new Uint8Array([1, 2, 3])], 'cat.png'));
    form.append('frame_mode', 'all');
    form.append('images[][asset_id]', 'as_1');
    const made = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: alice,
      payload: form,
    });
    expect(made.statusCode).toBe(202);
    expect(gateway.commands[0]?.draft.references).toEqual([
      {
        param: 'images[0]',
        role: 'first_frame',
        kind: 'image',
        source: { kind: 'asset', assetId: 'as_1' },
      },
      {
        param: 'input_reference',
        role: 'last_frame',
        kind: 'image',
        source: { kind: 'bytes', bytes: Buffer.from([1, 2, 3]) },
      },
    ]);
  });
});

describe('order of checks [tasks.create.check-order]', () => {
  it('goes route, credential, key, body, model, fields', async () => {
    const { app, alice } = await createTestApi();
    const json = { 'content-type': 'application/json' };
    const send = async (
      method: 'PUT' | 'POST',
      headers: object,
      payload: string,
    ): Promise<unknown> =>
      errorOf(
        await app.inject({ method, url: '/v1/videos', headers: { ...json, ...headers }, payload }),
      );
    const badKey = { 'idempotency-key': 'a b' };
    expect(await send('PUT', badKey, '{')).toEqual([405, 'method_not_allowed', undefined]);
    expect(await send('POST', badKey, '{')).toEqual([401, 'api_key_required', undefined]);
    expect(await send('POST', { ...alice, ...badKey }, '{')).toEqual([
      400,
      'payload_invalid',
      'Idempotency-Key',
    ]);
    expect(await send('POST', alice, '{')).toEqual([400, 'payload_invalid', undefined]);
    expect(await send('POST', alice, '{"model":"x","prompt":""}')).toEqual([
      400,
      'model_invalid',
      'model',
    ]);
    expect(await send('POST', alice, '{"seconds":99,"prompt":""}')).toEqual([
      400,
      'payload_invalid',
      'prompt',
    ]);
    expect(await send('POST', alice, '{"seconds":99,"prompt":"x"}')).toEqual([
      400,
      'payload_invalid',
      'seconds',
    ]);
  });

  it('refuses two key lines, even equal ones [idempotency.two-lines]', async () => {
    const { app, alice } = await createTestApi();
    const headers = { ...alice, 'idempotency-key': ['k1', 'k1'] };
    const response = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers,
      payload: { prompt: 'x' },
    });
    expect(errorOf(response)).toEqual([400, 'payload_invalid', 'Idempotency-Key']);
  });
});

/** Returns error, Retry-After and x-should-retry of a response. */
function refusalOf(response: LightMyRequestResponse): readonly unknown[] {
  const { headers } = response;
  return [...errorOf(response), headers['retry-after'] ?? null, headers['x-should-retry'] ?? null];
}

describe('refusals of the gateway', () => {
  const usage = { used: 40, reserved: 50, held: 0, limit: 100 };
  const notAdmitted = (reason: AdmissionRefusal, retryAfterMs: number | null): AcceptResult => ({
    kind: 'not-admitted',
    reason,
    retryAfterMs,
  });
  const refused = (param: string, reason: 'unfetchable' | 'asset-not-found'): AcceptResult => ({
    kind: 'reference-refused',
    param,
    reason,
    message: 'No.',
  });

  it.each<readonly [result: AcceptResult, expected: readonly unknown[]]>([
    [
      { kind: 'quota-exhausted', usage, price: 20 },
      [429, 'api_user_total_limit_exhausted', undefined, null, 'false'],
    ],
    [{ kind: 'queue-full' }, [503, 'trae_protocol_unavailable', undefined, '5', null]],
    [{ kind: 'owner-share-taken', share: 3 }, [429, 'queue_share_exhausted', undefined, '5', null]],
    [{ kind: 'open-jobs-limit', limit: 3 }, [429, 'open_jobs_limit_reached', undefined, '5', null]],
    [
      { kind: 'references-busy', whose: 'owner' },
      [429, 'references_limit_reached', undefined, '5', null],
    ],
    [
      { kind: 'references-busy', whose: 'all' },
      [503, 'trae_protocol_unavailable', undefined, '5', null],
    ],
    [
      { kind: 'allowance-exhausted', heldBytes: 9, allowance: 10 },
      [429, 'storage_allowance_exhausted', undefined, null, 'false'],
    ],
    [{ kind: 'space-low' }, [503, 'trae_protocol_unavailable', undefined, '5', null]],
    [
      notAdmitted('credits-exhausted', null),
      [409, 'trae_credits_exhausted', undefined, null, 'false'],
    ],
    [
      notAdmitted('account-unavailable', null),
      [409, 'trae_protocol_account_unavailable', undefined, null, 'false'],
    ],
    [
      notAdmitted('settlement-pending', 10_000),
      [503, 'trae_credits_settlement_pending', undefined, '10', null],
    ],
    [
      notAdmitted('credits-unavailable', 90_000),
      [503, 'trae_credits_unavailable', undefined, '60', null],
    ],
    [
      notAdmitted('upstream-unavailable', 200),
      [503, 'trae_protocol_unavailable', undefined, '1', null],
    ],
    [refused('images[2]', 'unfetchable'), [400, 'payload_invalid', 'images[2]', null, null]],
    [refused('images[0]', 'asset-not-found'), [400, 'payload_invalid', 'images[0]', null, null]],
  ])('%j', async (result, expected) => {
    const { app, alice, gateway } = await createTestApi();
    gateway.scriptAccept(result);
    const response = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: alice,
      payload: { prompt: 'x' },
    });
    expect(refusalOf(response)).toEqual(expected);
  });

  it('names the constraint that binds', async () => {
    const { app, alice, gateway } = await createTestApi();
    gateway.scriptAccept({ kind: 'quota-exhausted', usage, price: 20 });
    const response = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: alice,
      payload: { prompt: 'x' },
    });
    expect(bodyOf(response, errorBody).error.message).toBe(
      'This task costs 20 credits, more than the quota has left: limit 100, used 40, reserved 50, on hold 0 credits.',
    );
  });

  it.each([
    ['no', {}, ['5', null]],
    ['unknown', { 'idempotency-key': 'k1' }, ['5', null]],
    ['unknown', {}, [null, 'false']],
  ] as const)('store fails, applied %s, headers %j', async (applied, headers, retry) => {
    const { app, alice, gateway, log } = await createTestApi();
    gateway.scriptAccept(new StorageUnavailable('disk full at /secret/path', { applied }));
    const response = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: { ...alice, ...headers },
      payload: { prompt: 'x' },
    });
    const error = [503, 'trae_protocol_unavailable', undefined];
    expect(refusalOf(response)).toEqual([...error, ...retry]);
    expect(response.body).not.toContain('secret');
    expect(log.events.some(({ event }) => event === 'storage_unavailable')).toBe(true);
  });

  it('says nothing of a fault of ours', async () => {
    const { app, alice, gateway, log } = await createTestApi();
    gateway.scriptAccept(new Error('secret detail'));
    const response = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: alice,
      payload: { prompt: 'x' },
    });
    expect(errorOf(response)).toEqual([500, 'internal_error', undefined]);
    expect(response.body).not.toContain('secret');
    expect(log.events.at(-1)).toMatchObject({ level: 'error', event: 'request_failed' });
  });
});
