import { createHash } from 'node:crypto';
import { jobStates } from '@filmgate/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assetRecord } from '../../src/video-task-api/native/upload-asset.ts';
import { nativeJob } from '../../src/video-task-api/native/native-job.ts';
import { bodyOf, idOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';

const key = { 'idempotency-key': '12345678' };

async function createJob(api: TestApi, payload: object = {}): Promise<string> {
  const made = await api.app.inject({
    method: 'POST',
    url: '/api/v1/video-jobs',
    headers: { ...api.native, ...key },
    payload: { plugin: 'std', prompt: 'a cat', ...payload },
  });
  return idOf(made);
}

describe('POST /api/v1/video-jobs', () => {
  it('responds with 202 and the record, then 200 [native.jobs.first-202] [native.jobs.replay-200] [native.jobs.record]', async () => {
    const { app, native, gateway } = await createTestApi();
    const payload = {
      plugin: 'std',
      prompt: 'a cat',
      references: [{ assetId: 'as_1', kind: 'image' }],
    };
    const send = (): ReturnType<typeof post> => post(payload);
    const post = async (body: object) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/video-jobs',
        headers: { ...native, ...key },
        payload: body,
      });
    const [first, again] = [await send(), await send()];
    const id = 'vj_00000000000000000000000002';
    expect([first.statusCode, again.statusCode]).toEqual([202, 200]);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(first.headers.location).toBe(`/api/v1/video-jobs/${id}`);
    expect(bodyOf(first, nativeJob.strict())).toEqual({
      id,
      plugin: 'std',
      status: 'queued',
      progress: 0,
      prompt: 'a cat',
      references: [{ assetId: 'as_1', kind: 'image' }],
      model: 'vm_std-2.0',
      seconds: 5,
      resolution: '1080p',
      aspectRatio: '16:9',
      generateAudio: true,
      error: null,
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-02T03:04:05.678Z',
      completedAt: null,
    });
    expect(again.json()).toEqual(first.json());
    expect(gateway.commands[0]).toMatchObject({
      owner: 'native',
      surface: 'native',
      whenAccountUnavailable: 'await-configuration',
    });
    const conflict = await post({ ...payload, prompt: 'a dog' });
    expect(errorOf(conflict)).toEqual([409, 'idempotency_key_conflict', 'Idempotency-Key']);
    expect(conflict.headers['x-should-retry']).toBe('false');
  });

  it.each([
    [{}, 'idempotency_key_required'],
    [{ 'idempotency-key': '1234567' }, 'idempotency_key_invalid'],
    [{ 'idempotency-key': '"1234567"' }, 'idempotency_key_invalid'],
    [{ 'idempotency-key': 'a'.repeat(129) }, 'idempotency_key_invalid'],
    [{ 'idempotency-key': '1234 5678' }, 'idempotency_key_invalid'],
    [{ 'idempotency-key': ['12345678', '12345678'] }, 'idempotency_key_invalid'],
  ])(
    'refuses %j before it reads the body [native.jobs.key-form] [native.jobs.key-required]',
    async (headers, code) => {
      const { app, native } = await createTestApi();
      const json = { 'content-type': 'application/json' };
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/video-jobs',
        headers: { ...native, ...json, ...headers },
        payload: '{',
      });
      expect(errorOf(response)).toEqual([400, code, 'Idempotency-Key']);
    },
  );

  it.each([
    [{ plugin: 'other' }, [400, 'plugin_invalid', 'plugin']],
    [{ prompt: '' }, [400, 'payload_invalid', 'prompt']],
    [{ options: { seconds: 4 } }, [400, 'payload_invalid', 'options.seconds']],
  ])('%j [native.jobs.plugin]', async (payload, error) => {
    const { app, native } = await createTestApi();
    const body = { plugin: 'std', prompt: 'a cat', ...payload };
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/video-jobs',
      headers: { ...native, ...key },
      payload: body,
    });
    expect(errorOf(response)).toEqual(error);
  });

  it.each([
    ['asset-not-found', 'asset_not_found'],
    ['wrong-kind', 'payload_invalid'],
  ] as const)(
    'a reference refused as %s is %s [native.jobs.asset-unknown] [native.jobs.kind-mismatch]',
    async (reason, code) => {
      const { app, native, gateway } = await createTestApi();
      gateway.scriptAccept({
        kind: 'reference-refused',
        param: 'references[0]',
        reason,
        message: 'No.',
      });
      const payload = {
        plugin: 'std',
        prompt: 'x',
        references: [{ assetId: 'as_1', kind: 'image' }],
      };
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/video-jobs',
        headers: { ...native, ...key },
        payload,
      });
      expect(errorOf(response)).toEqual([400, code, 'references[0]']);
    },
  );
});

