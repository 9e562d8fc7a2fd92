import { join } from 'node:path';
import { createS3Blobs } from '@filmgate/storage-s3';
import { expect, it } from 'vitest';
import { runFilmgate } from '../../end-to-end/command.ts';
import { instant, smallest } from '../prompts.ts';
import { taskOf, tasksClient } from '../tasks-client.ts';
import { useFleet } from './fleet-world.ts';
import { useBucket } from './use-bucket.ts';

const fleet = useFleet();
const bucket = useBucket();

it('[files.verify] reads the jobs of Redis and their files in a bucket, while nodes work there', async () => {
  const dataDir = await bucket.newFolder();
  const node = await fleet.node({ env: bucket.env, dataDir });
  const tasks = tasksClient(node.tasksUrl, node.apiUserKey);
  const videos = [];
  for (const name of ['one in a bucket', 'two in a bucket']) {
    const { id } = taskOf(await tasks.create(smallest(instant(name))));
    await tasks.completed(id);
    const { headers } = await tasks.request(`/v1/videos/${id}/content`);
    videos.push({ id, sha256: (headers.get('etag') ?? '').replaceAll('"', '') });
  }
  const verify = () =>
    runFilmgate(['verify'], {
      cwd: dataDir,
      env: { ...fleet.env, ...bucket.env, FILMGATE_DATA_DIR: dataDir },
    });
  const sound = await verify();
  expect(sound.code, sound.stderr).toBe(0);
  expect(sound.stdout).toContain('Files 2, ');

  const { FILMGATE_S3_ENDPOINT: endpoint = '' } = bucket.env;
  const blobs = await createS3Blobs({
    endpoint,
    region: 'us-east-1',
    bucket: 'films',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix: 'filmgate/results',
    spoolDirectory: join(dataDir, 'spool-of-the-test'),
  });
  const [lost] = videos;
  await blobs.remove(lost?.sha256 ?? '');
  await blobs.close();
  const found = await verify();
  expect(found.code, found.stderr).toBe(2);
  expect(found.stdout).toContain(`missing: the video of ${lost?.id}, results/${lost?.sha256}`);
  expect(found.stdout).toContain('1 intact, 1 missing');
}, 120_000);
