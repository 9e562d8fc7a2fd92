import * as z from 'zod';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';
import { pricedResolution, ratioPixels } from '../../engine/ratio-pixels.ts';
import {
  addProblems,
  type FieldProblem,
  referencesIn,
  refuseUnreadTokens,
} from '../../engine/sent-fields.ts';

/** The routes that create a video, by their last segment. */
export const xaiTasks = ['generations', 'edits', 'extensions'] as const;
export type XaiTask = (typeof xaiTasks)[number];

/** Default duration of a video, in seconds: an edit lasts as long as its source, which the mock does not open. */
const usualSeconds: { readonly [T in XaiTask]: number } = {
  generations: 8,
  edits: 8,
  extensions: 6,
};

/** Fields where tokens take effect. */
const readTexts: ReadonlySet<string> = new Set(['model', 'prompt']);

const fileSchema = z.object({
  url: z.string().min(1).optional(),
  file_id: z.string().min(1).optional(),
});

const filesSchema = {
  image: fileSchema.optional(),
  last_frame: fileSchema.optional(),
  video: fileSchema.optional(),
  keyframes: z
    .array(z.object({ image: fileSchema, timestamp_s: z.number() }))
    .max(4)
    .optional(),
  reference_images: z.array(fileSchema).max(7).optional(),
  reference_audios: z
    .array(fileSchema.extend({ voice_id: z.string().optional() }))
    .max(3)
    .optional(),
};

const bodySchema = z.object({
  model: z.string().min(1).max(200),
  prompt: z.string().max(32_000).optional(),
  duration: z.int().min(1).max(15).optional(),
  aspect_ratio: z.enum(['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', 'auto']).default('16:9'),
  resolution: z.enum(['480p', '720p', '1080p']).default('480p'),
  generate_audio: z.boolean().default(true),
  ...filesSchema,
});

type Body = z.infer<typeof bodySchema>;

/**
 * Body of `POST /v1/videos/generations` and its siblings, as `@ai-sdk/xai` 5.0.12 writes it. Other fields are ignored,
 * as xAI does: an `image_url` is no image.
 */
export function xaiSubmissionSchema(task: XaiTask): z.ZodType<ReadSubmission> {
  return z.record(z.string(), z.unknown()).transform((sent, context) => {
    const { data: body, error } = bodySchema.safeParse(sent);
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
    if (body === undefined) return z.NEVER;
    refuseUnreadTokens(sent, readTexts, context);
    addProblems(context, problemsOf(body, task));
    const { resolution, aspect_ratio: aspectRatio } = body;
    const pixels = ratioPixels(resolution, aspectRatio) ?? { width: 2, height: 2 };
    const content = {
      model: body.model,
      mediaType: 'video',
      prompt: body.prompt ?? '',
      negativePrompt: null,
      durationSeconds: secondsOf(body, task),
      aspectRatio,
      resolution: pricedResolution(resolution, pixels),
      ...pixels,
      audio: body.generate_audio,
      references: referencesIn(filesOf(body)),
      echo: {},
    } as const;
    return { content };
  });
}

function secondsOf({ duration }: Body, task: XaiTask): number {
  return task === 'edits' ? usualSeconds.edits : (duration ?? usualSeconds[task]);
}

function filesOf(body: Body) {
  const names = Object.keys(filesSchema);
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

function problemsOf(body: Body, task: XaiTask): readonly FieldProblem[] {
  const { model, prompt = '', resolution, video, reference_images: images } = body;
  const wantsVideo = task !== 'generations' && video === undefined;
  const isEmpty = prompt === '' && Object.keys(filesOf(body)).length === 0;
  const isOld = stripMagicTokens(model) === 'grok-imagine-video';
  const longest = longestOf(task, images !== undefined);
  const seconds = secondsOf(body, task);
  return [
    wantsVideo ? ['video', `${task} require a video`] : undefined,
    isEmpty ? ['prompt', 'Prompt cannot be empty.'] : undefined,
    seconds > longest
      ? ['duration', `Duration ${seconds}s exceeds the maximum allowed, which is ${longest}s.`]
      : undefined,
    resolution === '1080p' && (isOld || images !== undefined)
      ? ['resolution', '1080p is not available for this request']
      : undefined,
  ];
}

/** In seconds. */
function longestOf(task: XaiTask, hasReferences: boolean): number {
  return task === 'extensions' || hasReferences ? 10 : 15;
}
