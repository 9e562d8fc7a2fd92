import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../response.ts';
import { completionOf, localClient, saying } from '../local-client.ts';
import type { Gateway } from '../start-gateway.ts';
import { taskOf, tasksClient } from '../tasks-client.ts';
import { useFleet } from './fleet-world.ts';

const fleet = useFleet();
let http: Gateway;

beforeAll(async () => {
  http = await fleet.node({ env: { FILMGATE_ROLE: 'http' } });
}, 60_000);

const token = 'metrics-token-of-the-tests';

describe('the roles of nodes', () => {
  it('[fleet.role-http][fleet.role-runner][guessing.wrong-keys] an http node runs nothing: its jobs wait until there is a runner, and then all is well', async () => {
    const tasks = tasksClient(http.tasksUrl, http.apiUserKey);
    const { id } = taskOf(await tasks.create({ prompt: 'waits for a runner', seconds: 5 }));
    const waiting = localClient(http.localUrl, http.serviceApiKey).chat(saying('waits as well'));
    // Work that a runner would do within milliseconds at this speed has not even begun.
    const line = await lineOf(http, 'filmgate_open_jobs', 'state="queued"');
    expect(line).toBeGreaterThanOrEqual(1);
    expect(await fleet.accepted('waits for a runner')).toBe(0);
    const runner = await fleet.bareNode({ FILMGATE_ROLE: 'runner', FILMGATE_METRICS_TOKEN: token });
    await tasks.completed(id);
    expect(completionOf(await waiting).video_url).toContain(http.localUrl);
    expect(await fleet.accepted('waits')).toBe(2);

    for (const url of [runner.localUrl, runner.tasksUrl]) {
      expect((await send(`${url}/healthz`)).status).toBe(200);
      expect((await send(`${url}/readyz`)).status).toBe(200);
      expect((await send(`${url}/metrics`)).status).toBe(401);
      const metrics = await send(`${url}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(metrics.status).toBe(200);
      expect(metrics.text).toContain('filmgate_');
      // Wrong tokens have a limit, and the right one passes beside them (docs/operating/access.md).
      const wrong = { headers: { authorization: 'Bearer wrong' } };
      for (let count = 0; count < 300; count += 1)
        expect((await send(`${url}/metrics`, wrong)).status).toBe(401);
      const refused = await send(`${url}/metrics`, wrong);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
        429,
        expect.closeTo(900, -2),
      ]);
      const right = { headers: { authorization: `Bearer ${token}` } };
      expect((await send(`${url}/metrics`, right)).status).toBe(200);
      const headers = { authorization: `Bearer ${http.apiUserKey}` };
      for (const path of ['/v1/videos', '/v1/models', '/api/v1/admin/jobs', '/login', '/']) {
        expect((await send(url + path, { headers })).status).toBe(404);
      }
    }
  });
});

/** The value of a metric, as the administrator of a node sees it. */
async function lineOf(node: Gateway, name: string, label: string): Promise<number> {
  const response = await node.adminFetch('../../../metrics');
  expect(response.status, response.text).toBe(200);
  const found = response.text
    .split('\n')
    .find((line) => line.includes(name) && line.includes(label) && !line.startsWith('#'));
  return Number(found?.split(' ').at(-1));
}
