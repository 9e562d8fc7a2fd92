import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nativeClient } from '../http/native-client.ts';
import { instant, parked, smallest } from '../http/prompts.ts';
import { pngBytes } from '../http/sample-media.ts';
import { assetSchema } from '../http/shapes.ts';
import { taskOf } from '../http/tasks-client.ts';
import { useGateway } from '../http/use-gateway.ts';
import { jsonOf } from '../http/response.ts';
import { runFilmgate } from './command.ts';

/** Without a slot nothing is sent, and every reference is still needed. */
const shared = useGateway(() => ({
  accounts: [{ label: 'films', families: ['vm_std-2.0'], concurrency: 1 }],
}));

const verify = (env: Readonly<Record<string, string>> = {}) =>
  runFilmgate(['verify'], {
    cwd: shared.gateway.dataDir,
    env: { FILMGATE_DATA_DIR: shared.gateway.dataDir, ...env },
  });
const pathOf = (store: 'results' | 'assets', sha256: string) =>
  join(shared.gateway.dataDir, store, sha256.slice(0, 2), sha256);

async function rendered(name: string) {
  const { id } = taskOf(await shared.tasks.create(smallest(instant(name))));
  await shared.tasks.completed(id);
  const { headers, bytes } = await shared.tasks.request(`/v1/videos/${id}/content`);
  const sha256 = (headers.get('etag') ?? '').replaceAll('"', '');
  return { id, size: bytes.length, sha256, path: pathOf('results', sha256) };
}

/** A job that waits for the one slot, with a picture not sent yet. */
async function waiting() {
  const native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
  const asset = assetSchema.parse(jsonOf(await native.upload(pngBytes())));
  taskOf(await shared.tasks.create(smallest(parked('takes the slot'))));
  const images = [{ asset_id: asset.assetId }];
  const { id } = taskOf(await shared.tasks.create({ ...smallest(parked('waits')), images }));
  return { id, path: pathOf('assets', asset.sha256) };
}

it('[files.verify] reads every file of a running gateway, and lists those that are missing, cut or changed', async () => {
  const videos = [];
  for (const name of ['kept', 'missing', 'cut', 'changed']) videos.push(await rendered(name));
  const job = await waiting();
  const sound = await verify();
  expect(sound.code, sound.stderr).toBe(0);
  expect(sound.stdout).toMatch(
    /^Files 5, \d+ bytes: 5 intact, 0 missing, 0 cut, 0 changed, 0 unreadable\.$/mu,
  );
  expect(
    sound.stderr
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
      .at(-1),
  ).toEqual({
    phase: 'files',
    done: 5,
    total: 5,
  });

  const [, missing, cut, changed] = videos;
  if (missing === undefined || cut === undefined || changed === undefined)
    throw new Error('there are no films');
  await rm(missing.path);
  await truncate(cut.path, cut.size - 1);
  const bytes = await readFile(changed.path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(changed.path, bytes);
  await truncate(job.path, 20);
  const found = await verify();
  expect(found.code, found.stderr).toBe(2);
  const lines = found.stdout.trim().split('\n');
  expect(lines).toEqual([
    ...[missing, cut, changed].map(
      ({ id, sha256, size }, index) =>
        `${['missing', 'cut', 'changed'][index]}: the video of ${id}, results/${sha256}, ${size} bytes`,
    ),
    expect.stringMatching(
      new RegExp(`^cut: a reference of ${job.id}, assets/[0-9a-f]{64}, \\d+ bytes$`, 'u'),
    ),
    expect.stringMatching(/: 1 intact, 1 missing, 2 cut, 1 changed, 0 unreadable\.$/u),
    expect.stringContaining('downloaded again'),
  ]);
}, 120_000);

it('[files.verify] ends with 1 where there is nothing to verify', async () => {
  const nowhere = join(shared.gateway.dataDir, 'nowhere');
  const ended = await verify({ FILMGATE_DATA_DIR: nowhere });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain('There is no database');
});
