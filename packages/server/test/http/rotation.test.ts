import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMasterKey } from '@filmgate/runtime-node';
import { expect, it, onTestFinished } from 'vitest';
import { rotateLinks } from '../../src/commands/rotate-links.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { send } from './response.ts';
import { instant, smallest } from './prompts.ts';
import { startGateway } from './start-gateway.ts';
import { taskOf, tasksClient } from './tasks-client.ts';

const newKey = () => randomBytes(32).toString('base64');

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-rotation-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

function idOf(key: string): string {
  const read = parseMasterKey(key);
  if (read.kind === 'refused') throw new Error(read.message);
  return read.key.id;
}

async function databaseText(dataDir: string): Promise<string> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('filmgate.db'));
  const texts = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')));
  return texts.join('');
}

it('[taking-back.master-key] seals everything again under another master key; keys and links keep working, and the previous one is no longer needed', async () => {
  const dataDir = await folder();
  const [older, newer] = [newKey(), newKey()];
  const notices = { FILMGATE_NOTICES_URL: 'https://video.example.com' };
  const first = await startGateway({ dataDir, env: { ...notices, FILMGATE_MASTER_KEY: older } });
  const secret = { service_api_key: 'a-service-key-kept-sealed' };
  expect((await first.adminSend('PUT', 'settings', secret)).status).toBe(200);
  const tasks = tasksClient(first.tasksUrl, first.apiUserKey);
  const { id } = taskOf(await tasks.create(smallest(instant('before the rotation'))));
  const { video_url: url = '' } = await tasks.completed(id);
  await first.stop();

  const restart = (env: Readonly<Record<string, string>>) =>
    startGateway({ dataDir, env, accounts: [] });
  await expect(restart({ FILMGATE_MASTER_KEY: newer })).rejects.toThrow(
    'FILMGATE_MASTER_KEY_PREVIOUS',
  );
  const rotated = await restart({
    FILMGATE_MASTER_KEY: newer,
    FILMGATE_MASTER_KEY_PREVIOUS: ` ${newKey()}, ${older} `,
  });
  await rotated.stop();
  await expect(restart({ FILMGATE_MASTER_KEY: older })).rejects.toThrow('not the key');

  const later = await restart({ ...notices, FILMGATE_MASTER_KEY: newer });
  const again = tasksClient(later.tasksUrl, first.apiUserKey);
  expect((await again.read(id)).status).toBe('completed');
  const { pathname, search } = new URL(url);
  expect((await send(`${later.tasksUrl}${pathname}${search}`)).status).toBe(200);
  const next = taskOf(await again.create(smallest(instant('after the rotation'))));
  expect((await again.completed(next.id)).status).toBe('completed');
  const models = await send(`${later.localUrl}/v1/models`, {
    headers: { authorization: 'Bearer a-service-key-kept-sealed' },
  });
  expect(models.status).toBe(200);
  await later.stop();
  expect(await databaseText(dataDir)).toContain(`fgs1.${idOf(newer)}.`);
  const values = await storedTexts(dataDir);
  expect(values.filter((text) => text.includes(`fgs1.${idOf(older)}.`))).toEqual([]);
});

it('[taking-back.link-key] a replaced link key voids every link made before, and none made after', async () => {
  const dataDir = await folder();
  const first = await startGateway({ dataDir });
  const tasks = tasksClient(first.tasksUrl, first.apiUserKey);
  const { id } = taskOf(await tasks.create(smallest(instant('a link under another key'))));
  const { pathname, search } = new URL((await tasks.completed(id)).video_url ?? '');
  await first.stop();
  const read = readSettings({ FILMGATE_DATA_DIR: dataDir });
  if (read.kind === 'refused') throw new Error(read.problems.join(' '));
  expect(await rotateLinks(read.settings)).toContain('invalid now');
  const again = await startGateway({ dataDir, accounts: [] });
  onTestFinished(() => again.stop());
  expect((await send(`${again.tasksUrl}${pathname}${search}`)).status).toBe(403);
  const { video_url: fresh = '' } = await tasksClient(again.tasksUrl, first.apiUserKey).read(id);
  expect((await send(fresh)).status).toBe(200);
});

/** Every text that may be sealed, as stored. */
async function storedTexts(dataDir: string): Promise<readonly string[]> {
  const { openSqliteExport } = await import('@filmgate/storage-sqlite');
  const source = await openSqliteExport({ file: join(dataDir, 'filmgate.db') });
  const texts: string[] = [];
  for await (const record of source.records(null)) texts.push(JSON.stringify(record));
  await source.close();
  return texts;
}
