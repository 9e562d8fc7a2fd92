import * as z from 'zod';
import { callbackTo } from '../../engine/callback-to.ts';
import { modelInputSchema } from '../../engine/model-input.ts';
import type { ReadSubmission } from '../../engine/wire-call.ts';

const partSchema = z.union([
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().min(1) }) }),
  z.object({ type: z.literal('video_url'), video_url: z.object({ url: z.string().min(1) }) }),
  z.object({ type: z.literal('audio_url'), audio_url: z.object({ url: z.string().min(1) }) }),
]);

/** Less strict variants of the shared fields, and additional ones. */
const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  callback_url: z.string().optional(),
  duration: z.int().optional(),
  frame_images: z
    .array(
      z.object({
        type: z.literal('image_url'),
        image_url: z.object({ url: z.string().min(1) }),
        frame_type: z.enum(['first_frame', 'last_frame']),
      }),
    )
    .max(64)
    .optional(),
  input_references: z.array(partSchema).max(64).optional(),
});

/** Body of `POST /api/v1/videos` (@openrouter/sdk 1.3.19, models/videogenerationrequest.d.ts). Ignores other fields. */
export const openRouterSubmissionSchema: z.ZodType<ReadSubmission> = bodySchema.transform(
  (body, context) => {
    const { model, callback_url: callbackUrl, ...sent } = body;
    const input = modelInputSchema.safeParse(sent);
    for (const { path, message } of input.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
    if (input.data === undefined) return z.NEVER;
    return {
      content: { ...input.data.submission, model, echo: {} },
      callback: callbackTo(callbackUrl, 'callback_url', ['ended']),
    };
  },
);
