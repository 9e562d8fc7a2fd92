import { equal } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { composeGateway, readSettings } from '@filmgate/server';
import * as z from 'zod';
import { reelhouse } from './reelhouse.ts';
import { reelhouseKey, startReelhouse } from './reelhouse-server.ts';

const serviceKey = 'a-key-for-callers-of-this-gateway';
const completion = z.object({ video_url: z.string() });

/**
 * A whole gateway in front of Reelhouse: `composeGateway` receives its definition, its endpoint is the address of the
 * server that simulates it here, and one variable has the key, with which its family is on offer.
 *
 * @returns bytes of the video
 */
export async function makeVideo(): Promise<number> {
  const startedAt = Date.now();
  // Four times as fast, so that readers wait less for a clip.
  const server = await startReelhouse(() => startedAt + (Date.now() - startedAt) * 4);
  const folder = await mkdtemp(join(tmpdir(), 'filmgate-example-'));
  const endpoints = join(folder, 'providers.json');
  await writeFile(endpoints, JSON.stringify({ reelhouse: { base_url: server.url } }));
  const read = readSettings({
    FILMGATE_DATA_DIR: join(folder, 'data'),
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_LOG_LEVEL: 'silent',
    FILMGATE_SERVICE_API_KEY: serviceKey,
    FILMGATE_PROVIDERS_FILE: endpoints,
    FILMGATE_KEY_REELHOUSE: reelhouseKey,
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  const { settings, endpointKeys } = read;
  const gateway = await composeGateway(settings, { endpointKeys, providers: [reelhouse] });
  try {
    const video = await order(gateway.localUrl);
    equal(video.toString('latin1', 4, 8), 'ftyp');
    equal(server.accepted(), 1);
    return video.length;
  } finally {
    await gateway.stop();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function order(url: string): Promise<Buffer> {
  const messages = [{ role: 'user', content: 'A paper boat' }];
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'boat-2s-16x9-480p', messages }),
  });
  const text = await response.text();
  if (response.status === 503) {
    // The gateway has not checked the account yet.
    await setTimeout(200);
    return order(url);
  }
  equal(response.status, 200, text);
  const video = await fetch(completion.parse(JSON.parse(text)).video_url);
  return Buffer.from(await video.arrayBuffer());
}
