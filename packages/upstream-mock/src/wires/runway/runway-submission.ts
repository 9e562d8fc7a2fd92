import * as z from 'zod';
import type { ReadSubmission } from '../../engine/wire-call.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { ratioPixels, resolutionOf } from '../../engine/ratio-pixels.ts';
import { refuseUnreadTokens, referencesIn, type SentFields } from '../../engine/sent-fields.ts';

/** The routes that create a task, by their last segment. */
export const runwayTasks = [
  'text_to_video',
  'image_to_video',
  'video_to_video',
  'text_to_image',
] as const;
export type RunwayTask = (typeof runwayTasks)[number];

/** Duration of a video that leaves its duration to the model, in seconds. */
const ownDuration = 5;

/** Fields where tokens take effect. */
const readTexts: ReadonlySet<string> = new Set(['model', 'promptText', 'negativePrompt', 'ratio']);

/** Required fields of a task; one of several is enough, and the first one is reported. */
const needed: { readonly [T in RunwayTask]: readonly [string, ...string[]] } = {
  text_to_video: ['promptText'],
  image_to_video: ['promptImage'],
  video_to_video: ['videoUri', 'promptVideo'],
  text_to_image: ['promptText'],
};

/** Fields that the models share, as the official client types them (@runwayml/sdk 4.20.1); each has further ones. */
const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  // UTF-16 units: the limit of the models with the longest prompts.
  promptText: z.string().min(1).max(3_500).optional(),
  negativePrompt: z.string().max(3_500).optional(),
  ratio: z.string().max(200).optional(),
  resolution: z.string().max(20).default('720p'),
  duration: z.union([z.literal('auto'), z.int().min(2).max(60)]).default(ownDuration),
  audio: z.boolean().default(true),
});

/** Body of `POST /v1/text_to_video` and its siblings. */
export function runwaySubmissionSchema(task: RunwayTask): z.ZodType<ReadSubmission> {
  return bodySchema.transform((body, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const sent: SentFields = body;
    const [first] = needed[task];
    if (needed[task].every((field) => sent[field] === undefined)) refuse(first, 'Required');
    refuseUnreadTokens(sent, readTexts, context);
    const { ratio = '1280:720', duration } = body;
    const seconds = duration === 'auto' ? ownDuration : duration;
    const pixels = runwayPixels(ratio, body.resolution);
    if (pixels === undefined) refuse('ratio', `no output is ${ratio} at ${body.resolution}`);
    const size = pixels ?? { width: 2, height: 2 };
    const isImage = task === 'text_to_image';
    const content = {
      model: body.model,
      mediaType: isImage ? 'image' : 'video',
      prompt: body.promptText ?? '',
      negativePrompt: body.negativePrompt ?? null,
      durationSeconds: isImage ? null : seconds,
      aspectRatio: ratio,
      resolution: resolutionOf(size),
      ...size,
      audio: body.audio,
      references: referencesIn(sent),
      echo: {},
    } as const;
    return { content };
  });
}

/** Pixels of a pair (`1280:720`), a shape and resolution (`16:9`), or the model's choice (`auto_480p`, `adaptive`). */
function runwayPixels(ratio: string, resolution: string) {
  const text = stripMagicTokens(ratio);
  const [, width, height] = /^(\d{3,4}):(\d{3,4})$/.exec(text) ?? [];
  if (width !== undefined && height !== undefined)
    return { width: Number(width), height: Number(height) };
  const [, own] = /^auto_(\d{3,4}p)$/.exec(text) ?? [];
  return own === undefined ? ratioPixels(resolution, text) : ratioPixels(own, 'auto');
}
