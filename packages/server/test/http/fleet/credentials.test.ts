import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from '../response.ts';
import { sendRaw } from '../raw-http.ts';
import { localClient, saying } from '../local-client.ts';
import { openLive } from '../live-client.ts';
import { withShortPauses } from '../short-pauses.ts';
import type { Gateway } from '../start-gateway.ts';
import { tasksClient } from '../tasks-client.ts';
import { useFleet } from './fleet-world.ts';

const fleet = useFleet();
let one: Gateway;
let other: Gateway;

beforeAll(async () => {
  one = await fleet.node();
  other = await fleet.node();
}, 60_000);

const rotatedSchema = z.object({ key: z.string() });

async function statusWith(node: Gateway, key: string): Promise<number> {
  return (await tasksClient(node.tasksUrl, key).request('/v1/videos')).status;
}

async function logIn(node: Gateway): Promise<string> {
  const response = await send(`${node.localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: node.adminUsername, password: node.adminPassword }),
  });
  expect(response.status, response.text).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('credentials of two nodes', () => {
  it('[fleet.credentials][invariants.i12-revoked-credential] a key rotated on one opens nothing on the other', async () => {
    const user = await one.createApiUser({ name: 'rotated' });
    expect(await statusWith(other, user.key)).toBe(200);
    const rotated = await one.adminSend('POST', `api-users/${user.id}/rotate`, {});
    expect(rotated.status, rotated.text).toBe(200);
    expect(await statusWith(other, user.key)).toBe(401);
    expect(await statusWith(other, rotatedSchema.parse(jsonOf(rotated)).key)).toBe(200);
  });

  it('[fleet.credentials][invariants.i12-revoked-credential] a user disabled on one node is refused on the other', async () => {
    const user = await other.createApiUser({ name: 'disabled' });
    expect(await statusWith(one, user.key)).toBe(200);
    await other.adminSend('PATCH', `api-users/${user.id}`, { enabled: false });
    expect(await statusWith(one, user.key)).toBe(401);
  });

  it('[fleet.credentials] a login on one holds on the other until it is ended there', async () => {
    const cookie = await logIn(one);
    const jobs = (node: Gateway) =>
      send(`${node.localUrl}/api/v1/admin/jobs`, { headers: { cookie } });
    expect((await jobs(other)).status).toBe(200);
    const out = await send(`${other.localUrl}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { cookie, origin: other.localUrl },
    });
    expect(out.status, out.text).toBeLessThan(300);
    expect((await jobs(one)).status).toBe(401);
  });

  it('[fleet.credentials] live events on one end after a logout on the other', async () => {
    const watchful = await fleet.node({ wrapPorts: withShortPauses(50) });
    const cookie = await logIn(watchful);
    const live = await openLive(`${watchful.localUrl}/local-video/events`, {
      cookie,
      origin: watchful.localUrl,
    });
    await send(`${other.localUrl}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { cookie, origin: other.localUrl },
    });
    expect(await live.ended).toBeGreaterThan(1_000);
  }, 60_000);

  it('[guessing.login-over-nodes] failed logins on one count on the other', async () => {
    const statusOn = async (node: Gateway, username: string, password: string): Promise<number> => {
      const response = await sendRaw({
        url: `${node.localUrl}/api/v1/auth/login`,
        method: 'POST',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ username, password }),
        localAddress: '127.0.0.77',
      });
      return response.status;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 24; index += 1)
      statuses.push(await statusOn(index % 2 === 0 ? one : other, `name-${index}`, 'guessed'));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    for (const node of [one, other])
      expect(await statusOn(node, node.adminUsername, node.adminPassword)).toBe(429);
  });

  it('[fleet.settings] an alias given or taken away on one holds for the next creation on the other', async () => {
    const statusOn = async (node: Gateway): Promise<number> => {
      const client = tasksClient(node.tasksUrl, one.apiUserKey);
      return (await client.create({ prompt: 'by its other name', model: 'other-name', seconds: 5 }))
        .status;
    };
    for (let round = 0; round < 10; round += 1) {
      const [changing, asked] = round % 2 === 0 ? [one, other] : [other, one];
      for (const [aliases, status] of [
        [{ 'other-name': 'vm_std-2.0' }, 202],
        [{}, 400],
      ] as const) {
        const changed = await changing.adminSend('PUT', 'settings', { model_aliases: aliases });
        expect(changed.status, changed.text).toBe(200);
        expect(await statusOn(asked)).toBe(status);
      }
    }
  });

  it('[fleet.settings][invariants.i12-revoked-credential] a service key changed on one is in force on the other for the next request', async () => {
    const statusOf = async (node: Gateway, key: string): Promise<number> =>
      (await localClient(node.localUrl, key).request('/v1/models')).status;
    let former = one.serviceApiKey;
    for (let round = 0; round < 10; round += 1) {
      const [changing, asked] = round % 2 === 0 ? [one, other] : [other, one];
      const next = `service-key-of-round-${String(round)}`;
      const changed = await changing.adminSend('PUT', 'settings', { service_api_key: next });
      expect(changed.status, changed.text).toBe(200);
      expect(await statusOf(asked, former)).toBe(401);
      expect(await statusOf(asked, next)).toBe(200);
      former = next;
    }
    const response = await localClient(other.localUrl, former).chat(saying('with the last key'));
    expect(response.status, response.text).toBe(200);
  });
});
