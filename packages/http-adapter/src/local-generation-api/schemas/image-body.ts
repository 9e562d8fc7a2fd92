import { z } from 'zod';

/** Forms an image is answered in. */
export const imageForms = ['url', 'b64_json'] as const;

/** Request of the image endpoint [local.images.fields]. */
export const imageBody = z.looseObject({
  model: z.string().meta({ description: 'Full id of an image model; required.' }),
  prompt: z.string(),
  n: z
    .int()
    .min(1)
    .max(4)
    .nullish()
    .meta({ description: 'Images to make, 1 when absent; each is a generation of its own.' }),
  response_format: z.enum(imageForms).nullish().meta({ description: '`url` when absent.' }),
});
