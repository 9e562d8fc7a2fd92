import { equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { createHost } from './host.ts';
import { openGateway } from './open-gateway.ts';

/** The Video Task API as a part of somebody else's Fastify: neither side notices the other. */

const errorSchema = z.object({ error: z.object({ code: z.string() }) });
const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  video_url: z.string().optional(),
});

const key = 'key-of-alice';
const customers = new Map([[createHash('sha256').update(key).digest('hex'), 'alice']]);
const directory = await mkdtemp(join(tmpdir(), 'filmgate-example-'));
const opened = await openGateway(directory);
const host = await createHost(opened, customers);
const url = await host.listen({ host: '127.0.0.1', port: 0 });
opened.runner.start();
try {
  // The host's own pages are as they were.
  equal(await (await fetch(url)).text(), 'Welcome to the shop.');
  equal(await (await fetch(`${url}/broken`)).text(), 'The shop is sorry.');
  equal(await (await fetch(`${url}/v1/videos`)).text(), 'The shop has no such page.');

  // Below the prefix the API answers in its own way.
  const stranger = await fetch(`${url}/films/v1/videos`);
  equal(stranger.status, 401);
  equal(errorSchema.parse(await stranger.json()).error.code, 'api_key_required');

  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'A lantern in the rain', resolution: '720p' });
  const created = await fetch(`${url}/films/v1/videos`, { method: 'POST', headers, body });
  equal(created.status, 202);
  let task = taskSchema.parse(await created.json());
  for (let tries = 0; tries < 300 && task.status === 'in_progress'; tries += 1) {
    await setTimeout(100);
    const read = await fetch(`${url}/films/v1/videos/${task.id}`, { headers });
    task = taskSchema.parse(await read.json());
  }
  equal(task.status, 'completed');

  // The signed link works without a key, and leads back below the prefix.
  const link = task.video_url ?? '';
  ok(link.startsWith(`${url}/films/media/`), link);
  const film = await fetch(link);
  equal(film.headers.get('content-type'), 'video/mp4');
  process.stdout.write(`one film of ${(await film.arrayBuffer()).byteLength} bytes below /films\n`);
} finally {
  await opened.runner.drain(5_000);
  await host.close();
  await opened.ports.storage.close();
  await rm(directory, { recursive: true });
}
