import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTaskProvider } from '../../src/engine/create-task-provider.ts';
import { createHttpTransport } from '../../src/engine/http-transport.ts';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { NotMade, NotSent } from '../../src/engine/transport.ts';
import { openEngine, sampleNow, submitSample } from '../support/open-engine.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import {
  readSampleAsset,
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../support/sample-request.ts';
import { PlainText, type ScriptedResponse } from '../support/scripted-transport.ts';

const description = reelDescription();
const refusal = { fault: 'busy', words: 'later' };

const endpoint = {
  id: 'endpoint-1',
  baseUrl: 'http://h.example',
  resultHosts: [],
  isConfigured: true,
};

async function said(response: ScriptedResponse) {
  const { client } = openEngine(description, () => response);
  return await submitSample(client);
}

describe('the response to a submission', () => {
  it('reports acceptance, with the handle that finds the task again', async () => {
    expect(await said({ status: 200, body: { video: 'f-1', more: true } })).toEqual({
      kind: 'accepted',
      handle: { version: 1, value: { video: 'f-1' } },
    });
  });

  it.each<[string, ScriptedResponse]>([
    ['a success without an id', { status: 200, body: {} }],
    ['a success of another shape', { status: 201, body: { video: 1 } }],
    ['a success that is a page', { status: 200, body: new PlainText('<html>') }],
    ['a success cut short', { status: 200, body: new PlainText('{"film":"f-') }],
    ['a redirect with an id', { status: 307, body: { fault: 'busy', words: '' } }],
    ['an unlisted code', { status: 429, body: { ...refusal, fault: 'sleepy' } }],
    ['a listed code of another status', { status: 503, body: refusal }],
    ['a listed status as a page', { status: 429, body: new PlainText('<html>') }],
    ['a listed status of another shape', { status: 401, body: { message: 'bad key' } }],
    ['408 in its words', { status: 408, body: refusal }],
    ['500 in its words', { status: 500, body: refusal }],
  ])('[providers.engine.proof] %s leaves it unknown', async (_name, response) => {
    const outcome = await said(response);
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(JSON.stringify(outcome)).toContain(String(response.status));
  });

  describe('that is a success with a documented error', () => {
    const [row] = description.refusals;
    if (row === undefined) throw new Error('The description has no refusal.');
    const inSuccess = { ...description, refusals: [{ ...row, status: 200, code: 'busy' }] };
    const submitted = async (status: number, body: JsonValue) =>
      await submitSample(openEngine(inSuccess, () => ({ status, body })).client);

    it('[providers.engine.proof-in-success] is a refusal if it names no id at all', async () => {
      const error = { kind: row.kind, scope: row.scope, charge: 'not-charged' };
      expect(await submitted(200, refusal)).toMatchObject({ kind: 'rejected', error });
    });

    it.each<[string, number, JsonValue, string]>([
      ['a task beside it', 200, { ...refusal, video: 'f-1' }, 'accepted'],
      ['an id in it', 200, { ...refusal, data: { task_id: '7' } }, 'unknown'],
      ['an id that contains the secret', 200, { ...refusal, id: 'secret-key-1' }, 'unknown'],
      ['another status', 201, refusal, 'unknown'],
      ['another code', 200, { ...refusal, fault: 'sleepy' }, 'unknown'],
      ['another shape', 200, { message: 'busy' }, 'unknown'],
    ])(
      '[providers.engine.proof-in-success] is no refusal with %s',
      async (_, status, body, kind) => {
        expect(await submitted(status, body)).toMatchObject({ kind });
      },
    );
  });

  it.each([
    [{ retryAfter: '30' }, 30_000],
    [{ retryAfter: '30', retryAfterMs: '1500' }, 1_500],
    [{ retryAfter: new Date(sampleNow + 9_000).toUTCString() }, 9_000],
    [{}, null],
  ])('[wire.retry-after] a refusal with %j waits %j ms', async (given, retryAfterMs) => {
    const outcome = await said({ status: 429, body: refusal, given });
    expect(outcome).toMatchObject({ kind: 'rejected', error: { retryAfterMs } });
  });

  it('[providers.engine.redaction] shows no secret, link or token of a provider’s text', async () => {
    const words = 'key secret-key-1 at https://h.example/x?sig=abc: Bearer abcdefghijkl';
    const outcome = await said({ status: 422, body: { fault: 'text-bad', words } });
    const detail = 'text-bad: key (withheld) at https://h.example/… Bearer (withheld)';
    expect(outcome).toMatchObject({ kind: 'rejected', error: { kind: 'policy', detail } });
  });

  it('[providers.engine.redaction] reports in which words a test of the login was refused, without the secret', async () => {
    const body = { fault: 'key-bad', words: 'no secret-key-1 here' };
    const { client } = openEngine(description, () => ({ status: 401, body }));
    const { signal } = new AbortController();
    expect(await client.probe?.({ account: sampleAccount, signal })).toEqual({
      kind: 'login-required',
      detail: '401, key-bad: no (withheld) here',
    });
  });
});

