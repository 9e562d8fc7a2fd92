import { referenceRoles } from '@filmgate/core';
import * as z from 'zod/mini';

/** What was asked for at the workbench, as `GET /local-video/jobs/:id/request` tells it. */
export const workbenchRequest = z.object({
  model: z.string(),
  prompt: z.string(),
  negative_prompt: z.nullable(z.string()),
  generate_audio: z.boolean(),
  /** Id of the account asked for; null for any. */
  account: z.nullable(z.string()),
  reference_images: z.array(
    z.object({
      role: z.enum(referenceRoles),
      content_type: z.string(),
      size: z.number(),
      /** Absent when the image is not kept any more. */
      url: z.optional(z.string()),
    }),
  ),
});

export type WorkbenchRequest = z.infer<typeof workbenchRequest>;
