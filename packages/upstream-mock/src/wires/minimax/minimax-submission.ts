import * as z from 'zod';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import type { MockReference } from '../../job/mock-job.ts';
import { callbackTo } from '../../engine/callback-to.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';
import {
  type ContentPart,
  contentPartSchema,
  filesOf,
  isFrame,
  mixesFrames,
  textsOf,
} from '../../engine/content-parts.ts';
import { pricedResolution, ratioPixels } from '../../engine/ratio-pixels.ts';
import { addProblems, type FieldProblem, refuseUnreadTokens } from '../../engine/sent-fields.ts';

const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

/** The faster model supports less; any other name means the usual one. */
const fastModel = 'MiniMax-H3-Max';

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  content: z.array(contentPartSchema).min(1).max(64),
  resolution: z.enum(['480P', '768P', '2K']).optional(),
  ratio: z.enum([...ratios, 'adaptive']).optional(),
  duration: z.int().max(15).default(5),
  aigc_watermark: z.boolean().default(false),
  callback_url: z.string().optional(),
});

type Body = z.infer<typeof bodySchema>;

/** Fields where tokens take effect, besides those of the content. */
const readTexts: ReadonlySet<string> = new Set(['model']);

/** Maximum files of one request, by role. */
const most: { readonly [role: string]: number } = {
  first_frame: 1,
  last_frame: 1,
  reference_image: 9,
  reference_video: 3,
  reference_audio: 3,
};

/** Body of `POST /v2/video_generation` (documents, `@ai-sdk/minimax` 3.0.45, read 2026-11-28). Ignores other fields. */
export const minimaxSubmissionSchema: z.ZodType<ReadSubmission> = bodySchema.transform(
  (body, context) => {
    const files = filesOf(body.content);
    const others = body.content.filter(({ type }) => type !== 'text');
    refuseUnreadTokens({ ...body, content: others }, readTexts, context);
    const isFast = stripMagicTokens(body.model) === fastModel;
    addProblems(context, [
      contentProblem(body.content),
      filesProblem(files),
      ratioProblem(body, files),
      ...modelProblems(body, files, isFast),
    ]);
    const resolution = body.resolution ?? (isFast ? '768P' : '2K');
    // A video with frames has their shape, whatever the ratio.
    const ratio = files.some(isFrame) ? 'adaptive' : (body.ratio ?? 'adaptive');
    const pixels = ratioPixels(resolution, ratio) ?? { width: 2, height: 2 };
    const content = {
      model: body.model,
      mediaType: 'video',
      prompt: textsOf(body.content).join(' '),
      negativePrompt: null,
      durationSeconds: body.duration,
      aspectRatio: ratio,
      resolution: pricedResolution(resolution, pixels),
      ...pixels,
      audio: true,
      references: files,
      echo: { resolution },
    } as const;
    return {
      content,
      callback: callbackTo(body.callback_url, 'callback_url', ['processing', 'ended']),
    };
  },
);

function contentProblem(content: readonly ContentPart[]): FieldProblem {
  const [text, ...more] = textsOf(content);
  if (text === undefined)
    return ['content', 'must include a non-empty text item (prompt is required)'];
  if (more.length > 0) return ['content', 'must include only one text item'];
  return text.length > 7_000 ? ['content', 'a text has at most 7000 characters'] : undefined;
}

function filesProblem(files: readonly MockReference[]): FieldProblem {
  const count = (role: string) => files.filter((file) => file.role === role).length;
  const [role] = Object.entries(most).find(([name, limit]) => count(name) > limit) ?? [];
  if (role !== undefined) return ['content', `at most ${most[role]} of ${role}`];
  if (mixesFrames(files)) return ['content', 'frames and references exclude each other'];
  if (count('last_frame') > count('first_frame'))
    return ['content', 'a last_frame requires a first_frame'];
  return count('reference_audio') > 0 && count('reference_audio') === files.length
    ? ['content', 'a reference_audio requires an image or a video']
    : undefined;
}

function ratioProblem({ ratio = 'adaptive' }: Body, files: readonly MockReference[]): FieldProblem {
  return files.length === 0 && ratio === 'adaptive'
    ? ['ratio', 'is required for text to video, and not adaptive']
    : undefined;
}

function modelProblems(
  { model, resolution = '768P', duration }: Body,
  files: readonly MockReference[],
  isFast: boolean,
): readonly FieldProblem[] {
  const [least, other] = isFast ? ([5, '2K'] as const) : ([4, '480P'] as const);
  return [
    duration < least ? ['duration', `${model} makes videos of ${least} to 15 seconds`] : undefined,
    resolution === other ? ['resolution', `${model} makes no video of ${other}`] : undefined,
    isFast && files.length > 0 && !files.every(isFrame)
      ? ['content', `${model} accepts no references`]
      : undefined,
  ];
}
