import * as z from 'zod/mini';

/** A family of models as `GET /api/v1/admin/models` shows it. */
export const modelFamily = z.object({
  family: z.string(),
  surfaces: z.array(z.enum(['tasks', 'local'])),
  media_type: z.enum(['video', 'image']),
  display_name: z.string(),
  description: z.string(),
  durations: z.array(z.number()),
  aspect_ratios: z.array(z.string()),
  resolutions: z.array(z.string()),
  audio: z.enum(['none', 'optional', 'always']),
  negative_prompt: z.boolean(),
  references: z.object({
    kinds: z.array(z.enum(['image', 'video', 'audio'])),
    roles: z.array(
      z.enum([
        'first_frame',
        'last_frame',
        'reference_image',
        'reference_video',
        'reference_audio',
      ]),
    ),
    min: z.number(),
    max: z.number(),
  }),
  prompt_limit: z.number(),
  prices: z.array(z.object({ resolution: z.string(), credits: z.number() })),
  wait_seconds: z.number(),
  ids: z.array(z.string()),
  aliases: z.array(z.object({ alias: z.string(), id: z.string() })),
});

export type ModelFamily = z.infer<typeof modelFamily>;
