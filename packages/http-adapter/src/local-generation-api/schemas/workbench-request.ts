import { referenceRoles } from '@filmgate/core';
import { z } from 'zod';
import { workbenchJob } from './workbench-job.ts';

/** An image a job goes by, and where its bytes are. */
const requestImage = z.object({
  role: z.enum(referenceRoles),
  content_type: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  url: z
    .string()
    .optional()
    .meta({ description: 'Present while the image is kept; the bytes that went upstream.' }),
});

/** What was asked for, whole: what a creation needs to ask for the same again. */
export const workbenchRequest = workbenchJob
  .pick({
    model: true,
    prompt: true,
    aspect_ratio: true,
    resolution: true,
    duration: true,
    generate_audio: true,
  })
  .extend({
    negative_prompt: z.string().nullable(),
    account: z
      .string()
      .nullable()
      .meta({ description: 'Id of the one account that was asked for; null for any.' }),
    reference_images: z
      .array(requestImage)
      .meta({ description: 'In the order they were given, which decides their roles.' }),
  });

export type WorkbenchRequest = z.infer<typeof workbenchRequest>;