describe('nothing is sent', () => {
  const sent = { status: 200, body: { video: 'f-1' } };

  it('[providers.engine.assets] without the bytes of a reference', async () => {
    const { client, transport } = openEngine(description, () => sent);
    const submission = client.prepare({
      request: sampleRequest({ references: [sampleReference('first_frame')] }),
      route: sampleRoute(),
      account: sampleAccount,
      correlationId: sampleCorrelationId,
      noticeUrl: null,
    });
    const call = {
      account: sampleAccount,
      submission,
      correlationId: sampleCorrelationId,
      deadlineAt: sampleNow + 1,
      readAsset: () => Promise.reject(new Error('it is gone')),
      signal: new AbortController().signal,
    };
    const error = { kind: 'internal', scope: 'request', charge: 'not-charged' };
    expect(await client.submit(call)).toMatchObject({ kind: 'rejected', error });
    const other = { ...call, readAsset: readSampleAsset, submission: { version: 9, value: 1 } };
    expect(await client.submit(other)).toMatchObject({ kind: 'rejected', error });
    expect(transport.calls).toEqual([]);
  });

  it('with a credential that is not in its form', async () => {
    const { client, transport } = openEngine(description, () => sent);
    const outcome = await submitSample(client, { secret: 'malformed' });
    const error = { kind: 'login', scope: 'account', charge: 'not-charged' };
    expect(outcome).toMatchObject({ kind: 'rejected', error });
    const account = { ...sampleAccount, secret: 'malformed' };
    const { signal } = new AbortController();
    expect(await client.probe?.({ account, signal })).toMatchObject({ kind: 'login-required' });
    expect(transport.calls).toEqual([]);
  });

  it.each(['secret-key-1\n', 'secret-\r\nx: y', 'secret\u0000', '密钥'])(
    '[pool.secret-form] with a credential that no header can carry: %j',
    async (secret) => {
      const { client, transport } = openEngine(description, () => sent);
      const error = { kind: 'login', scope: 'account', charge: 'not-charged' };
      expect(await submitSample(client, { secret })).toMatchObject({ kind: 'rejected', error });
      const account = { ...sampleAccount, secret };
      const { signal } = new AbortController();
      expect(await client.probe?.({ account, signal })).toMatchObject({ kind: 'login-required' });
      expect(transport.calls).toEqual([]);
    },
  );

  it('[pool.served-beside] that cannot be made into a request, which is no fault of the endpoint', async () => {
    const transport = createHttpTransport('http://127.0.0.1:1');
    const call = { method: 'POST', body: '{}', signal: AbortSignal.timeout(20_000) } as const;
    const unmade = { ...call, path: '/films', headers: { 'x-mark': 'a\nb' } };
    await expect(transport.send(unmade)).rejects.toBeInstanceOf(NotMade);
    await expect(transport.send({ ...unmade, headers: {} })).rejects.not.toBeInstanceOf(NotMade);
    await transport.close();
    const unmakeable: ProviderDescription = {
      ...description,
      build: (input) => ({ ...description.build(input), headers: { 'x-mark': 'a\nb' } }),
    };
    const client = createTaskProvider(unmakeable, {
      endpoint,
      transport: createHttpTransport(endpoint.baseUrl),
      openUrl: async () => ({ kind: 'refused', message: 'There is no network.' }),
      now: () => Date.now(),
    });
    const error = { kind: 'internal', scope: 'account', charge: 'not-charged' };
    expect(await submitSample(client)).toMatchObject({ kind: 'rejected', error });
  });

  it('[wire.nothing-sent] by the word of another copy of this package, as in a bundle of a module', async () => {
    const { pathname } = new URL('../../src/engine/transport.ts', import.meta.url);
    const copy = z
      .object({ NotSent: z.custom<typeof NotSent>(), NotMade: z.custom<typeof NotMade>() })
      .parse(await import(/* @vite-ignore */ `${pathname}?copy`));
    expect(new copy.NotSent('no')).not.toBeInstanceOf(NotSent);
    for (const [error, kind] of [
      [new copy.NotSent('no'), 'unavailable'],
      [new copy.NotMade('no'), 'internal'],
    ] as const) {
      const { client } = openEngine(description, () => {
        throw error;
      });
      expect(await submitSample(client)).toMatchObject({ kind: 'rejected', error: { kind } });
    }
  });

  it('[wire.nothing-sent] where there was no connection', async () => {
    const broken = (error: Error) =>
      createTaskProvider(description, {
        endpoint,
        transport: {
          send: async () => {
            throw error;
          },
        },
        openUrl: async () => ({ kind: 'refused', message: 'There is no network.' }),
        now: () => sampleNow,
      });
    const error = { kind: 'unavailable', scope: 'endpoint', charge: 'not-charged' };
    expect(await submitSample(broken(new NotSent('no')))).toMatchObject({
      kind: 'rejected',
      error,
    });
    expect(await submitSample(broken(new Error('reset')))).toMatchObject({ kind: 'unknown' });
  });
});

describe('the saved submission', () => {
  it('[invariants.i13-no-secret-leaves] holds no credential, and is the same for the same job', () => {
    const { client } = openEngine(description, () => ({ status: 500, body: {} }));
    const prepare = () =>
      client.prepare({
        request: sampleRequest(),
        route: sampleRoute(),
        account: sampleAccount,
        correlationId: sampleCorrelationId,
        noticeUrl: null,
      });
    expect(prepare()).toEqual(prepare());
    expect(JSON.stringify(prepare())).not.toContain('secret-key-1');
    expect(JSON.stringify(prepare())).not.toContain('x-reel-key');
  });
});
