import { StorageUnavailable } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type AdminTestApi,
  createAdminTestApi,
  credentials,
  type Send,
} from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';
import { makeJob } from '../doubles/admin-jobs.ts';

const minute = 60_000;
const admin = '/api/v1/admin';

let api: AdminTestApi;
let send: Send;
beforeEach(async () => {
  api = await createAdminTestApi();
  send = api.as(await api.login());
});

const entries = z.object({
  data: z.array(
    z.looseObject({
      action: z.string(),
      target: z.string(),
      address: z.string().nullable(),
      session_id: z.string().nullable(),
      after: z.unknown(),
    }),
  ),
});
const sessions = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

async function shown(action: string) {
  const { data } = bodyOf(await send('GET', `${admin}/audit-log`), z.looseObject(entries.shape));
  return data.filter((entry) => entry.action === action);
}

async function ownSession(): Promise<string> {
  const { data } = bodyOf(await send('GET', `${admin}/sessions`), z.looseObject(sessions.shape));
  return data[0]?.id ?? '';
}

describe('an entry of the audit log', () => {
  it('[admin.audit-log.origin] has the address and the session of the request, as the list of sessions names it', async () => {
    await send('POST', `${admin}/api-users`, { name: 'Anna' });
    const session_id = await ownSession();
    expect(session_id).toMatch(/^[\da-f]{24}$/);
    const origin = { address: '127.0.0.1', session_id };
    expect(await shown('api-user.create')).toMatchObject([origin]);
    expect(await shown('session.login')).toMatchObject([origin]);
  });

  it('[admin.audit-log.origin] of a failed login has the address, and no session', async () => {
    await api.as('')('POST', '/api/v1/auth/login', { ...credentials, password: 'wrong' });
    expect(await shown('session.login-failed')).toMatchObject([
      { address: '127.0.0.1', session_id: null },
    ]);
  });

  it('[admin.audit-log.origin] of an act without a request has neither', async () => {
    const words = { actor: 'filmgate store', action: 'clock.confirm', target: 'clock' };
    await api.access.recordAudit({ id: 'x', at: 0, ...words, before: null, after: null });
    expect(await shown('clock.confirm')).toMatchObject([{ address: null, session_id: null }]);
  });
});

describe('downloads of an administrator', () => {
  const content = (id: string) => `${admin}/jobs/${id}/content`;
  const targets = async () => (await shown('job.download')).map(({ target }) => target);
  beforeEach(async () => {
    for (const id of ['vt_1', 'vt_2']) {
      await makeJob(api, id, { owner: 'user:us_2' });
      api.gateway.complete(id, Buffer.from('movie'));
    }
  });

  it('[admin.audit-log.downloads] is an entry for each file and session, however many parts a player asks for', async () => {
    await Promise.all([send('GET', content('vt_1')), send('GET', content('vt_1'))]);
    for (let part = 0; part < 5; part += 1) {
      expect((await send('GET', content('vt_1'))).statusCode).toBe(200);
      api.clock.advance(minute);
    }
    expect(await targets()).toEqual(['vt_1']);
    await send('GET', content('vt_2'));
    expect(await targets()).toEqual(['vt_2', 'vt_1']);
    const other = api.as(await api.login());
    await other('GET', content('vt_1'));
    expect(await targets()).toEqual(['vt_1', 'vt_2', 'vt_1']);
    api.clock.advance(10 * minute);
    await send('GET', content('vt_1'));
    expect(await targets()).toHaveLength(4);
    expect(new Set((await shown('job.download')).map((entry) => entry.session_id)).size).toBe(2);
  });

  it('[admin.audit-log.downloads] is none where nothing was sent, and nothing is sent that cannot be noted', async () => {
    await send('GET', content('vt_9'));
    const headers = { host: 'localhost:8787', cookie: await api.login() };
    await api.app.inject({ method: 'HEAD', url: content('vt_1'), headers });
    expect(await targets()).toEqual([]);
    api.access.recordAudit = () => Promise.reject(new StorageUnavailable('cut', { applied: 'no' }));
    for (let time = 0; time < 2; time += 1)
      expect((await send('GET', content('vt_1'))).statusCode).toBe(503);
    await api.log.until('result_sent', 1);
    expect(api.gateway.openFiles).toBe(0);
  });

  it('[admin.audit-log.downloads] is an entry for each export of the request log, with its filters', async () => {
    const asked = `${admin}/request-logs/export?format=csv&status=404&text=boat`;
    for (let time = 0; time < 2; time += 1) expect((await send('GET', asked)).statusCode).toBe(200);
    const noted = (await shown('request-log.export')).map(({ after }) => after);
    const filters = { format: 'csv', status: 404 };
    expect(noted).toEqual([filters, filters]);
  });
});
