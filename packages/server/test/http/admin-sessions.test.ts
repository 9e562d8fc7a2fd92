import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf } from './response.ts';
import { openLive } from './live-client.ts';
import { adminListOf } from './shapes.ts';
import { useGateway } from './use-gateway.ts';
import { openWorkbench, type Workbench } from './workbench-client.ts';

const shared = useGateway();
const path = '/api/v1/admin/sessions';
const sessionSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{24}$/),
  username: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  idle_until: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  current: z.boolean(),
});

async function sessionsOf(person: Workbench) {
  const response = await person.request(path);
  expect(response.text).not.toContain(person.cookie.split('=')[1]);
  return adminListOf(sessionSchema).parse(jsonOf(response)).data;
}

/** A live connection of a workbench. */
const listen = ({ cookie }: Workbench) =>
  openLive(`${shared.gateway.localUrl}/local-video/events`, { cookie });

const isIn = async (person: Workbench): Promise<boolean> =>
  (await person.request('/api/v1/auth/session')).status === 200;

describe('open sessions of administrators', () => {
  it('[admin.sessions.list][admin.sessions.end][invariants.i12-revoked-credential] one is ended from another browser, its live connection in the same moment', async () => {
    const [own, other] = [await openWorkbench(shared.gateway), await openWorkbench(shared.gateway)];
    const [mine, others] = [await listen(own), await listen(other)];
    const id = (await sessionsOf(other)).find(({ current }) => current)?.id ?? 'none';
    expect((await sessionsOf(own)).map(({ id: one }) => one)).toContain(id);
    const response = await own.request(`${path}/${id}`, { method: 'DELETE' });
    expect(response.status).toBe(204);
    expect(await others.ended).toBe(4401);
    expect(await isIn(other)).toBe(false);
    expect(await isIn(own)).toBe(true);
    expect(mine.socket.readyState).toBe(mine.socket.OPEN);
    mine.socket.terminate();
  });

  it('[admin.sessions.end-others][admin.sessions.audited] all but the own are ended', async () => {
    const [own, other] = [await openWorkbench(shared.gateway), await openWorkbench(shared.gateway)];
    const live = await listen(other);
    const open = await sessionsOf(own);
    const response = await own.request(path, { method: 'DELETE' });
    expect([response.status, jsonOf(response)]).toEqual([200, { ended: open.length - 1 }]);
    expect(await live.ended).toBe(4401);
    expect([await isIn(own), await isIn(other)]).toEqual([true, false]);
    expect(await sessionsOf(own)).toEqual([expect.objectContaining({ current: true })]);
    const log = await own.request(`/api/v1/admin/audit-log?limit=${String(open.length - 1)}`);
    const entries = adminListOf(z.looseObject({ action: z.string(), target: z.string() }));
    const ended = open.filter(({ current }) => !current).map(({ id }) => id);
    const audited = entries.parse(jsonOf(log)).data;
    expect(new Set(audited.map(({ action }) => action))).toEqual(new Set(['session.end']));
    expect(audited.map(({ target }) => target).toSorted()).toEqual(ended.toSorted());
  });
});

describe('addresses', () => {
  it('[admin.addresses] are those the surfaces are reached under', async () => {
    const person = await openWorkbench(shared.gateway);
    const response = await person.request('/api/v1/admin/addresses');
    expect(jsonOf(response)).toEqual({
      local_url: shared.gateway.localUrl,
      tasks_url: shared.gateway.tasksUrl,
    });
  });
});
