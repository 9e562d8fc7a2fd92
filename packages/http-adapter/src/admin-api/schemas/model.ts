import { referenceRoles } from '@filmgate/core';
import { z } from 'zod';

/** A family of models of the catalog, and every id it is offered under. */
export const modelFamily = z.object({
  family: z.string(),
  surface: z.enum(['tasks', 'local']).meta({ description: 'The first of `surfaces`.' }),
  surfaces: z.array(z.enum(['tasks', 'local'])).meta({
    description: 'Offered by the Video Task API, by the Local Generation API, or by both.',
  }),
  media_type: z.enum(['video', 'image']),
  display_name: z.string(),
  description: z.string(),
  owned_by: z.string(),
  durations: z.array(z.int()).meta({ description: 'Seconds; empty for images.' }),
  aspect_ratios: z.array(z.string()),
  resolutions: z.array(z.string()),
  audio: z.enum(['none', 'optional', 'always']),
  negative_prompt: z.boolean(),
  references: z.object({
    kinds: z.array(z.enum(['image', 'video', 'audio'])),
    roles: z.array(z.enum(referenceRoles)),
    min: z.int(),
    max: z.int(),
  }),
  prompt_limit: z.int().meta({ description: 'Unicode code points.' }),
  prices: z.array(z.object({ resolution: z.string(), credits: z.number() })).meta({
    description: 'Credits per second of video, or per image.',
  }),
  wait_seconds: z.int().meta({ description: 'How long a synchronous caller waits at most.' }),
  ids: z.array(z.string()).meta({ description: 'Every full id.' }),
  aliases: z.array(z.object({ alias: z.string(), id: z.string() })),
});

export type ModelFamilyRecord = z.infer<typeof modelFamily>;
