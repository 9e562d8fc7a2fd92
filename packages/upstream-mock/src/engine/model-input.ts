import * as z from 'zod';
import { ratioPixels } from './ratio-pixels.ts';
import {
  addProblems,
  type FieldProblem,
  referencesIn,
  repeatedFields,
  type SentFields,
  sizeSchema,
  unreadToken,
} from './sent-fields.ts';
import type { SentVideo } from './sent-video.ts';

/** Fields that models of many makers share; each has further ones. */
const inputSchema = z.looseObject({
  prompt: z.string().min(1).max(32_000).optional(),
  negative_prompt: z.string().max(32_000).nullish(),
  duration: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,2}s?$/)
        .transform((text) => Number.parseInt(text, 10)),
    ])
    .pipe(z.int().min(1).max(60))
    .nullish(),
  aspect_ratio: z.string().max(200).nullish(),
  resolution: z.string().max(200).nullish(),
  size: sizeSchema(/^\d{2,4}[x*]\d{2,4}$/).nullish(),
  // Makers use either name.
  audio: z.boolean().nullish().catch(null),
  generate_audio: z.boolean().nullish(),
  seed: z.int().nullish(),
});

/** A video without its model, and the input as responses repeat it: long data as its digest. */
export interface ModelInput {
  readonly video: Omit<SentVideo, 'model' | 'echo'>;
  readonly echo: SentFields;
  readonly seed: number | null;
}

/**
 * The input of a model at a host of many makers' models, as their clients write it. Every link and data URL in it is a
 * reference, by the name of its field. A token in any other field is refused by the name of the field.
 */
export function modelInput(sent: SentFields): ModelInput {
  const { data: input = inputSchema.parse({}), error } = inputSchema.safeParse(sent);
  const resolution = input.resolution ?? '720p';
  const aspectRatio = input.aspect_ratio ?? 'auto';
  const pixels = input.size ?? ratioPixels(resolution, aspectRatio);
  const references = referencesIn(sent);
  const hasContent = input.prompt !== undefined || references.length > 0;
  const together: readonly FieldProblem[] = [
    !hasContent && ['prompt', 'Field required'],
    unreadToken(sent, ['prompt', 'negative_prompt', 'aspect_ratio', 'resolution']),
    pixels === undefined && ['aspect_ratio', `no video is ${aspectRatio} at ${resolution}`],
  ];
  const alone = error?.issues.map(({ path, message }) => [path.join('.'), message] as const);
  return {
    video: {
      prompt: input.prompt,
      negativePrompt: input.negative_prompt,
      durationSeconds: input.duration ?? 5,
      aspectRatio,
      resolution,
      pixels,
      audio: input.generate_audio ?? input.audio ?? true,
      references,
      problems: alone ?? together,
    },
    echo: repeatedFields(sent),
    seed: input.seed ?? null,
  };
}

/** Such an input as one field of a body. */
export const modelInputSchema: z.ZodType<ModelInput> = z
  .record(z.string(), z.unknown())
  .transform((sent, context) => {
    const input = modelInput(sent);
    addProblems(context, input.video.problems ?? []);
    return input;
  });
