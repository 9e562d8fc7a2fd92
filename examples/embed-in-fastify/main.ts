import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defaultCatalog, defaultGatewayOptions } from '@filmgate/core';
import { type OpenGateway, openGateway } from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { createMockUpstream } from '@filmgate/upstream-mock/client';
import * as z from 'zod';
import { createHost } from './host.ts';

/**
 * The Video Task API inside another program's Fastify, without an effect on each other. Run with a directory, it keeps
 * its data.
 */

/** Resumes the data of the last start on this directory. */
async function openVideos(directory: string): Promise<OpenGateway> {
  const log = {
    info: () => {},
    warn: (event: string) => void process.stderr.write(`${event}\n`),
    error: (event: string, error: unknown) =>
      void process.stderr.write(`${event} ${String(error)}\n`),
  };
  return await openGateway({
    ports: {
      storage: await createSqliteStorage({ file: join(directory, 'videos.db'), log }),
      assetBlobs: await createFileBlobs({ directory: join(directory, 'assets'), log }),
      resultBlobs: await createFileBlobs({ directory: join(directory, 'results'), log }),
      upstreams: new Map([['mock', createMockUpstream({ now: Date.now, speed: 50 }).client]]),
      log,
    },
    options: { ...defaultGatewayOptions, catalog: () => defaultCatalog },
    directory,
    accounts: [
      {
        id: 'account_studio',
        endpoint: 'mock',
        settings: { label: 'studio', families: ['*'], concurrency: 4, credits: 10_000 },
      },
    ],
  });
}

const errorSchema = z.object({ error: z.object({ code: z.string() }) });
const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  video_url: z.string().optional(),
});

const key = 'key-of-alice';
const customers = new Map([[createHash('sha256').update(key).digest('hex'), 'alice']]);
const [, , given] = process.argv;
const directory = given ?? (await mkdtemp(join(tmpdir(), 'filmgate-example-')));
const opened = await openVideos(directory);
const host = await createHost(opened, customers);
const url = await host.listen({ host: '127.0.0.1', port: 0 });
opened.start();
try {
  // The host's own pages are unchanged.
  equal(await (await fetch(url)).text(), 'Welcome to the shop.');
  equal(await (await fetch(`${url}/broken`)).text(), 'The shop is sorry.');
  equal(await (await fetch(`${url}/v1/videos`)).text(), 'The shop has no such page.');

  // Below the prefix, responses have the format of the API.
  const stranger = await fetch(`${url}/studio/v1/videos`);
  equal(stranger.status, 401);
  equal(errorSchema.parse(await stranger.json()).error.code, 'api_key_required');

  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'A lantern in the rain', resolution: '720p' });
  const created = await fetch(`${url}/studio/v1/videos`, { method: 'POST', headers, body });
  equal(created.status, 202);
  let task = taskSchema.parse(await created.json());
  for (let tries = 0; tries < 300 && task.status === 'in_progress'; tries += 1) {
    await setTimeout(100);
    const read = await fetch(`${url}/studio/v1/videos/${task.id}`, { headers });
    task = taskSchema.parse(await read.json());
  }
  equal(task.status, 'completed');

  // The signed link works without a key, and leads back below the prefix.
  const link = task.video_url ?? '';
  ok(link.startsWith(`${url}/studio/media/`), link);
  const video = await fetch(link);
  equal(video.headers.get('content-type'), 'video/mp4');
  process.stdout.write(
    `one video of ${(await video.arrayBuffer()).byteLength} bytes below /videos\n`,
  );
} finally {
  await host.close();
  await opened.close(5_000);
  if (given === undefined) await rm(directory, { recursive: true });
}
