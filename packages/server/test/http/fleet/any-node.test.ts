import { beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, send } from '../response.ts';
import { openLive } from '../live-client.ts';
import { completionOf, localClient, saying } from '../local-client.ts';
import { taskListSchema } from '../shapes.ts';
import type { Gateway } from '../start-gateway.ts';
import { taskOf, tasksClient } from '../tasks-client.ts';
import { useFleet } from './fleet-world.ts';

const fleet = useFleet();
let one: Gateway;
let other: Gateway;

beforeAll(async () => {
  one = await fleet.node();
  other = await fleet.node();
}, 60_000);

/** The first node's user on both nodes. */
function clients() {
  const { apiUserKey } = one;
  return [tasksClient(one.tasksUrl, apiUserKey), tasksClient(other.tasksUrl, apiUserKey)] as const;
}

describe('two nodes on one Redis', () => {
  it('[fleet.one-key-one-job] make one job of one key sent to both at once', async () => {
    const [here, there] = clients();
    const body = { prompt: 'one video for one key', seconds: 5 };
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? here : there).create(body, { key: 'the-same-key' }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 202]);
    const ids = new Set(responses.map((response) => taskOf(response, response.status).id));
    expect(ids.size).toBe(1);
    await there.completed([...ids][0] ?? '');
    expect(await fleet.accepted('one video for one key')).toBe(1);
  });

  it('[fleet.any-node] read, list and download on one what was made on the other', async () => {
    const [here, there] = clients();
    const { id } = taskOf(await here.create({ prompt: 'made here, fetched there', seconds: 5 }));
    expect((await there.read(id)).id).toBe(id);
    const task = await there.completed(id);
    const listed = taskListSchema.parse(jsonOf(await there.request('/v1/videos?limit=100')));
    expect(listed.data.map((listedTask) => listedTask.id)).toContain(id);
    const path = new URL(task.video_url ?? '');
    const videos = await Promise.all(
      [one, other].map(({ tasksUrl }) => send(`${tasksUrl}${path.pathname}${path.search}`)),
    );
    expect(videos.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = videos;
    expect(first?.bytes.length).toBeGreaterThan(10_000);
    expect(Buffer.compare(first?.bytes ?? Buffer.of(1), second?.bytes ?? Buffer.of(2))).toBe(0);
  });

  it('[fleet.any-node] follow on one what happens on the other', async () => {
    const [here] = clients();
    const live = await openLive(`${other.tasksUrl}/v1/videos/events`, {
      authorization: `Bearer ${one.apiUserKey}`,
    });
    const { id } = taskOf(await here.create({ prompt: 'followed from afar', seconds: 5 }));
    await live.until(({ statuses }) => statuses.get(id) === 'completed');
    live.socket.close();
    expect(live.statuses.get(id)).toBe('completed');
  });

  it('[fleet.any-node] respond to a synchronous call whichever of them runs its job', async () => {
    const calls = Array.from({ length: 8 }, (_, index) => {
      const { localUrl, serviceApiKey } = index % 2 === 0 ? one : other;
      return localClient(localUrl, serviceApiKey).chat(saying(`awaited ${String(index)}`));
    });
    const responses = await Promise.all(calls);
    expect(responses.map((response) => completionOf(response).video_url.length > 0)).toEqual(
      responses.map(() => true),
    );
    expect(await fleet.accepted('awaited')).toBe(8);
  });
});