describe('reading native jobs', () => {
  it.each(jobStates)('shows the state %s by its own word [native.jobs.read]', async (state) => {
    const api = await createTestApi();
    const id = await createJob(api);
    api.gateway.change(id, { state });
    const words: { readonly [state: string]: string } = {
      queued: 'queued',
      awaiting_configuration: 'configuration_required',
      completed: 'completed',
      failed: 'failed',
    };
    const response = await api.app.inject({ url: `/api/v1/video-jobs/${id}`, headers: api.native });
    const { status } = bodyOf(response, nativeJob);
    expect(status).toBe(words[state] ?? 'processing');
  });

  it('links and sends the video as an attachment [native.jobs.video] [native.jobs.video-url]', async () => {
    const api = await createTestApi();
    const id = await createJob(api);
    const url = `/api/v1/video-jobs/${id}`;
    expect(errorOf(await api.app.inject({ url: `${url}/video`, headers: api.native }))).toEqual([
      404,
      'job_not_found',
      undefined,
    ]);
    api.gateway.complete(id, Buffer.from('movie'));
    const read = await api.app.inject({ url, headers: api.native });
    const record = bodyOf(read, nativeJob.strict());
    const link = new URL(record.videoUrl ?? '');
    expect((await api.app.inject({ url: link.pathname + link.search })).body).toBe('movie');
    const video = await api.app.inject({ url: `${url}/video`, headers: api.native });
    expect([video.body, video.headers['content-disposition']]).toEqual([
      'movie',
      `attachment; filename="${id}.mp4"`,
    ]);
  });

  it('hides the tasks of API users [native.jobs.separate-owner] [native.jobs.not-found]', async () => {
    const { app, alice, native } = await createTestApi();
    const made = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers: alice,
      payload: { prompt: 'x' },
    });
    for (const id of [idOf(made), 'vj_unknown']) {
      expect(
        errorOf(await app.inject({ url: `/api/v1/video-jobs/${id}`, headers: native })),
      ).toEqual([404, 'job_not_found', undefined]);
    }
  });
});

describe('POST /api/v1/assets', () => {
  const upload = async (api: TestApi, headers: object, payload: Buffer | undefined) =>
    api.app.inject({
      method: 'POST',
      url: '/api/v1/assets',
      headers: { ...api.native, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  it('responds with 201 and the record [native.assets.created] [native.assets.file-name]', async () => {
    const api = await createTestApi();
    const bytes = Buffer.from('pretend png');
    const headers = { 'content-type': 'Image/PNG; x=1', 'x-file-name': 'K%C3%A4tzchen.png' };
    const response = await upload(api, headers, bytes);
    expect(response.statusCode).toBe(201);
    expect(bodyOf(response, assetRecord.strict())).toEqual({
      assetId: 'as_00000000000000000000000001',
      kind: 'image',
      contentType: 'image/png',
      fileName: 'Kätzchen.png',
      size: 11,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdAt: '2026-01-02T03:04:05.678Z',
    });
    expect(api.gateway.uploads[0]).toMatchObject({
      owner: 'native',
      announcedBytes: 11,
      declaredContentType: 'image/png',
      fileName: 'Kätzchen.png',
    });
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'parses no body of %s',
    async (type) => {
      const api = await createTestApi();
      expect((await upload(api, { 'content-type': type }, Buffer.from('{'))).statusCode).toBe(201);
    },
  );

  it('refuses an empty body [native.assets.empty]', async () => {
    const api = await createTestApi();
    expect(errorOf(await upload(api, {}, undefined))).toEqual([400, 'payload_invalid', undefined]);
    api.gateway.scriptUpload({ kind: 'empty' });
    expect(errorOf(await upload(api, { 'content-type': 'image/png' }, Buffer.from('')))).toEqual([
      400,
      'payload_invalid',
      undefined,
    ]);
  });

  it.each([
    [
      { kind: 'type-unsupported', declared: 'image/png', found: null, format: null },
      [415, 'asset_type_unsupported', 'Content-Type'],
    ],
    [
      { kind: 'type-unsupported', declared: 'image/png', found: 'video/mp4', format: null },
      [415, 'asset_type_unsupported', 'Content-Type'],
    ],
    [{ kind: 'too-large', maxBytes: 5 }, [413, 'asset_too_large', undefined]],
    [{ kind: 'interrupted' }, [400, 'payload_invalid', undefined]],
  ] as const)('%j [native.assets.type-refused]', async (result, error) => {
    const api = await createTestApi();
    api.gateway.scriptUpload(result);
    expect(
      errorOf(await upload(api, { 'content-type': 'image/png' }, Buffer.from('bytes'))),
    ).toEqual(error);
  });
});

describe('uploads on real sockets [native.assets.limit]', () => {
  const start = async (assetBytes: number) => {
    const api = await createTestApi({ settings: { assetBytes } });
    onTestFinished(() => api.app.close());
    const connection = await openRaw(await listen(api.app));
    onTestFinished(() => void connection.socket.destroy());
    return { api, connection };
  };
  const head = (length: string): string =>
    `POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer native-key\r\nContent-Type: image/png\r\n${length}\r\n\r\n`;

  it('an announced size over the limit is refused before a byte is read', async () => {
    const { api, connection } = await start(1000);
    connection.send(head('Content-Length: 1001'));
    const text = await connection.until('asset_too_large');
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(api.gateway.uploads).toEqual([]);
  });

  it('a caller that keeps sending still gets the response, and the connection stays open', async () => {
    const { api, connection } = await start(1000);
    connection.send(head('Content-Length: 300000'));
    connection.send(Buffer.alloc(300_000));
    await connection.until('asset_too_large');
    connection.send('GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.until('api_key_required');
    expect(api.gateway.uploads).toEqual([]);
  });

  it('a chunked body refused half-way gets a response, too', async () => {
    const { api, connection } = await start(1000);
    api.gateway.scriptUpload({ kind: 'too-large', maxBytes: 1000 });
    connection.send(head('Transfer-Encoding: chunked'));
    // More than a block: smaller pieces are joined before they are counted.
    connection.send(`20000\r\n${'x'.repeat(0x2_0000)}\r\n`);
    await connection.until('asset_too_large');
    connection.send(
      `1000\r\n${'x'.repeat(4096)}\r\n0\r\n\r\nGET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(await connection.until('api_key_required')).toMatch(/^HTTP\/1\.1 413 /);
  });
});
