import * as z from 'zod';
import { callbackField } from '../../engine/callback-to.ts';
import { receivedReference } from '../../engine/received-reference.ts';
import { refuseUnreadTokens, secondsSchema } from '../../engine/sent-fields.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';
import { klingAspects, klingShape } from './kling-submission.ts';

/** The routes of the older system, by their last segment. */
export const klingLegacyTasks = [
  'text2video',
  'image2video',
  'multi-image2video',
  'omni-video',
] as const;
export type KlingLegacyTask = (typeof klingLegacyTasks)[number];

const resolutionOf = { std: '720p', pro: '1080p', '4k': '4k' } as const;

const imageSchema = z.object({
  image: z.string().min(1).optional(),
  image_url: z.string().min(1).optional(),
});

/** Fields where tokens take effect. */
const readTexts: ReadonlySet<string> = new Set(['prompt', 'negative_prompt', 'external_task_id']);

const bodySchema = z.looseObject({
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
export function klingLegacySubmissionSchema(task: KlingLegacyTask): z.ZodType<ReadSubmission> {
  return bodySchema.transform((body, context): ReadSubmission => {
    refuseUnreadTokens(body, readTexts, context);
    if (body.prompt === '' && task !== 'image2video') {
      context.addIssue({ code: 'custom', path: ['prompt'], message: 'a prompt is required' });
    }
    const images = [
      { role: 'first_frame', url: body.image },
      { role: 'last_frame', url: body.image_tail },
      ...body.image_list.map(({ image, image_url: url = image }) => ({ role: 'refer_image', url })),
    ];
    if (task === 'image2video' && body.image === undefined && body.image_tail === undefined) {
      context.addIssue({ code: 'custom', path: ['image'], message: 'an image is required' });
    }
    const { external_task_id: ownId = '' } = body;
    return {
      ...(ownId !== '' && { ownId }),
      callback: callbackField(body.callback_url),
      content: {
        model: body.model_name,
        mediaType: 'video',
        prompt: body.prompt,
        negativePrompt: body.negative_prompt,
        durationSeconds: body.duration,
        ...klingShape(resolutionOf[body.mode], body.aspect_ratio),
        audio: body.sound === 'on',
        references: images.flatMap(({ role, url }) =>
          url === undefined ? [] : [receivedReference(role, url)],
        ),
        echo: ownId === '' ? { legacy: task } : { legacy: task, external_id: ownId },
      },
    };
  });
}
