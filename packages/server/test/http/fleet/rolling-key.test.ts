import { expect, it } from 'vitest';
import { rotateLinks } from '../../../src/commands/rotate-links.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { send } from '../response.ts';
import { instant, smallest } from '../prompts.ts';
import type { Gateway } from '../start-gateway.ts';
import { taskOf, tasksClient } from '../tasks-client.ts';
import { useFleet } from './fleet-world.ts';

const fleet = useFleet();
const newKey = 'fedcba9876543210'.repeat(4);

async function video(node: Gateway, key: string, prompt: string): Promise<string> {
  const tasks = tasksClient(node.tasksUrl, key);
  const { id } = taskOf(await tasks.create(smallest(instant(prompt))));
  return (await tasks.completed(id)).video_url ?? '';
}

async function statusAt(node: Gateway, url: string): Promise<number> {
  const { pathname, search } = new URL(url);
  return (await send(`${node.tasksUrl}${pathname}${search}`)).status;
}

it('[taking-back.master-key-rolling] nodes with both keys work side by side while everything is sealed again; one with the former alone is refused', async () => {
  const formerKey = fleet.env['FILMGATE_MASTER_KEY'] ?? '';
  const older = await fleet.node({ env: { FILMGATE_MASTER_KEY_PREVIOUS: newKey } });
  const key = older.apiUserKey;
  const first = await video(older, key, 'before the round');
  const newer = await fleet.node({
    env: { FILMGATE_MASTER_KEY: newKey, FILMGATE_MASTER_KEY_PREVIOUS: formerKey },
  });
  expect(await statusAt(newer, first)).toBe(200);
  for (const node of [older, newer]) {
    expect(await statusAt(older, await video(node, key, 'during the round'))).toBe(200);
  }
  await expect(fleet.bareNode()).rejects.toThrow('FILMGATE_MASTER_KEY_PREVIOUS');
  const last = await fleet.node({ env: { FILMGATE_MASTER_KEY: newKey } });
  expect(await statusAt(last, await video(last, key, 'after the round'))).toBe(200);
}, 60_000);

it('[taking-back.link-key][taking-back.links-revoked] what is revoked on one node is refused by another from the next request on', async () => {
  const env = { FILMGATE_MASTER_KEY: newKey };
  const [one, other] = [await fleet.node({ env }), await fleet.node({ env })];
  const url = await video(one, one.apiUserKey, 'a link of two nodes');
  expect([await statusAt(one, url), await statusAt(other, url)]).toEqual([200, 200]);
  await one.adminSend('POST', `api-users/${one.apiUserId}/revoke-links`, {});
  expect([await statusAt(one, url), await statusAt(other, url)]).toEqual([403, 403]);

  const fresh = await video(other, one.apiUserKey, 'a link under the former key');
  const read = readSettings({ ...fleet.env, ...env, FILMGATE_DATA_DIR: fleet.dataDir });
  if (read.kind === 'refused') throw new Error(read.problems.join(' '));
  await rotateLinks(read.settings);
  expect([await statusAt(one, fresh), await statusAt(other, fresh)]).toEqual([403, 403]);
  const again = await video(one, one.apiUserKey, 'a link under the new key');
  expect([await statusAt(one, again), await statusAt(other, again)]).toEqual([200, 200]);
}, 60_000);
