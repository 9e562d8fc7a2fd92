import * as z from 'zod';
import type { ModelInput } from './model-input.ts';
import { imagePixels, type Pixels } from './ratio-pixels.ts';
import {
  type FieldProblem,
  referencesIn,
  repeatedFields,
  type SentFields,
  unreadToken,
} from './sent-fields.ts';

/** Sizes by fal's words for them, as its callers list them (read 2026-12-01). */
const namedSizes: ReadonlyMap<string, Pixels> = new Map([
  ['square_hd', { width: 1_024, height: 1_024 }],
  ['square', { width: 512, height: 512 }],
  ['portrait_4_3', { width: 768, height: 1_024 }],
  ['portrait_16_9', { width: 576, height: 1_024 }],
  ['landscape_4_3', { width: 1_024, height: 768 }],
  ['landscape_16_9', { width: 1_024, height: 576 }],
]);

const longSides = { '0.5K': 512, '1K': 1_024, '2K': 2_048, '4K': 4_096 } as const;
const side = z.int().min(64).max(4_096);
const one = z.literal(1, 'the mock makes one image for each request').nullish();

/** Fields that models of images share; each has further ones. */
const imageSchema = z.looseObject({
  prompt: z.string().min(1).max(32_000),
  image_size: z
    .union([z.enum([...namedSizes.keys()]), z.object({ width: side, height: side })])
    .nullish(),
  aspect_ratio: z
    .string()
    .regex(/^(?:\d{1,2}:\d{1,2}|auto|match_input_image)$/)
    .nullish(),
  resolution: z.enum(['0.5K', '1K', '2K', '4K']).nullish(),
  num_images: one,
  max_images: one,
  seed: z.int().nullish(),
});

/** Models that make images, as hosts of many makers' models name them. */
const makers = /(?:^|[/-])(?:flux(?!.*video)|seedream|nano-banana)/;

export function makesImages(model: string): boolean {
  return makers.test(model);
}

/** The input of such a model at a host of many makers' models. Every link and data URL in it is a reference. */
export function imageInput(sent: SentFields): ModelInput {
  const { data: input, error } = imageSchema.safeParse(sent);
  const { image_size: size, aspect_ratio: ratio, resolution } = input ?? {};
  const pixels =
    (typeof size === 'string' ? namedSizes.get(size) : size) ??
    imagePixels(ratio ?? '1:1', longSides[resolution ?? '1K']);
  const alone = error?.issues.map(
    ({ path, message }): FieldProblem => [path.map(String).join('.'), message],
  );
  return {
    video: {
      mediaType: 'image',
      prompt: input?.prompt,
      durationSeconds: null,
      aspectRatio: ratio ?? '1:1',
      resolution: `${Math.max(pixels.width, pixels.height)}px`,
      pixels,
      audio: false,
      references: referencesIn(sent),
      problems: alone ?? [unreadToken(sent, ['prompt'])],
    },
    echo: repeatedFields(sent),
    seed: input?.seed ?? null,
  };
}
