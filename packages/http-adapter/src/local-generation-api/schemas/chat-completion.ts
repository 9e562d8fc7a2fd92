import { z } from 'zod';

const link = z
  .url()
  .meta({ description: 'Works without a header for as long as the result is kept.' });

/** The result itself [local.chat.success]. */
export const chatMedia = z.object({
  url: link,
  mime_type: z.string().meta({ description: '`video/mp4`, or `image/png` of image models.' }),
  width: z.int(),
  height: z.int(),
  duration: z.number().nullable().optional().meta({ description: 'Seconds; videos only.' }),
  has_audio: z.boolean().optional().meta({ description: 'Videos only.' }),
});

/** Answer of a chat generation. */
export const chatCompletion = z.object({
  id: z.string().regex(/^chatcmpl-/),
  object: z.literal('chat.completion'),
  created: z.int().meta({ description: 'Unix seconds.' }),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({ role: z.literal('assistant'), content: link }),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.literal(0),
    completion_tokens: z.literal(0),
    total_tokens: z.literal(0),
  }),
  video_url: link.optional().meta({ description: 'Of video models; the same as `url`.' }),
  url: link,
  media: chatMedia,
  job_id: z.string().meta({ description: 'For the request log; no route of this API takes it.' }),
});

export type ChatCompletion = z.infer<typeof chatCompletion>;
export type ChatMedia = z.infer<typeof chatMedia>;

/** Answer of the image endpoint. */
export const imageList = z.object({
  created: z.int().meta({ description: 'Unix seconds.' }),
  data: z.array(
    z.union([
      z.object({ url: link }),
      z.object({ b64_json: z.string().meta({ description: 'The PNG, in base64.' }) }),
    ]),
  ),
});
