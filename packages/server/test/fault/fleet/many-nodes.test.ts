import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../http/response.ts';
import { openLive } from '../../http/live-client.ts';
import { completionOf, localClient, saying } from '../../http/local-client.ts';
import { tasksClient } from '../../http/tasks-client.ts';
import type { AdminView } from '../admin-view.ts';
import { adminPassword, type GatewayProcess } from '../crash-harness.ts';
import { mostAtOnce } from './broken-promises.ts';
import { FleetWorld, type Reported, wishes } from './fleet-world.ts';

const cap = 5;

function idOf(reported: Reported | undefined): string {
  expect(reported?.kind).toBe('created');
  return reported?.kind === 'created' ? reported.id : '';
}

describe('two processes behind nothing but their ports', () => {
  let world: FleetWorld;
  let one: GatewayProcess;
  let other: GatewayProcess;
  let admin: AdminView;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap });
    one = await world.node();
    admin = await world.furnish(one);
    other = await world.node();
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  /** Waits for the end of all jobs. */
  async function allEnd(): Promise<void> {
    await world.settled(admin, (await admin.jobs()).length);
  }

  it('[fleet.one-key-one-job][invariants.i3-one-job-per-key][invariants.i1-one-submission] make one job of each key sent to both at once', async () => {
    const all = wishes('same-key', 6, 'queue=0s,run=100s');
    const reported = await world.createAll(
      [one, other],
      [...all.flatMap((wish) => [wish, wish, wish, wish])],
    );
    const statuses = reported.map((result) =>
      result.kind === 'created' ? result.status : result.kind,
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(all.length);
    expect(statuses.filter((status) => status === 200)).toHaveLength(reported.length - all.length);
    await allEnd();
    expect((await world.mock.ledger('same-key')).accepted).toBe(all.length);
    expect(await world.check(admin)).toEqual([]);
  }, 120_000);

  it('[fleet.any-node] read, list, follow and download on one what was made on the other', async () => {
    const live = await openLive(`${other.tasksUrl}/v1/videos/events`, {
      authorization: `Bearer ${world.user.key}`,
    });
    const [reported] = await world.createAll([one], wishes('elsewhere', 1, 'queue=0s,run=100s'));
    const id = idOf(reported);
    const there = tasksClient(other.tasksUrl, world.user.key);
    expect((await there.read(id)).id).toBe(id);
    expect((await there.request('/v1/videos?limit=100')).text).toContain(id);
    await live.until(({ statuses }) => statuses.get(id) === 'completed');
    live.socket.close();
    const { video_url: link = '' } = await there.completed(id);
    const { pathname, search } = new URL(link);
    const videos = await Promise.all(
      [one, other].map(({ tasksUrl }) => send(`${tasksUrl}${pathname}${search}`)),
    );
    const digests = videos.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    expect(videos.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set([...digests, videos[0]?.headers.get('etag')?.slice(1, -1)]).size).toBe(1);
  }, 120_000);

  it('[fleet.any-node] respond to a call that waits, whichever of them runs its job', async () => {
    const calls = [one, other, one, other].map(({ localUrl }, index) =>
      localClient(localUrl, 'no-key-is-set').chat(saying(`waited for ${index}`)),
    );
    for (const result of await Promise.all(calls)) {
      expect(completionOf(result).video_url.length).toBeGreaterThan(0);
    }
    expect((await world.mock.ledger('waited for')).accepted).toBe(calls.length);
  }, 120_000);

  it('[fleet.takeover][fleet.any-node] respond to a call that waits although the node that runs its job is killed', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const http = await world.node({ environment: { FILMGATE_ROLE: 'http' } });
    const victim = await world.node();
    const calls = [1, 2, 3, 4].map((index) =>
      localClient(http.localUrl, 'no-key-is-set').chat(
        saying(`survived ${index} [[mock:queue=0s,run=3000s]]`),
      ),
    );
    await world.accepted('survived', calls.length);
    await world.jobs(admin, 'running jobs', (jobs) =>
      jobs.every(({ state }) => state !== 'queued' && state !== 'dispatching'),
    );
    await victim.child.stop('SIGKILL');
    for (const result of await Promise.all(calls)) {
      expect(completionOf(result).video_url.length).toBeGreaterThan(0);
    }
    expect((await world.mock.ledger('survived')).accepted).toBe(calls.length);
    await http.child.stop('SIGTERM');
  });

  it('[fleet.account-cap][invariants.i10-account-cap][invariants.i1-one-submission] together never have more jobs at an account than it may have, by its own count', async () => {
    // Each video lasts until the mock's clock is moved ahead: the maximum number begins together, on a slow machine
    // too.
    const runMs = 3_240_000;
    const all = wishes('crowd', 40, 'queue=0s,run=900h');
    const reported = await world.createAll([one, other], all);
    expect(reported).toMatchObject(all.map(() => ({ kind: 'created', status: 202 })));
    for (let begun = cap; begun <= all.length; begun += cap) {
      await world.accepted('crowd', begun);
      await world.mock.advance(runMs);
    }
    await allEnd();
    const truth = await world.mock.ledger('crowd');
    expect(truth.completed).toBe(all.length);
    // Full, and never above the limit.
    expect(mostAtOnce({ truth }, runMs)).toBe(cap);
    expect((await world.check(admin)).filter((words) => !words.includes('(I4)'))).toEqual([]);
  }, 120_000);

  it('[fleet.credentials][invariants.i12-revoked-credential] refuse on one what was taken away on the other, for the next request', async () => {
    const { id, key } = await admin.createUser();
    const statusOf = async ({ tasksUrl }: GatewayProcess) =>
      (await tasksClient(tasksUrl, key).request('/v1/videos')).status;
    expect(await statusOf(other)).toBe(200);
    await admin.disable(id);
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(one)).toBe(401);
  }, 120_000);

  it('[fleet.settings][fleet.credentials][invariants.i12-revoked-credential] work by the settings and the sessions of each other, from the next request on', async () => {
    const cookie = await sessionAt(one);
    const jobsAt = async ({ localUrl }: GatewayProcess) =>
      (await send(`${localUrl}/api/v1/admin/jobs`, { headers: { cookie } })).status;
    const modelsAt = async ({ localUrl }: GatewayProcess, key: string) =>
      (await localClient(localUrl, key).request('/v1/models')).status;
    expect(await jobsAt(other)).toBe(200);
    for (const [changed, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      const key = `key-given-to-${new URL(changed.localUrl).port}`;
      const result = await send(`${changed.localUrl}/api/v1/admin/settings`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json', origin: changed.localUrl },
        body: JSON.stringify({ service_api_key: key }),
      });
      expect(result.status, result.text).toBe(200);
      expect(await modelsAt(asked, key)).toBe(200);
      expect(await modelsAt(asked, 'no-key-is-set')).toBe(401);
    }
    const out = await send(`${other.localUrl}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { cookie, origin: other.localUrl },
    });
    expect(out.status).toBeLessThan(300);
    expect(await jobsAt(one)).toBe(401);
  }, 120_000);
});

async function sessionAt({ localUrl }: GatewayProcess): Promise<string> {
  const result = await send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  expect(result.status, result.text).toBe(200);
  return result.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
