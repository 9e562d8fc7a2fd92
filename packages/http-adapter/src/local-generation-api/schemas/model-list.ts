import { z } from 'zod';

/** One full model id on offer [local.models.list]. */
export const localModel = z.object({
  id: z.string().meta({ description: 'Full model id; to be used whole.' }),
  description: z.string(),
  object: z.literal('model'),
  owned_by: z.string(),
  type: z.enum(['video', 'image']),
});

export const localModelList = z.object({
  object: z.literal('list'),
  data: z.array(localModel),
});

export type LocalModel = z.infer<typeof localModel>;
