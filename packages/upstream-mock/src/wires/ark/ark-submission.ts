import * as z from 'zod';
import { callbackField } from '../../engine/callback-to.ts';
import { contentPartSchema, filesOf, mixesFrames, textsOf } from '../../engine/content-parts.ts';
import { refuseUnreadTokens } from '../../engine/sent-fields.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';
import { arkPixels, arkRatios, arkResolutions } from './ark-pixels.ts';

/** Duration of a video that leaves its duration to the model, in seconds. */
const ownDuration = 5;

/** Fields where tokens take effect, besides the texts of the content. */
const readTexts: ReadonlySet<string> = new Set(['model']);

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  content: z.array(contentPartSchema).min(1).max(64),
  resolution: z.enum(arkResolutions).default('720p'),
  ratio: z.enum([...arkRatios, 'adaptive']).default('16:9'),
  duration: z.union([z.literal(-1), z.int().min(2).max(30)]).default(ownDuration),
  generate_audio: z.boolean().default(true),
  watermark: z.boolean().default(false),
  return_last_frame: z.boolean().optional(),
  service_tier: z.enum(['default', 'flex']).default('default'),
  safety_identifier: z.string().max(64).optional(),
  callback_url: z.string().optional(),
  execution_expires_after: z.int().min(3_600).max(259_200).default(172_800),
  seed: z.int().optional(),
  camera_fixed: z.boolean().optional(),
});

/**
 * Body of `POST /api/v3/contents/generations/tasks`, as `volcengine/volcengine-python-sdk`
 * (content_generation/tasks.py) and `@ai-sdk/bytedance` 1.0.29 write it (both read 2026-11-23).
 */
export const arkSubmissionSchema: z.ZodType<ReadSubmission> = bodySchema.transform(
  (body, context): ReadSubmission => {
    const { content, resolution } = body;
    const others = content.filter(({ type }) => type !== 'text');
    refuseUnreadTokens({ ...body, content: others }, readTexts, context);
    const ratio = body.ratio === 'adaptive' ? '16:9' : body.ratio;
    const references = filesOf(content);
    if (mixesFrames(references)) {
      const message = 'frames and references exclude each other';
      context.addIssue({ code: 'custom', path: ['content', 'role'], message });
    }
    const pixels = arkPixels(resolution, ratio);
    if (pixels === undefined) {
      const message = `no video of this model is ${ratio} at ${resolution}`;
      context.addIssue({ code: 'custom', path: ['ratio'], message });
    }
    return {
      callback: callbackField(body.callback_url),
      deadlineMs: body.execution_expires_after * 1_000,
      content: {
        model: body.model,
        mediaType: 'video',
        prompt: textsOf(content).join(' '),
        negativePrompt: null,
        durationSeconds: body.duration === -1 ? ownDuration : body.duration,
        aspectRatio: ratio,
        resolution,
        ...(pixels ?? { width: 2, height: 2 }),
        audio: body.generate_audio,
        references,
        echo: {
          service_tier: body.service_tier,
          execution_expires_after: String(body.execution_expires_after),
          ...(body.safety_identifier !== undefined && {
            safety_identifier: body.safety_identifier,
          }),
        },
      },
    };
  },
);
