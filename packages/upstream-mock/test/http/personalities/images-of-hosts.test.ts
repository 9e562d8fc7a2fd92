import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const acceptedSchema = z.object({ request_id: z.string() });
const pictureSchema = z.object({
  images: z.array(z.object({ url: z.url(), width: z.int(), height: z.int() })).length(1),
});

/** Width and height that a PNG states. */
async function pixelsAt(url: string): Promise<readonly number[]> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

it.each([
  ['fal-ai/flux/dev', { image_size: 'portrait_4_3' }, [768, 1_024]],
  ['fal-ai/bytedance/seedream/v4/edit', { image_size: { width: 640, height: 480 } }, [640, 480]],
  ['fal-ai/nano-banana-2', { aspect_ratio: '16:9', resolution: '2K' }, [2_048, 1_152]],
  ['fal-ai/flux-pro/kontext', { aspect_ratio: '3:2', num_images: 1 }, [1_024, 688]],
  ['fal-ai/nano-banana-2/edit', { aspect_ratio: 'auto' }, [1_024, 1_024]],
])(
  '[providers.personalities.wire] fal makes an image by %s of %j in its size',
  async (model, input, pixels) => {
    const body = { prompt: 'a picture [[mock:queue=0s,run=0s]]', ...input };
    const accepted = await server.call('fal', { path: `/${model}`, body });
    const { request_id: id } = acceptedSchema.parse(accepted.body);
    const app = model.split('/').slice(0, 2).join('/');
    const found = await server.call('fal', { path: `/${app}/requests/${id}` });
    const [image] = pictureSchema.parse(found.body).images;
    expect([image?.width, image?.height]).toEqual(pixels);
    expect(await pixelsAt(image?.url ?? '')).toEqual(pixels);
  },
);

it.each([
  ['models', { path: '/v1/models/black-forest-labs/flux-kontext-pro/predictions' }, {}],
  ['versions', { path: '/v1/predictions' }, { version: 'black-forest-labs/flux-kontext-max' }],
])(
  '[providers.personalities.wire] replicate makes an image by %s, whose output is a link to it',
  async (_, { path }, named) => {
    const input = {
      prompt: 'a picture [[mock:queue=0s,run=0s]]',
      aspect_ratio: 'match_input_image',
      input_image: 'https://films.example/kite.png',
    };
    const accepted = await server.call('replicate', { path, body: { ...named, input } });
    expect(accepted.status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(accepted.body);
    const { body } = await server.call('replicate', { path: `/v1/predictions/${id}` });
    const { output } = z.object({ output: z.url() }).parse(body);
    expect(await pixelsAt(output)).toEqual([1_024, 1_024]);
  },
);

it.each([
  ['input.prompt', { prompt: '' }],
  ['input.aspect_ratio', { prompt: 'a picture', aspect_ratio: 'wide' }],
])('[providers.personalities.wire] replicate refuses an image by its %s', async (field, input) => {
  const path = '/v1/models/black-forest-labs/flux-kontext-pro/predictions';
  const { status, body } = await server.call('replicate', { path, body: { input } });
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(field)]);
});

it.each([
  ['num_images', { num_images: 2 }],
  ['image_size', { image_size: 'huge' }],
  ['aspect_ratio', { aspect_ratio: 'wide' }],
  ['resolution', { resolution: '720p' }],
  ['prompt', { prompt: '' }],
  ['style', { style: '[[mock:queue=0s]]' }],
])('[providers.personalities.wire] fal refuses an image by its %s', async (field, input) => {
  const body = { prompt: 'a picture', ...input };
  const { status, body: said } = await server.call('fal', { path: '/fal-ai/flux/dev', body });
  expect([status, JSON.stringify(said)]).toEqual([422, expect.stringContaining(field)]);
});

it('[providers.personalities.wire] fal still makes videos by models of other names', async () => {
  const body = { prompt: 'a video [[mock:queue=0s,run=0s]]', duration: 2 };
  const accepted = await server.call('fal', { path: '/fal-ai/flux-2-video', body });
  const { request_id: id } = acceptedSchema.parse(accepted.body);
  const found = await server.call('fal', { path: `/fal-ai/flux-2-video/requests/${id}` });
  expect(found.body).toMatchObject({ video: { content_type: 'video/mp4' } });
});
