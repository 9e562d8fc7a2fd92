import { aspectRatios, referenceRoles } from '@filmgate/core';
import { z } from 'zod';

/** One model on offer [tasks.models.list]. */
export const modelObject = z.object({
  id: z.string(),
  object: z.literal('model'),
  display_name: z.string(),
  type: z.literal('video'),
  owned_by: z.string(),
  aliases: z.array(z.string()).meta({ description: 'Other names accepted in `model`.' }),
  capabilities: z.object({
    seconds: z.array(z.int()),
    resolutions: z.array(z.string()),
    aspect_ratios: z.array(z.enum(aspectRatios)),
    audio: z.enum(['none', 'optional', 'always']),
    prompt_max_characters: z.int(),
    references: z.object({
      kinds: z.array(z.enum(['image', 'video', 'audio'])),
      roles: z.array(z.enum(referenceRoles)),
      max: z.int(),
    }),
    credits_per_second: z.record(z.string(), z.number()).meta({ description: 'By resolution.' }),
  }),
});

export const modelList = z.object({ object: z.literal('list'), data: z.array(modelObject) });

export type ModelObject = z.infer<typeof modelObject>;
