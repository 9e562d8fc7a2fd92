import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send } from './response.ts';
import { eventually } from './eventually.ts';
import { type LiveClient, openLive, refusedUpgrade } from './live-client.ts';
import { instant, parked, smallest } from './prompts.ts';
import { taskSchema } from './shapes.ts';
import { withShortPauses } from './short-pauses.ts';
import { startGateway } from './start-gateway.ts';
import { type TasksClient, taskOf, tasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';
import { openWorkbench, type Workbench, workbenchJobSchema } from './workbench-client.ts';

const rowsSchema = z.looseObject({ data: z.array(z.looseObject({})) });

const shared = useGateway();
/** Checks credentials many times a second. */
const watchful = useGateway(() => ({ wrapPorts: withShortPauses(50) }));
const open: LiveClient[] = [];

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate();
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function taskEvents(key: string, query = '', base = shared.gateway.tasksUrl) {
  const client = await openLive(`${base}/v1/videos/events${query}`, bearer(key));
  open.push(client);
  return client;
}

async function benchEvents({ cookie }: Workbench, query = ''): Promise<LiveClient> {
  const client = await openLive(`${shared.gateway.localUrl}/local-video/events${query}`, {
    cookie,
  });
  open.push(client);
  return client;
}

async function make(tasks: TasksClient, prompt: string): Promise<string> {
  return taskOf(await tasks.create(smallest(prompt))).id;
}

describe('live events of tasks', () => {
  it('[live-events.push] report a task from its creation to its end, in the form it is read in', async () => {
    const client = await taskEvents(shared.gateway.apiUserKey);
    const id = await make(shared.tasks, instant('watched live'));
    await client.until(({ statuses }) => statuses.get(id) === 'completed');
    const reported = client.messages.flatMap(({ data }) => (data?.id === id ? [data] : []));
    expect(reported[0]).toMatchObject({ id, status: 'in_progress' });
    const { video_url: _, ...last } = taskSchema.parse(reported.at(-1));
    const { video_url: __, ...read } = await shared.tasks.read(id);
    expect(last).toEqual(read);
    expect(taskSchema.parse(reported.at(-1)).video_url).toMatch(/^http/);
  });

  it('[live-events.own-only][invariants.i11-foreign-is-missing] report to two users their own tasks only', async () => {
    const [one, other] = [await shared.newUser(), await shared.newUser()];
    const [ofOne, ofOther] = [await taskEvents(one.key), await taskEvents(other.key)];
    const [first, second] = [
      await make(one, instant('of one')),
      await make(other, instant('of the other')),
    ];
    await ofOne.until(({ statuses }) => statuses.get(first) === 'completed');
    await ofOther.until(({ statuses }) => statuses.get(second) === 'completed');
    expect([...ofOne.statuses.keys()]).toEqual([first]);
    expect([...ofOther.statuses.keys()]).toEqual([second]);
  });

  it('[live-events.resume] resume after a dropped connection, with everything missed', async () => {
    const user = await shared.newUser();
    const client = await taskEvents(user.key);
    const before = await make(user, parked('there before'));
    await client.until(({ statuses }) => statuses.has(before));
    const last = client.lastId();
    client.socket.terminate();
    const missed = await make(user, instant('made while away'));
    await user.completed(missed);
    const again = await taskEvents(user.key, `?last_event_id=${last}`);
    expect(again.statuses.get(missed)).toBe('completed');
    const next = await make(user, instant('made after'));
    await again.until(({ statuses }) => statuses.get(next) === 'completed');
  });

  it('[live-events.resume][live-events.closing] resume after a restart of the server, which ends them with 1001', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-live-'));
    const env = { FILMGATE_DATA_DIR: dataDir };
    const first = await startGateway({ env });
    let last: string;
    let waiting: string;
    const { apiUserKey } = first;
    try {
      const tasks = tasksClient(first.tasksUrl, apiUserKey);
      const client = await taskEvents(apiUserKey, '', first.tasksUrl);
      waiting = await make(tasks, 'over a restart [[mock:queue=0s,run=1500s]]');
      await client.until(({ statuses }) => statuses.has(waiting));
      last = client.messages.find(({ data }) => data?.id === waiting)?.id ?? '';
      const stopped = first.stop();
      expect(await client.ended).toBe(1001);
      await stopped;
    } finally {
      await first.stop();
    }
    const second = await startGateway({ env, accounts: [] });
    try {
      const client = await taskEvents(apiUserKey, `?last_event_id=${last}`, second.tasksUrl);
      await client.until(({ statuses }) => statuses.get(waiting) === 'completed');
      client.socket.terminate();
    } finally {
      await second.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  it('[live-events.revoked][invariants.i12-revoked-credential] end when the key is rotated, and report nothing later', async () => {
    const user = await shared.newUser();
    const client = await taskEvents(user.key);
    const response = await shared.gateway.adminFetch(`api-users/${user.id}/rotate`, {
      method: 'POST',
    });
    const { key } = JSON.parse(response.text);
    const id = await make(tasksClient(shared.gateway.tasksUrl, String(key)), instant('unseen'));
    expect(await client.ended).toBe(4401);
    expect(client.statuses.has(id)).toBe(false);
    const refused = await refusedUpgrade(
      `${shared.gateway.tasksUrl}/v1/videos/events`,
      bearer(user.key),
    );
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'api_key_invalid' } } });
  });

  it('[live-events.revoked] end within seconds when the user is disabled', async () => {
    const user = await watchful.newUser();
    const client = await taskEvents(user.key, '', watchful.gateway.tasksUrl);
    await watchful.gateway.adminSend('PATCH', `api-users/${user.id}`, { enabled: false });
    expect(await client.ended).toBe(4401);
  });

  it('[live-events.slow] of a client that reads nothing hold up no other client, and a client that resumes loses nothing', async () => {
    const user = await shared.newUser();
    const [slow, quick] = [await taskEvents(user.key), await taskEvents(user.key)];
    slow.socket.pause();
    const text = '長'.repeat(15_000);
    const made: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const prompts = Array.from({ length: 10 }, (_, index) => parked(`${round}.${index} ${text}`));
      made.push(...(await Promise.all(prompts.map((prompt) => make(user, prompt)))));
    }
    await quick.until(({ statuses }) => made.every((id) => statuses.has(id)));
    const last = slow.lastId();
    expect(slow.statuses.size).toBeLessThan(made.length);
    slow.socket.terminate();
    const again = await taskEvents(user.key, `?last_event_id=${last}`);
    expect(made.filter((id) => !again.statuses.has(id))).toEqual([]);
  }, 60_000);

  it('[live-events.push] leave a row in the request log when they begin', async () => {
    const user = await shared.newUser();
    await taskEvents(user.key);
    const path = `request-logs?path=/v1/videos/events&caller=user:${user.id}`;
    const rows = await eventually(
      async () => {
        const { text } = await shared.gateway.adminFetch(path);
        const { data } = rowsSchema.parse(JSON.parse(text));
        return data.length > 0 ? data : undefined;
      },
      { what: 'the row' },
    );
    expect(rows).toMatchObject([{ status: 101, method: 'GET', disconnected: false }]);
  });
});

