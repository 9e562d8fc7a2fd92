import * as z from 'zod/mini';

/** A model as `GET /local-video/models` offers it. */
export const workbenchModel = z.object({
  id: z.string(),
  family: z.string(),
  description: z.string(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  duration: z.number(),
  audio: z.object({ supported: z.boolean(), default: z.boolean() }),
  negative_prompt: z.boolean(),
  credits: z.number(),
  reference_images: z.object({ min: z.number(), max: z.number(), roles: z.array(z.string()) }),
});

export type WorkbenchModel = z.infer<typeof workbenchModel>;

export const workbenchModels = z.object({
  models: z.array(workbenchModel),
  defaults: z.nullable(z.object({ model: z.string(), generate_audio: z.boolean() })),
});

export type WorkbenchModels = z.infer<typeof workbenchModels>;
