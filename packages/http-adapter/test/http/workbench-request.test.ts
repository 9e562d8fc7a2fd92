import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorkbenchTestApi, type WorkbenchTestApi } from '../doubles/workbench-test-api.ts';

const opened: WorkbenchTestApi[] = [];

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

const id = 'ui-b41f7a0e-5d0a-4a70-9f43-0d1f1b6c9a55';
const path = `/films/local-video/jobs/${id}`;
const picture = Buffer.from('the bytes of an image');
const sha256 = createHash('sha256').update(picture).digest('hex');

/** Creates a job with one image that is stored, and one that is not. */
async function startWithJob(): Promise<WorkbenchTestApi> {
  const api = await createWorkbenchTestApi('/films');
  opened.push(api);
  await api.send('POST', '/films/local-video/jobs', {
    id,
    model: 'vidA-fast-4s-16x9-720p',
    prompt: 'a cat',
    negative_prompt: 'dogs',
    generate_audio: true,
  });
  const kept = {
    kind: 'image',
    role: 'first_frame',
    assetId: null,
    contentType: 'image/webp',
  } as const;
  const { request } = api.gateway.change(id, {});
  api.gateway.change(id, {
    request: {
      ...request,
      pinnedAccountId: 'acc_1',
      references: [
        { ...kept, sha256, size: picture.length },
        { ...kept, role: 'last_frame', sha256: 'f'.repeat(64), size: 7 },
      ],
    },
  });
  api.images.set(sha256, picture);
  return api;
}

describe('the request of a job', () => {
  it('[workbench.request] is shown whole, with the address of each stored image', async () => {
    const api = await startWithJob();
    const response = await api.send('GET', `${path}/request`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      model: 'vidA-fast-4s-16x9-720p',
      prompt: 'a cat',
      negative_prompt: 'dogs',
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      generate_audio: true,
      account: 'acc_1',
      reference_images: [
        {
          role: 'first_frame',
          content_type: 'image/webp',
          size: picture.length,
          url: `${path}/references/0`,
        },
        { role: 'last_frame', content_type: 'image/webp', size: 7 },
      ],
    });
  });

  it('[workbench.request] has its images as the bytes that were sent to the provider', async () => {
    const api = await startWithJob();
    const image = await api.send('GET', `${path}/references/0`);
    expect([image.statusCode, image.body, image.headers['content-type']]).toEqual([
      200,
      picture.toString(),
      'image/webp',
    ]);
    expect(image.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await api.log.until('reference_sent')).toHaveLength(1);
  });

  it.each(['references/1', 'references/2', 'references/00', 'references/-1', 'references/x'])(
    '[workbench.request] has no other image: %s',
    async (part) => {
      const api = await startWithJob();
      const response = await api.send('GET', `${path}/${part}`);
      expect([response.statusCode, response.json()]).toEqual([404, { detail: expect.any(String) }]);
    },
  );

  it('[workbench.request] of the job of another route is not shown', async () => {
    const api = await startWithJob();
    api.gateway.change(id, { surface: 'local', owner: 'service' });
    for (const part of ['request', 'references/0'])
      expect((await api.send('GET', `${path}/${part}`)).statusCode).toBe(404);
  });
});
