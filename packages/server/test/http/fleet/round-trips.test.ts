import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobOf, nativeClient } from '../native-client.ts';
import type { Gateway } from '../start-gateway.ts';
import { taskOf, tasksClient } from '../tasks-client.ts';
import { CountedLine } from './counted-line.ts';
import { useFleet } from './fleet-world.ts';

const fleet = useFleet();
const times = 15;
let line: CountedLine;
let node: Gateway;

beforeAll(async () => {
  line = await CountedLine.open((fleet.env['FILMGATE_REDIS_URL'] ?? '').replace('unix://', ''));
  // No node runs the jobs, so that only requests are counted.
  node = await fleet.node({ env: { FILMGATE_REDIS_URL: line.url, FILMGATE_ROLE: 'http' } });
}, 60_000);
afterAll(() => line.close());

describe('[fleet.round-trips] a request on Redis', () => {
  const body = { prompt: 'counted', seconds: 5 };

  it('that creates takes three round trips: for caller and settings at once, for the admission checks, and for acceptance', async () => {
    const client = tasksClient(node.tasksUrl, node.apiUserKey);
    const traffic = await line.usualOf(times, async (time) =>
      taskOf(await client.create(body, { key: `key-${time}` })),
    );
    expect(traffic).toEqual({ commands: 4, roundTrips: 3 });
  });

  it('that reads a task asks twice: for caller and settings at once, and the job', async () => {
    const client = tasksClient(node.tasksUrl, node.apiUserKey);
    const { id } = taskOf(await client.create(body));
    expect(await line.usualOf(times, () => client.read(id))).toEqual({
      commands: 3,
      roundTrips: 2,
    });
  });

  it('with the native key asks for the settings first, for the key is one of them', async () => {
    const client = nativeClient(node.tasksUrl, node.upstreamApiKey);
    let id = '';
    const created = await line.usualOf(times, async () => {
      ({ id } = jobOf(await client.create({ plugin: 'std', prompt: 'counted' })));
    });
    expect(created).toEqual({ commands: 3, roundTrips: 3 });
    expect(await line.usualOf(times, () => client.read(id))).toEqual({
      commands: 2,
      roundTrips: 2,
    });
  });

  it('of an unknown caller asks for nothing more than that', async () => {
    const { id, key } = await node.createApiUser();
    expect((await node.adminSend('POST', `api-users/${id}/rotate`, {})).status).toBe(200);
    const stranger = tasksClient(node.tasksUrl, key);
    const traffic = await line.usualOf(times, async () => {
      expect((await stranger.create(body)).status).toBe(401);
    });
    expect(traffic).toEqual({ commands: 2, roundTrips: 1 });
  });
});
