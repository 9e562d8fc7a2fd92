import { z } from 'zod';

/** A model as the workbench offers it [workbench.models]. */
export const workbenchModel = z.object({
  id: z.string(),
  family: z.string(),
  description: z.string(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  duration: z.int().meta({ description: 'Seconds.' }),
  audio: z.object({ supported: z.boolean(), default: z.boolean() }),
  negative_prompt: z.boolean(),
  credits: z.number().meta({ description: 'What one video costs.' }),
  reference_images: z.object({ min: z.int(), max: z.int(), roles: z.array(z.string()) }),
});

export type WorkbenchModel = z.infer<typeof workbenchModel>;

/** Every model of the workbench, and what it begins with. */
export const workbenchModels = z.object({
  models: z.array(workbenchModel),
  defaults: z
    .object({
      model: z.string(),
      aspect_ratio: z.string(),
      resolution: z.string(),
      duration: z.int(),
      generate_audio: z.boolean(),
    })
    .nullable()
    .meta({
      description:
        'The fast variant of family A where the catalog has it; null without video models.',
    }),
});

export type WorkbenchModels = z.infer<typeof workbenchModels>;
