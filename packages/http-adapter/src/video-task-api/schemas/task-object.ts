import { aspectRatios, compatibleStatuses } from '@filmgate/core';
import { z } from 'zod';

const unixTime = z.int().meta({ description: 'Unix seconds.' });

/** A task as the compatible API shows it [tasks.object.fields]. */
export const taskObject = z.object({
  id: z.string().regex(/^vt_[0-9a-hjkmnp-tv-z]{26}$/),
  task_id: z.string().meta({ description: 'The same as `id`.' }),
  object: z.literal('video'),
  status: z.enum(compatibleStatuses),
  progress: z.int().min(0).max(100).meta({ description: 'Percent; never falls.' }),
  model: z.string().meta({ description: 'Canonical model id.' }),
  seconds: z.int(),
  resolution: z.string(),
  aspect_ratio: z.enum(aspectRatios),
  size: z.string().meta({ description: 'Nominal pixels, as `1920x1080`.' }),
  generate_audio: z.boolean(),
  prompt: z.string(),
  created_at: unixTime,
  completed_at: unixTime.nullable(),
  expires_at: unixTime.nullable().meta({ description: 'When the stored video will be removed.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  remixed_from_video_id: z.null(),
  warnings: z.array(z.object({ param: z.string(), message: z.string() })),
  video_url: z.url().optional().meta({
    description: 'Plays without a header for 24 hours; present once the video is stored.',
  }),
});

export type TaskObject = z.infer<typeof taskObject>;

/** A page of tasks [tasks.list.shape]. */
export const taskList = z.object({
  object: z.literal('list'),
  data: z.array(taskObject),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
});
