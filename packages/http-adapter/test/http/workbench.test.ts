import { StorageUnavailable } from '@filmgate/core';
import { afterEach, describe, expect, it } from 'vitest';
import { LiveClient } from '../doubles/live-client.ts';
import { listen } from '../doubles/raw-http.ts';
import { createWorkbenchTestApi, type WorkbenchTestApi } from '../doubles/workbench-test-api.ts';

const opened: WorkbenchTestApi[] = [];

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

const body = {
  id: 'ui-b41f7a0e-5d0a-4a70-9f43-0d1f1b6c9a55',
  model: 'vidA-fast-4s-16x9-720p',
  prompt: 'a cat',
};

async function start(prefix = ''): Promise<WorkbenchTestApi> {
  const api = await createWorkbenchTestApi(prefix);
  opened.push(api);
  return api;
}

async function events(api: WorkbenchTestApi, prefix = ''): Promise<LiveClient> {
  const url = `ws://127.0.0.1:${await listen(api.app)}${prefix}/local-video/events`;
  const client = await LiveClient.open({ url, headers: api.headers });
  await client.message('ready');
  return client;
}

describe('the workbench below a prefix', () => {
  it('[workbench.content] speaks of its paths as they are there', async () => {
    const api = await start('/films');
    const made = await api.send('POST', '/films/local-video/jobs', body);
    expect(made.statusCode).toBe(202);
    api.gateway.complete(body.id, Buffer.from('movie'));
    const { jobs } = (await api.send('GET', '/films/local-video/jobs')).json();
    expect(jobs).toMatchObject([
      { status: 'completed', result_url: `/films/local-video/jobs/${body.id}/content` },
    ]);
    const content = await api.send('GET', `/films/local-video/jobs/${body.id}/content`);
    expect(content.body).toBe('movie');
    expect((await api.send('GET', '/films/local-video/nope')).json()).toEqual({
      detail: expect.any(String),
    });
  });

  it('[live-events.mounted] sends changes there', async () => {
    const api = await start('/films');
    const client = await events(api, '/films');
    await api.send('POST', '/films/local-video/jobs', body);
    api.changes.announce(api.gateway.complete(body.id, Buffer.from('movie')));
    const reported = await client.message('job.updated');
    const { jobs } = (await api.send('GET', '/films/local-video/jobs')).json();
    expect([reported.data]).toEqual(jobs);
  });
});

describe('an account that is being removed', () => {
  it('[workbench.account] can no longer be asked for, and does not hide the job that asked for it before', async () => {
    const api = await start();
    const settings = { label: 'leaving', families: ['*'] };
    const now = api.clock.now();
    await api.accounts.add({ id: 'ac_1', endpoint: 'mock', settings, now });
    const asking = { ...body, account: 'leaving' };
    expect((await api.send('POST', '/local-video/jobs', asking)).statusCode).toBe(202);
    const load = await api.accounts.find('ac_1');
    if (load === undefined) throw new Error('the account is gone');
    api.accounts.loadsById.set('ac_1', { ...load, busy: 1 });
    await api.accounts.remove({ id: 'ac_1', now });
    const other = { ...asking, id: body.id.replace('ui-b', 'ui-c') };
    const refused = await api.send('POST', '/local-video/jobs', other);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toEqual({ detail: expect.stringContaining('an existing account') });
    expect((await api.send('POST', '/local-video/jobs', asking)).statusCode).toBe(200);
  });
});

describe('a result that is kept no longer', () => {
  it('[workbench.job-fields] has no URL any more', async () => {
    const api = await start();
    await api.send('POST', '/local-video/jobs', body);
    api.gateway.complete(body.id, Buffer.from('movie'));
    api.clock.advance(8 * 24 * 3_600_000);
    await api.logIn();
    const response = await api.send('GET', '/local-video/jobs');
    expect(response.json()).toMatchObject({ jobs: [{ status: 'completed' }] });
    expect(response.body).not.toContain('result_url');
  });
});

describe('a creation', () => {
  it('[workbench.create.first-202] is the administrator’s, made here, and paid once by its id', async () => {
    const api = await start();
    await api.send('POST', '/local-video/jobs', body);
    expect(api.gateway.commands).toMatchObject([
      {
        owner: 'admin',
        surface: 'workbench',
        jobId: body.id,
        idempotency: { scope: 'admin/workbench', key: body.id },
        whenAccountUnavailable: 'await-configuration',
      },
    ]);
  });

  it('[workbench.create.bodies] that cannot be accepted now is refused as {detail}, for a retry', async () => {
    const api = await start();
    api.isDraining = true;
    const draining = await api.send('POST', '/local-video/jobs', body);
    expect([draining.statusCode, draining.headers['retry-after']]).toEqual([503, '5']);
    api.isDraining = false;
    api.gateway.scriptAccept(new StorageUnavailable('gone', { applied: 'unknown' }));
    const lost = await api.send('POST', '/local-video/jobs', body);
    expect([lost.statusCode, lost.json()]).toEqual([503, { detail: expect.any(String) }]);
    api.gateway.scriptAccept({
      kind: 'not-admitted',
      reason: 'credits-exhausted',
      retryAfterMs: null,
    });
    const poor = await api.send('POST', '/local-video/jobs', body);
    expect([poor.statusCode, poor.json()]).toEqual([429, { detail: expect.any(String) }]);
  });
});

describe('the session behind live events', () => {
  it('[live-events.revoked] ends by resting: an open connection is no visit', async () => {
    const api = await start();
    const client = await events(api);
    api.clock.advance(30 * 60_000 - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    api.clock.advance(5_000);
    expect(await client.ended).toMatchObject({ code: 4401 });
  });

  it('[admin.sessions.end] ends a connection the moment it is ended, whatever check was in progress', async () => {
    const api = await start();
    const client = await events(api);
    const idDigest = api.deps.digest.sha256('s1');
    // A read that began before the end and returns after it.
    const early = Promise.withResolvers<void>();
    const find = api.access.findSession.bind(api.access);
    api.access.findSession = async (input) => {
      const found = await find(input);
      await early.promise;
      return found;
    };
    api.clock.advance(5_000);
    await api.access.closeSession(idDigest);
    api.sessionEnds.announce();
    early.resolve();
    expect(await client.ended).toMatchObject({ code: 4401 });
  });

  it('[admin.sessions.end] ignores ends after the server closed', async () => {
    const api = await start();
    await events(api);
    await api.app.close();
    api.access.findSession = () => Promise.reject(new Error('asked'));
    api.sessionEnds.announce();
    expect(api.log.events).toEqual([]);
  });

  it('[live-events.revoked] is kept by visits of the same session', async () => {
    const api = await start();
    const client = await events(api);
    for (let visits = 0; visits < 3; visits += 1) {
      api.clock.advance(20 * 60_000);
      await api.send('GET', '/local-video/jobs');
    }
    await api.send('POST', '/local-video/jobs', body);
    api.changes.announce(api.gateway.change(body.id, { state: 'polling', progress: 3 }));
    expect(await client.message('job.updated')).toMatchObject({ data: { progress: 3 } });
  });
});
