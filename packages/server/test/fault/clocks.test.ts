import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayPorts } from '@filmgate/core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from '../http/response.ts';
import { eventually } from '../http/eventually.ts';
import { createMovedClock } from '../http/moved-clock.ts';
import { instant, parked, smallest } from '../http/prompts.ts';
import { type Gateway, type GatewayOptions, startGateway } from '../http/start-gateway.ts';
import { taskOf, tasksClient } from '../http/tasks-client.ts';

const hour = 3_600_000;
const days = 24 * hour;
/** Those of an earlier start exist already. */
const noAccounts = { accounts: [] };

async function dataDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'filmgate-clocks-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const clockSchema = z.object({ jump: z.object({ clock_at: z.string() }).nullable() });

async function jumpOf(gateway: Gateway) {
  return clockSchema.parse(jsonOf(await gateway.adminFetch('clock'))).jump;
}

async function readiness(gateway: Gateway) {
  const response = await send(`${gateway.tasksUrl}/readyz`);
  const reasons = z.object({ reasons: z.array(z.string()) }).parse(jsonOf(response)).reasons;
  return { status: response.status, reasons };
}

async function statusOf(gateway: Gateway, key: string, id: string): Promise<number> {
  return (await tasksClient(gateway.tasksUrl, key).request(`/v1/videos/${id}`)).status;
}

/** A gateway on a clock, and the end of the first round of its retention. */
async function startBy(
  byMs: number,
  dataDir: string,
  options: Pick<GatewayOptions, 'accounts'> = {},
) {
  const clock = createMovedClock(byMs);
  const rounds = { ended: 0 };
  const wrapPorts = (ports: GatewayPorts): GatewayPorts => {
    const { adminAccess } = ports.storage;
    const tidy: typeof adminAccess.tidy = async (input) => {
      await adminAccess.tidy(input);
      rounds.ended += 1;
    };
    const storage = { ...ports.storage, adminAccess: { ...adminAccess, tidy } };
    return clock.wrapPorts({ ...ports, storage });
  };
  const gateway = await startGateway({ dataDir, wrapPorts, ...options });
  await eventually(async () => (rounds.ended > 0 ? true : undefined), { what: 'a clean-up' });
  return gateway;
}

it('[clocks.retention.start][clocks.retention.told][clocks.retention.confirm] a start by a clock 100 days ahead removes nothing, until a person confirms the time', async () => {
  const dataDir = await dataDirectory();
  const first = await startBy(0, dataDir);
  const { apiUserKey: key } = first;
  let id = '';
  try {
    const tasks = tasksClient(first.tasksUrl, key);
    ({ id } = taskOf(await tasks.create(smallest(instant('kept through a wrong clock')))));
    await tasks.completed(id);
  } finally {
    await first.stop();
  }

  const ahead = await startBy(100 * days, dataDir, noAccounts);
  try {
    expect(await readiness(ahead)).toEqual({ status: 200, reasons: ['clock not confirmed'] });
    expect(await jumpOf(ahead)).not.toBeNull();
    const metrics = await ahead.adminFetch('../../../metrics');
    expect(metrics.text).toMatch(/^filmgate_clock_jump_seconds 8\d{6}/mu);
    expect(await statusOf(ahead, key, id)).toBe(200);
  } finally {
    await ahead.stop();
  }

  const right = await startBy(0, dataDir, noAccounts);
  try {
    expect(await jumpOf(right)).toBeNull();
    const task = await tasksClient(right.tasksUrl, key).completed(id);
    expect((await send(task.video_url ?? '')).status).toBe(200);
  } finally {
    await right.stop();
  }

  const confirmed = await startBy(100 * days, dataDir, noAccounts);
  try {
    const response = await confirmed.adminSend('POST', 'clock/confirm', {});
    expect([response.status, clockSchema.parse(jsonOf(response)).jump]).toEqual([200, null]);
    expect((await readiness(confirmed)).reasons).toEqual([]);
    const audit = await confirmed.adminFetch('audit-log?action=clock.confirm');
    expect(audit.text).toContain('"actor":"admin"');
    expect(await statusOf(confirmed, key, id)).toBe(200);
  } finally {
    await confirmed.stop();
  }
  const later = await startBy(100 * days, dataDir, noAccounts);
  try {
    expect(await statusOf(later, key, id)).toBe(404);
  } finally {
    await later.stop();
  }
}, 120_000);

it('[clocks.gateway][clocks.login][invariants.i14-heals] a gateway whose clock is set back by an hour continues every open job within seconds, and accepts logins', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const clock = createMovedClock();
  const gateway = await startGateway({
    wrapPorts: clock.wrapPorts,
    env: { FILMGATE_MOCK_SPEED: '1' },
    accounts: [{ label: 'three', families: ['*'], concurrency: 3, credits: 1_000_000 }],
  });
  try {
    const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
    const create = async (prompt: string) => taskOf(await tasks.create(smallest(prompt))).id;
    const polled = await create('polled\n[[mock:queue=0s,run=6s]]');
    const flaky = await create('read badly\n[[mock:queue=0s,run=1s,reads=500:4]]');
    const stored = await create('fetched late\n[[mock:queue=0s,run=1s,url-403=2]]');
    const queued = await create(instant('queued behind the others'));
    const lost = await create('lost\n[[mock:queue=0s,run=1s,lost-response,findable]]');
    const states = async () => {
      const response = await gateway.adminFetch('jobs');
      const jobs = z.object({ data: z.array(z.object({ id: z.string(), state: z.string() })) });
      const { data } = jobs.parse(jsonOf(response));
      return new Map(data.map((job) => [job.id, job.state]));
    };
    await eventually(async () => ((await states()).get(polled) === 'polling' ? true : undefined), {
      what: 'a job that is polled',
    });
    clock.byMs -= hour;
    const began = performance.now();
    for (const id of [polled, flaky, stored, queued]) await tasks.completed(id);
    await eventually(async () => ((await states()).get(lost) === 'completed' ? true : undefined), {
      what: 'the found submission to be completed',
    });
    const more = await create(instant('made after it'));
    await tasks.completed(more);
    expect(performance.now() - began).toBeLessThan(45_000);
    expect((await gateway.mock.ledger()).accepted).toBe(6);

    const login = await send(`${gateway.localUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: gateway.adminUsername, password: gateway.adminPassword }),
    });
    expect(login.status, login.text).toBe(200);
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const session = await send(`${gateway.localUrl}/api/v1/auth/session`, {
      headers: { cookie },
    });
    expect(session.status, session.text).toBe(200);
    expect((await gateway.adminFetch('overview')).status).toBe(200);
    await tasks.create(smallest(parked('still taken')));
  } finally {
    await gateway.stop();
  }
});
