import * as z from 'zod';
import { callbackField } from '../../engine/callback-to.ts';
import { ratioPixels } from '../../engine/ratio-pixels.ts';
import { receivedReference } from '../../engine/received-reference.ts';
import { refuseUnreadTokens } from '../../engine/sent-fields.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';

/** The routes of the newer system, by their first segment. */
export const klingTasks = ['text-to-video', 'image-to-video', 'omni-video'] as const;
export type KlingTask = (typeof klingTasks)[number];

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

/** Fields where tokens take effect, besides those of the contents and the own id. */
const readTexts: ReadonlySet<string> = new Set(['prompt']);

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
export function klingSubmissionSchema(task: KlingTask, model: string): z.ZodType<ReadSubmission> {
  return bodySchema.transform((body, context): ReadSubmission => {
    const { settings, options, contents = [] } = body;
    const prompt = body.prompt ?? contents.find((part) => part.type === 'prompt')?.text;
    const { external_task_id: ownId, ...others } = options;
    const unread = contents.filter(({ type }) => type !== 'prompt');
    refuseUnreadTokens({ ...body, contents: unread, options: others }, readTexts, context);
    const media = contents.flatMap((part) => ('url' in part ? [part] : []));
    if (prompt === undefined && task !== 'image-to-video') {
      context.addIssue({ code: 'custom', path: ['prompt'], message: 'a prompt is required' });
    }
    if (task === 'image-to-video' && !media.some(({ type }) => type === 'first_frame')) {
      context.addIssue({ code: 'custom', path: ['contents'], message: 'first_frame is required' });
    }
    return {
      ownId,
      callback: callbackField(options.callback_url),
      content: {
        model,
        mediaType: 'video',
        prompt: prompt ?? '',
        negativePrompt: null,
        durationSeconds: settings.duration,
        ...klingShape(settings.resolution, settings.aspect_ratio),
        audio: settings.audio !== 'off',
        references: media.map(({ type, url }) => receivedReference(type, url)),
        echo: ownId === undefined ? {} : { external_id: ownId },
      },
    };
  });
}

/** Shape of a video of the mock; Kling states the resolutions by name only. */
export function klingShape(resolution: string, aspectRatio: (typeof klingAspects)[number]) {
  const { width, height } = ratioPixels(resolution, aspectRatio) ?? { width: 2, height: 2 };
  return { resolution, aspectRatio, width, height };
}
