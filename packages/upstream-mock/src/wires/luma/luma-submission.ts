import * as z from 'zod';
import type { MockReference } from '../../job/mock-job.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { ratioPixels, resolutionOf } from '../../engine/ratio-pixels.ts';
import { receivedReference } from '../../engine/received-reference.ts';
import { refuseUnreadTokens } from '../../engine/sent-fields.ts';

const base64 = /^[\w+/-]*={0,2}$/;

const referenceSchema = z
  .object({
    url: z.string().min(1).nullish(),
    data: z.string().min(1).regex(base64, 'invalid base64 data').nullish(),
    media_type: z
      .string()
      .regex(/^[\w.+/-]{1,100}$/)
      .nullish(),
    generation_id: z.string().max(100).nullish(),
  })
  .refine(
    ({ url, data, generation_id: id }) =>
      [url, data, id].filter((given) => typeof given === 'string').length === 1,
    "provide one of 'url', 'data' and 'generation_id'",
  )
  .refine(({ data, media_type: type }) => typeof data !== 'string' || typeof type === 'string', {
    path: ['media_type'],
    error: "'media_type' is required with 'data'",
  });

type Reference = z.infer<typeof referenceSchema>;

const ratios = [
  '3:1',
  '2:1',
  '21:9',
  '16:9',
  '4:3',
  '3:2',
  '1:1',
  '3:4',
  '2:3',
  '9:16',
  '1:2',
  '1:3',
] as const;

const seconds = { '5s': 5, '10s': 10 } as const;

const types = ['image', 'image_edit', 'video', 'video_edit', 'video_reframe'] as const;

const videoSchema = z.looseObject({
  resolution: z.enum(['360p', '540p', '720p', '1080p']).nullish(),
  duration: z.enum(['5s', '10s']).nullish(),
  start_frame: referenceSchema.nullish(),
  end_frame: referenceSchema.nullish(),
  keyframes: z.array(referenceSchema).max(64).nullish(),
});

const bodySchema = z.looseObject({
  prompt: z.string().min(1).max(6_000),
  model: z.string().min(1).max(200).default('uni-1'),
  type: z.enum(types).default('image'),
  aspect_ratio: z.enum(ratios).nullish(),
  image_ref: z.array(referenceSchema).max(9).nullish(),
  source: referenceSchema.nullish(),
  video: videoSchema.nullish(),
});

/** A model's name decides its output; the mock does not check which models exist. */
const makers = { image: /^uni-/, video: /^ray-/ } as const;

/** Fields where tokens take effect. */
const readTexts: ReadonlySet<string> = new Set(['prompt', 'model']);

/** Body of `POST /v1/generations` (docs.agents.lumalabs.ai/api, read 2026-11-28). Other fields are ignored. */
export const lumaSubmissionSchema: z.ZodType<ReadSubmission> = bodySchema.transform(
  (body, context) => {
    const { type, video, source } = body;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    refuseUnreadTokens(body, readTexts, context);
    const changesSource = type !== 'image' && type !== 'video';
    const hasSource = source !== undefined && source !== null;
    if (changesSource && !hasSource) refuse('source', `source is required for type '${type}'`);
    if (!changesSource && hasSource) refuse('source', `source is not valid for type '${type}'`);
    const isImage = type.startsWith('image');
    const model = stripMagicTokens(body.model);
    if (!makers.image.test(model) && !makers.video.test(model))
      refuse('model', `Unknown model: ${model}`);
    else if (!makers[isImage ? 'image' : 'video'].test(model))
      refuse('type', `Type '${type}' is not supported for model '${model}'`);
    const ratio = body.aspect_ratio ?? '16:9';
    const size = ratioPixels(isImage ? '1080p' : (video?.resolution ?? '720p'), ratio);
    const pixels = size ?? { width: 2, height: 2 };
    const content = {
      model: body.model,
      mediaType: isImage ? 'image' : 'video',
      prompt: body.prompt,
      negativePrompt: null,
      durationSeconds: isImage ? null : seconds[video?.duration ?? '5s'],
      aspectRatio: ratio,
      resolution: resolutionOf(pixels),
      ...pixels,
      audio: false,
      references: [
        ...received('source', [source]),
        ...received('image_ref', body.image_ref ?? []),
        ...received('start_frame', [video?.start_frame]),
        ...received('end_frame', [video?.end_frame]),
        ...received('keyframes', video?.keyframes ?? []),
      ],
      echo: { type },
    } as const;
    return { content };
  },
);

/** A named earlier generation is not a reference: the request contains nothing of it. */
function received(
  role: string,
  given: readonly (Reference | null | undefined)[],
): readonly MockReference[] {
  return given.flatMap((reference) => {
    const { url, data, media_type: type } = reference ?? {};
    if (typeof url === 'string') return [receivedReference(role, url)];
    return typeof data === 'string'
      ? [receivedReference(role, `data:${type ?? ''};base64,${data}`)]
      : [];
  });
}
