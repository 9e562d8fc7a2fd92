import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { personalityEndpoints, writeOperatorFiles } from './personality-endpoints.ts';
import { instant } from './prompts.ts';
import { type ProviderScene, startProviderScene } from './provider-scene.ts';
import { jsonOf } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { tasksClient } from './tasks-client.ts';

const journalSchema = z.object({ entries: z.array(z.object({ id: z.int() })) });
const inputSchema = z.object({ input: z.object({ image: z.string() }) });

let scene: ProviderScene;

beforeAll(async () => {
  const replicate = personalityEndpoints.filter(({ name }) => name === 'replicate');
  scene = await startProviderScene({
    personalities: ['replicate'],
    settings: (url, folder) => writeOperatorFiles(folder, url, replicate),
    accounts: [],
  });
});
afterAll(() => scene.close());

/** Orders a video from a picture, and returns the picture as the order that Replicate got names it. */
async function imageSent(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const tasks = tasksClient(scene.gateway.tasksUrl, scene.gateway.apiUserKey);
  const created = await tasks.createForm([
    ['model', 'replicate'],
    ['prompt', instant('the picture moves')],
    ['seconds', '4'],
    ['resolution', '720p'],
    ['input_reference', new File([bytes], 'first.png', { type: 'image/png' })],
  ]);
  expect(created.status, created.text).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(jsonOf(created));
  await eventually(
    async () => {
      const job = adminJobResponseSchema.parse(
        jsonOf(await scene.gateway.adminFetch(`jobs/${id}`)),
      );
      return job.state === 'completed' ? true : undefined;
    },
    { what: `the video of ${id}` },
  );
  const read = async (path: string) => (await fetch(`${scene.mock.url}/_mock/${path}`)).json();
  const { entries } = journalSchema.parse(await read('journal?op=submit'));
  const { request_body: body } = z
    .object({ request_body: z.string() })
    .parse(await read(`request?request=${entries.at(-1)?.id}`));
  return inputSchema.parse(JSON.parse(body)).input.image;
}

/** A picture over a megabyte: noise is not compressed. */
function largePicture(): Uint8Array<ArrayBuffer> {
  const padding = new Uint8Array(1_100_000);
  return new Uint8Array(Buffer.concat([pngBytes(), padding]));
}

describe('a large picture for Replicate', () => {
  it('[providers.engine.uploads] is uploaded before the order, which names its location', async () => {
    const bytes = largePicture();
    const digest = createHash('sha256').update(bytes).digest('base64url');
    expect(await imageSent(bytes)).toBe(`${scene.mock.url}/replicate/v1/files/${digest}`);
    expect(await imageSent(pngBytes())).toMatch(/^data:image\/png;base64,/);
  });
});
