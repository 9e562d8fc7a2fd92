import type { FileLost } from '@filmgate/core';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeJob } from '../doubles/admin-jobs.ts';
import { createAdminTestApi } from '../doubles/admin-test-api.ts';
import { taskObject } from '../../src/video-task-api/tasks/task-object.ts';
import { bodyOf, idOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createLocalTestApi } from '../doubles/local-test-api.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';
import { createWorkbenchTestApi } from '../doubles/workbench-test-api.ts';

const movie = Buffer.from('movie');
const states: readonly (readonly [FileLost, number, string, object])[] = [
  [{ kind: 'lost' }, 410, 'result_lost', { 'x-should-retry': 'false' }],
  [{ kind: 'restoring', retryAfterMs: 7_000 }, 503, 'result_restoring', { 'retry-after': '7' }],
];

/** Expects that a refusal contains no part of the file, no tag of it, and nothing about its length. */
function expectNothingOfIt({ headers, body }: LightMyRequestResponse): void {
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('accept-ranges');
  expect(body).not.toContain('movie');
}

describe.each(states)('a result whose file is $kind', (lost, status, code, hints) => {
  it('[results.lost] is said in the shape of the Video Task API and of the native API', async () => {
    const { app, alice, native, gateway } = await createTestApi();
    onTestFinished(() => app.close());
    const post = async (url: string, headers: Record<string, string>, payload: object) =>
      app.inject({ method: 'POST', url, headers, payload });
    const task = idOf(await post('/v1/videos', alice, { prompt: 'x' }));
    const key = { ...native, 'idempotency-key': 'a-key-of-the-test' };
    const job = idOf(await post('/api/v1/video-jobs', key, { plugin: 'std', prompt: 'x' }));
    gateway.complete(task, movie);
    gateway.complete(job, movie);
    const read = async () =>
      bodyOf(await app.inject({ url: `/v1/videos/${task}`, headers: alice }), taskObject);
    const shown = await read();
    gateway.lost = lost;
    const link = new URL(shown.video_url ?? '');
    for (const asked of [
      { url: `/v1/videos/${task}/content`, headers: alice },
      { url: `/v1/videos/${task}/content`, headers: { ...alice, range: 'bytes=0-1' } },
      { url: link.pathname + link.search },
      { url: `/api/v1/video-jobs/${job}/video`, headers: native },
    ]) {
      const response = await app.inject(asked);
      expect(errorOf(response).slice(0, 2)).toEqual([status, code]);
      expect(response.headers).toMatchObject(hints);
      expectNothingOfIt(response);
    }
    expect(await read()).toEqual(shown);
  });

  it('[results.lost] is said by the Local Generation API, and to who waited for an image with the advice not to call again', async () => {
    const { app, gateway, service } = await createLocalTestApi();
    onTestFinished(() => app.close());
    const call = app.inject({
      method: 'POST',
      url: '/v1/images/generations',
      headers: service,
      payload: { model: 'imgA-1x1-1k', prompt: 'a fox', response_format: 'b64_json' },
    });
    await expect.poll(() => gateway.jobs.size).toBe(1);
    gateway.lost = lost;
    for (const id of gateway.jobs.keys()) gateway.complete(id, movie);
    const response = await call;
    expect(errorOf(response).slice(0, 2)).toEqual([status, code]);
    expect(response.headers['x-should-retry']).toBe('false');
  });

  it('[results.lost] is said as {detail} at the workbench and to administrators', async () => {
    const bench = await createWorkbenchTestApi('');
    onTestFinished(() => bench.app.close());
    const id = 'ui-b41f7a0e-5d0a-4a70-9f43-0d1f1b6c9a55';
    await bench.send('POST', '/local-video/jobs', {
      id,
      model: 'vidA-fast-4s-16x9-720p',
      prompt: 'a cat',
    });
    bench.gateway.complete(id, movie);
    bench.gateway.lost = lost;
    const admin = await createAdminTestApi();
    onTestFinished(() => admin.app.close());
    await makeJob(admin, 'vt_1');
    admin.gateway.complete('vt_1', movie);
    admin.gateway.lost = lost;
    const responses = [
      await bench.send('GET', `/local-video/jobs/${id}/content`),
      await admin.as(await admin.login())('GET', '/api/v1/admin/jobs/vt_1/content'),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(status);
      expect(response.json()).toEqual({ detail: expect.stringContaining('lost') });
      expect(response.headers['x-error-code']).toBe(code);
      expectNothingOfIt(response);
    }
  });
});
