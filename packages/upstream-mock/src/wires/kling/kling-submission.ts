import * as z from 'zod';
import type { SubmissionBody } from '../../engine/personality.ts';
import { receivedReference } from '../../engine/received-reference.ts';
import { refuseUnreadTokens } from '../../engine/sent-fields.ts';
import { klingAspects, klingPixels, klingResolutions } from './kling-pixels.ts';

/** The routes of the newer system, by their first segment. */
export const klingTasks = ['text-to-video', 'image-to-video', 'omni-video'] as const;
export type KlingTask = (typeof klingTasks)[number];

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

/** Names and content of a submission; its own id is null if it has none. */
export interface ReadSubmission {
  readonly ownId: string | null;
  readonly callbackUrl: string | null;
  readonly submission: SubmissionBody;
}

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
    const { resolution, aspect_ratio: aspectRatio, duration, audio } = settings;
    return {
      ownId: ownId ?? null,
      callbackUrl:
        options.callback_url === undefined || options.callback_url === ''
          ? null
          : options.callback_url,
      submission: {
        model,
        mediaType: 'video',
        prompt: prompt ?? '',
        negativePrompt: null,
        durationSeconds: duration,
        aspectRatio,
        resolution,
        ...klingPixels(resolution, aspectRatio),
        audio: audio !== 'off',
        references: media.map(({ type, url }) => receivedReference(type, url)),
        echo: ownId === undefined ? {} : { external_id: ownId },
      },
    };
  });
}