describe('live events of the workbench', () => {
  let bench: Workbench;

  beforeAll(async () => {
    bench = await openWorkbench(shared.gateway);
  });

  it('[live-events.push][workbench.states] report a job from its creation to its end, in the form it is listed in', async () => {
    const client = await benchEvents(bench);
    const { job_id } = await bench.created(instant('watched at the workbench'));
    await client.until(({ statuses }) => statuses.get(job_id) === 'completed');
    const reported = client.messages.flatMap(({ data }) =>
      data?.id === job_id ? [workbenchJobSchema.parse(data)] : [],
    );
    expect(reported[0]).toMatchObject({ status: 'authenticating', account: null });
    expect(reported.at(-1)).toEqual(await bench.find(job_id));
  });

  it('[live-events.own-only] report nothing of tasks', async () => {
    const client = await benchEvents(bench);
    const task = await make(shared.tasks, instant('no business of the workbench'));
    await shared.tasks.completed(task);
    const { job_id } = await bench.created(instant('its own business'));
    await client.until(({ statuses }) => statuses.get(job_id) === 'completed');
    expect([...client.statuses.keys()].every((id) => id.startsWith('ui-'))).toBe(true);
  });

  it('[live-events.resume] resume after a dropped connection', async () => {
    const client = await benchEvents(bench);
    const last = client.lastId();
    client.socket.terminate();
    const { job_id } = await bench.created(instant('while nobody listens'));
    await bench.until(job_id, 'completed');
    const again = await benchEvents(bench, `?last_event_id=${last}`);
    expect(again.statuses.get(job_id)).toBe('completed');
  });

  it('[live-events.revoked] end with the session', async () => {
    const other = await openWorkbench(shared.gateway);
    const client = await benchEvents(other);
    await other.request('/api/v1/auth/logout', { method: 'POST' });
    const { job_id } = await bench.created(instant('after logout'));
    expect(await client.ended).toBe(4401);
    expect(client.statuses.has(job_id)).toBe(false);
  });

  it('[live-events.refusals] are refused as {detail}: without a session, to pages of other sites, after no event', async () => {
    const url = `${shared.gateway.localUrl}/local-video/events`;
    const { cookie } = bench;
    const own = new URL(shared.gateway.localUrl).origin;
    const refusals = await Promise.all([
      refusedUpgrade(url, {}),
      refusedUpgrade(url, bearer(shared.gateway.apiUserKey)),
      refusedUpgrade(url, { cookie, origin: 'https://evil.example' }),
      refusedUpgrade(url, { cookie, host: 'evil.example' }),
      refusedUpgrade(`${url}?last_event_id=nonsense`, { cookie }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 403, 403, 400]);
    for (const { body } of refusals) expect(body).toEqual({ detail: expect.any(String) });
    const page = await openLive(url, { cookie, origin: own });
    page.socket.terminate();
    const plain = await bench.request('/local-video/events');
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
  });

  it('[live-events.own-only] have no path on the other listener', async () => {
    const { tasksUrl, localUrl } = shared.gateway;
    const responses = await Promise.all([
      send(`${tasksUrl}/local-video/events`, { headers: bearer(shared.gateway.apiUserKey) }),
      send(`${localUrl}/v1/videos/events`, { headers: { cookie: bench.cookie } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  });
});
