import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog, defaultGatewayOptions } from '@filmgate/core';
import { type OpenGateway, openGateway } from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { createMockUpstream } from '@filmgate/upstream-mock/client';
import * as z from 'zod';
import { VideoHandler } from './video-handler.ts';

/**
 * The use cases behind a plain `node:http` server: no framework, three routes. Run with a directory, it keeps its data.
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

const [, , given] = process.argv;
const directory = given ?? (await mkdtemp(join(tmpdir(), 'filmgate-example-')));
const opened = await openVideos(directory);
const videos = new VideoHandler(opened.gateway, opened.ports.ids);
const server = createServer((request, response) => {
  const owner = request.headers['x-user'];
  if (typeof owner !== 'string') response.writeHead(401).end();
  else videos.handle(owner, request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = z.object({ port: z.number() }).parse(server.address());
const url = `http://127.0.0.1:${port}`;
opened.start();
try {
  const key = randomUUID();
  const order = (owner: string) =>
    fetch(`${url}/videos`, {
      method: 'POST',
      headers: { 'x-user': owner, 'idempotency-key': key },
      body: 'A lantern in the rain',
    });
  const [first, again] = [await order('alice'), await order('alice')];
  equal(first.status, 202);
  equal(again.status, 200);
  const { id } = z.object({ id: z.string() }).parse(await first.json());

  const alice = { headers: { 'x-user': 'alice' } };
  const video = z.object({ status: z.string() });
  const ended = await fetch(`${url}/videos/${id}`, alice);
  equal(video.parse(await ended.json()).status, 'completed');
  const file = await (await fetch(`${url}/videos/${id}/file`, alice)).bytes();
  equal(Buffer.from(file).toString('latin1', 4, 8), 'ftyp');

  const bob = { headers: { 'x-user': 'bob' } };
  equal((await fetch(`${url}/videos/${id}/file`, bob)).status, 404);
  process.stdout.write(`one video of ${file.byteLength} bytes, for alice alone\n`);
} finally {
  server.closeAllConnections();
  server.close();
  await opened.close(5_000);
  if (given === undefined) await rm(directory, { recursive: true });
}
