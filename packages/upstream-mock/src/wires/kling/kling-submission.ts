import * as z from 'zod';
import { secondsSchema, unreadToken, receivedReference } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';

/** The routes of the newer system, by their first segment. */
export const klingTasks = ['text-to-video', 'image-to-video', 'omni-video'] as const;

/** The routes of the older system, by their last segment. */
export const klingLegacyTasks = [
  'text2video',
  'image2video',
  'multi-image2video',
  'omni-video',
] as const;

export const klingResolutions = ['720p', '1080p', '4k'] as const;
export const klingAspects = ['16:9', '9:16', '1:1'] as const;

const materials = [
  'first_frame',
  'last_frame',
  'refer_image',
  'feature_video',
  'base_video',
] as const;

const contentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), text: z.string().min(1).max(3_072) }),
  z.object({ type: z.enum(materials), url: z.string().min(1) }),
  z.object({ type: z.literal('element'), element_id: z.union([z.string(), z.number()]) }),
]);

const bodySchema = z.looseObject({
  prompt: z.string().min(1).max(3_072).optional(),
  contents: z.array(contentSchema).min(1).max(64).optional(),
  settings: z
    .looseObject({
      resolution: z.enum(klingResolutions).default('720p'),
      aspect_ratio: z.enum(klingAspects).default('16:9'),
      duration: z.int().min(3).max(15).default(5),
      audio: z.enum(['native', 'original', 'off']).default('off'),
      multi_shot: z.boolean().optional(),
    })
    .prefault({}),
  options: z
    .looseObject({
      external_task_id: z.string().min(1).max(200).optional(),
      callback_url: z.string().optional(),
      watermark_info: z.object({ enabled: z.boolean() }).optional(),
    })
    .prefault({}),
});

/**
 * Body of `POST /text-to-video/{model}` and its siblings: fields and limits as `QuantumNous/new-api` has them in its
 * tests of Kling 3.0, and docs.cloudsway.net in its page of Kling 3.0 Turbo (both read 2026-11-23).
 */
export function klingBody(task: (typeof klingTasks)[number]) {
  return videoBody(bodySchema, (body, { values }) => {
    const { settings, options, contents = [] } = body;
    const { external_task_id: ownId, ...others } = options;
    const prompt = body.prompt ?? contents.find((part) => part.type === 'prompt')?.text;
    const media = contents.flatMap((part) => ('url' in part ? [part] : []));
    const unread = contents.filter(({ type }) => type !== 'prompt');
    const needsFrame = task === 'image-to-video';
    return {
      ownId,
      model: values['model'] ?? '',
      prompt,
      durationSeconds: settings.duration,
      resolution: settings.resolution,
      aspectRatio: settings.aspect_ratio,
      audio: settings.audio !== 'off',
      references: media.map(({ type, url }) => receivedReference(type, url)),
      echo: ownId === undefined ? {} : { external_id: ownId },
      callback: callbackTo(options.callback_url),
      problems: [
        unreadToken({ ...body, contents: unread, options: others }, ['prompt']),
        prompt === undefined && !needsFrame && ['prompt', 'a prompt is required'],
        needsFrame &&
          !media.some(({ type }) => type === 'first_frame') && [
            'contents',
            'first_frame is required',
          ],
      ],
    };
  });
}

const resolutionOf = { std: '720p', pro: '1080p', '4k': '4k' } as const;

const imageSchema = z.object({
  image: z.string().min(1).optional(),
  image_url: z.string().min(1).optional(),
});

const legacySchema = z.looseObject({
  model_name: z
    .string()
    .regex(/^kling-[\w.-]{1,60}$/)
    .default('kling-v1'),
  prompt: z.string().max(2_500).default(''),
  negative_prompt: z.string().max(2_500).nullable().default(null),
  mode: z.enum(['std', 'pro', '4k']).default('std'),
  sound: z.enum(['on', 'off']).default('off'),
  duration: secondsSchema.pipe(z.int().min(3).max(15)).default(5),
  aspect_ratio: z.enum(klingAspects).default('16:9'),
  image: z.string().min(1).optional(),
  image_tail: z.string().min(1).optional(),
  image_list: z.array(imageSchema).max(16).default([]),
  external_task_id: z.string().max(200).optional(),
  callback_url: z.string().optional(),
});

/**
 * Body of `POST /v1/videos/text2video` and its siblings, as `vercel/ai` writes it in packages/klingai
 * (klingai-video-model.ts, read 2026-11-23). An empty own id counts as none, as in Kling's own examples.
 */
export function klingLegacyBody(task: (typeof klingLegacyTasks)[number]) {
  return videoBody(legacySchema, (body) => {
    const { prompt, image: first, image_tail: last, external_task_id: ownId = '' } = body;
    const images = [
      { role: 'first_frame', url: first },
      { role: 'last_frame', url: last },
      ...body.image_list.map(({ image, image_url: url = image }) => ({ role: 'refer_image', url })),
    ];
    const needsImage = task === 'image2video';
    const hasImage = first !== undefined || last !== undefined;
    return {
      ...(ownId !== '' && { ownId }),
      model: body.model_name,
      prompt,
      negativePrompt: body.negative_prompt,
      durationSeconds: body.duration,
      resolution: resolutionOf[body.mode],
      aspectRatio: body.aspect_ratio,
      audio: body.sound === 'on',
      references: images.flatMap(({ role, url }) =>
        url === undefined ? [] : [receivedReference(role, url)],
      ),
      echo: { legacy: task, ...(ownId !== '' && { external_id: ownId }) },
      callback: callbackTo(body.callback_url),
      problems: [
        unreadToken(body, ['prompt', 'negative_prompt', 'external_task_id']),
        prompt === '' && !needsImage && ['prompt', 'a prompt is required'],
        needsImage && !hasImage && ['image', 'an image is required'],
      ],
    };
  });
}

/** An empty receiver counts as none. */
function callbackTo(url: string | undefined) {
  const events = ['processing', 'ended'] as const;
  return { url: url === '' ? undefined : url, field: 'callback_url', events };
}
