import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatCompletion } from '../../src/local-generation-api/chat/chat-completions.ts';
import { bodyOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createLocalTestApi, type LocalTestApi } from '../doubles/local-test-api.ts';

const payload = { model: 'vidA-fast-4s-16x9-720p', prompt: 'a fox' };

async function mounted(): Promise<LocalTestApi> {
  const api = await createLocalTestApi({ prefix: '/films' });
  onTestFinished(() => api.app.close());
  return api;
}

/** Starts a chat generation and returns its job's id. */
async function waiting({ app, gateway, service }: LocalTestApi) {
  const response = app.inject({
    method: 'POST',
    url: '/films/v1/chat/completions',
    headers: service,
    payload,
  });
  void response.then(() => undefined);
  for (
    let turn = 0;
    turn < 100 && gateway.jobs.size === 0 && gateway.commands.length === 0;
    turn += 1
  )
    await new Promise((resolve) => setImmediate(resolve));
  const [id = ''] = gateway.jobs.keys();
  return { response, id };
}

describe('the Local Generation API mounted under a prefix of another server', () => {
  it('[local.result.public-url] responds there, with results below the same prefix', async () => {
    const api = await mounted();
    const { response, id } = await waiting(api);
    api.gateway.complete(id, Buffer.from('movie'));
    const { url } = bodyOf(await response, chatCompletion);
    expect(url).toContain(`http://local.example/films/media/${id}.mp4?`);
    const path = url.slice('http://local.example'.length);
    const movie = await api.app.inject({ url: path });
    expect([movie.statusCode, movie.body]).toEqual([200, 'movie']);
  });

  it('[local.chat.no-idempotency] accepts each call without a key, as one owner', async () => {
    const api = await mounted();
    const { response, id } = await waiting(api);
    expect(api.gateway.commands).toMatchObject([
      {
        owner: 'service',
        surface: 'local',
        jobId: id,
        idempotency: { scope: 'service/calls', key: null },
        whenAccountUnavailable: 'refuse-unserved',
      },
    ]);
    api.gateway.complete(id, Buffer.from('movie'));
    expect((await response).statusCode).toBe(200);
  });

  it('[local.wait.draining] cuts its waits on request, naming the job', async () => {
    const api = await mounted();
    const { response, id } = await waiting(api);
    api.stop();
    const cut = await response;
    expect(errorOf(cut)).toEqual([503, 'draining', undefined]);
    expect(cut.body).toContain(id);
    expect(cut.headers['x-should-retry']).toBe('false');
  });

  it('leaves the paths of its host alone', async () => {
    const api = await mounted();
    api.app.get('/own', () => 'mine');
    expect((await api.app.inject({ url: '/own' })).body).toBe('mine');
    const foreign = await api.app.inject({ url: '/elsewhere' });
    expect(foreign.body).not.toContain('route_not_found');
    const unknown = await api.app.inject({ url: '/films/v1/none' });
    expect(errorOf(unknown)).toEqual([404, 'route_not_found', undefined]);
  });
});

describe('a listener with its options', () => {
  it('[local.wait.server-timeouts] has no time after which it ends a connection that waits', async () => {
    const { app } = await mounted();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { timeout, requestTimeout } = app.server;
    expect({ timeout, requestTimeout }).toEqual({ timeout: 0, requestTimeout: 0 });
    expect(app.initialConfig).toMatchObject({ connectionTimeout: 0, requestTimeout: 0 });
  });
});

describe('a fault of ours', () => {
  it('[local.errors.no-retry] in a call that may have begun something asks the client not to retry', async () => {
    const api = await mounted();
    for (const fault of [
      new Error('a bug after the commit'),
      new StorageUnavailable('disk', { applied: 'unknown' }),
    ]) {
      api.gateway.scriptAccept(fault);
      const { response } = await waiting(api);
      const { statusCode, headers } = await response;
      expect(statusCode).toBeGreaterThanOrEqual(500);
      expect(headers['x-should-retry']).toBe('false');
    }
  });

  it('[local.errors.no-retry] before anything was begun may be tried again', async () => {
    const api = await mounted();
    api.gateway.scriptAccept(new StorageUnavailable('disk', { applied: 'no' }));
    const { response } = await waiting(api);
    const refused = await response;
    expect(errorOf(refused)).toEqual([503, 'storage_unavailable', undefined]);
    expect(refused.headers['x-should-retry']).toBeUndefined();
  });

  it('[local.errors.no-retry] after the generation has ended does so too, and says that its result is gone', async () => {
    const api = await mounted();
    const { response, id } = await waiting(api);
    // Completed, but without a file to link to.
    api.gateway.change(id, { state: 'completed', result: null });
    const failed = await response;
    expect(errorOf(failed)).toEqual([410, 'result_lost', undefined]);
    expect(failed.headers['x-should-retry']).toBe('false');
  });
});
