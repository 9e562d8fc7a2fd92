import { ark as facts, errorOf } from '@filmgate/provider-facts';
import * as z from 'zod';
import { receivedReference, unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { drawnSizeSchema, ratioOf } from '../openai-videos/openai-submission.ts';

const imagesSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(14)]);

/** The words of `size` for a square; a size in pixels is drawn as it is. */
const squares = { '1K': '1024x1024', '2K': '2048x2048', '4K': '4096x4096' } as const;

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  prompt: z.string().min(1),
  image: imagesSchema.default([]),
  size: z
    .string()
    .default('2048x2048')
    .transform((size) => Object.entries(squares).find(([word]) => word === size)?.[1] ?? size)
    .pipe(drawnSizeSchema),
  sequential_image_generation: z
    .literal('disabled', 'the mock makes one image for each request')
    .default('disabled'),
  response_format: z.literal('url', 'the mock responds with links').default('url'),
  watermark: z.boolean().default(true),
});

/** Body of `POST /api/v3/images/generations` (docs.byteplus.com/en/docs/ModelArk/1541523, copies read 2026-12-01). */
export const seedreamBody = videoBody(bodySchema, (body) => {
  const { model, prompt, size, image, ...others } = body;
  const links = typeof image === 'string' ? [image] : image;
  return {
    model,
    mediaType: 'image',
    prompt,
    durationSeconds: null,
    aspectRatio: ratioOf(size),
    resolution: `${Math.max(size.width, size.height)}px`,
    pixels: size,
    audio: false,
    references: links.map((link) => receivedReference('image', link)),
    problems: [unreadToken(others, [])],
  };
});

/** The link to the image, or the error in place of it. */
export function respondWithImage(
  { job, state, failure, url }: TaskReport,
  { space }: WireCall,
): ProviderResponse {
  if (state !== 'completed') {
    const isWithheld = failure === facts.failures.policy;
    const code = isWithheld ? 'OutputImageSensitiveContentDetected' : failure?.code;
    return space.refuse(errorOf(facts, code ?? facts.failures.internal.code).code);
  }
  const tokens = Math.ceil((job.width * job.height) / 256);
  return jsonReply(200, {
    model: job.model,
    created: Math.floor(job.endsAt / 1_000),
    data: url === null ? [] : [{ url, size: `${job.width}x${job.height}` }],
    usage: { generated_images: 1, output_tokens: tokens, total_tokens: tokens },
  });
}
