import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assetOf, jobOf, nativeClient } from './native-client.ts';
import { instant } from './prompts.ts';
import { oneEndpoint, type ProviderScene, startProviderScene } from './provider-scene.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { jsonOf, send } from './response.ts';
import { sampleMedia } from './sample-media.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

const publicUrl = 'https://films.example';
const family = 'seedance-2.5-video-references';
const journalSchema = z.object({ entries: z.array(z.object({ id: z.int() })) });
const orderSchema = z.object({
  content: z.array(
    z.object({
      role: z.string().optional(),
      video_url: z.object({ url: z.string() }).optional(),
    }),
  ),
});

const accounts = [{ endpoint: 'ark-intl', secret: 'canary-of-ark' }];

let scene: ProviderScene;
let mock: MockServer;
let gateway: Gateway;

beforeAll(async () => {
  scene = await startProviderScene({
    personalities: ['ark'],
    settings: async (url, folder) => ({
      ...(await endpointAt(url, folder)),
      FILMGATE_ASSET_LINKS_URL: publicUrl,
      FILMGATE_DEFAULT_MODEL_TASKS: family,
    }),
    accounts,
  });
  ({ mock, gateway } = scene);
});
afterAll(() => scene.close());

function endpointAt(url: string, folder: string) {
  return oneEndpoint(folder, { id: 'ark-intl', protocol: 'ark', baseUrl: `${url}/ark/api/v3` });
}

/** Orders a video with a reference video, and returns the link in the order that the provider got. */
async function orderWithVideo(bytes: Uint8Array<ArrayBuffer>) {
  const native = nativeClient(gateway.tasksUrl, gateway.upstreamApiKey);
  const { assetId } = assetOf(await native.upload(bytes, { contentType: 'video/mp4' }));
  const job = jobOf(
    await native.create({
      plugin: 'std',
      prompt: instant('the same walk, in the rain'),
      references: [{ assetId, kind: 'video' }],
      options: { seconds: 4, resolution: '720p' },
    }),
  );
  await native.completed(job.id);
  const read = async (path: string) => (await fetch(`${mock.url}/_mock/${path}`)).json();
  const { entries } = journalSchema.parse(await read('journal?op=submit'));
  const sent = z
    .object({ request_body: z.string() })
    .parse(await read(`request?request=${entries.at(-1)?.id}`));
  const { content } = orderSchema.parse(JSON.parse(sent.request_body));
  const [video] = content.filter(({ role }) => role === 'reference_video');
  return z.string().parse(video?.video_url?.url);
}

const video = sampleMedia.find(({ contentType }) => contentType === 'video/mp4')?.bytes;

describe('a video as reference', () => {
  it('[references.link] is read by the provider at a signed link', async () => {
    if (video === undefined) throw new Error('There is no sample video.');
    const link = await orderWithVideo(video);
    expect(link.startsWith(`${publicUrl}/references/video/mp4/`)).toBe(true);
    const at = link.replace(publicUrl, gateway.tasksUrl);
    const whole = await fetch(at);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const digest = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
    expect(digest(bytes)).toBe(digest(video));
    const part = await fetch(at, { headers: { range: 'bytes=2-5' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      bytes.subarray(2, 6),
    ]);
    const head = await fetch(at, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${video.length}`]);
    const beyond = await send(at, { headers: { range: 'bytes=999999999-' } });
    expect(beyond.status).toBe(416);
    for (const other of [
      at.replace('/mp4/', '/webm/'),
      at.replace('expires=', 'expires=1'),
      `${at}x`,
    ])
      expect((await send(other)).status, other).toBe(404);
    expect((await send(at, { method: 'POST' })).status).toBe(404);
  });

  it('[invariants.i13-no-secret-leaves] leaves the signature of its link in no file of the gateway', async () => {
    if (video === undefined) throw new Error('There is no sample video.');
    const link = await orderWithVideo(video);
    const signature = z.string().length(43).parse(new URL(link).searchParams.get('signature'));
    const wrong = link.replace(
      signature,
      `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    );
    for (const url of [link, wrong]) await send(url.replace(publicUrl, gateway.tasksUrl));
    const entries = await readdir(gateway.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name));
      // Of the wrong one, too, only the last character differs.
      expect(bytes.includes(signature.slice(0, -1)), name).toBe(false);
    }
  });

  it('[references.off] is neither offered nor accepted without an address for links', async () => {
    const env = await endpointAt(mock.url, scene.folder);
    const without = await startGateway({ env, accounts, wrapPorts: withQuickEndpoints });
    try {
      const listed = await send(`${without.tasksUrl}/v1/models`, {
        headers: { authorization: `Bearer ${without.apiUserKey}` },
      });
      const { data } = z
        .object({ data: z.array(z.object({ id: z.string() })) })
        .parse(jsonOf(listed));
      const ids = data.map(({ id }) => id);
      expect(ids).toContain('seedance-2.5');
      expect(ids).not.toContain(family);
      expect(
        (await send(`${without.tasksUrl}/references/video/mp4/${'0'.repeat(64)}.mp4`)).status,
      ).toBe(404);
    } finally {
      await without.stop();
    }
  });
});
