import * as z from 'zod';
import type { SubmissionBody } from './personality.ts';
import { pricedResolution, ratioPixels } from './ratio-pixels.ts';
import {
  refuseUnreadTokens,
  referencesIn,
  repeatedFields,
  type SentFields,
} from './sent-fields.ts';

/** Duration of a video without a requested one, in seconds. */
const usualSeconds = 5;

const usualResolution = '720p';

const secondsSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,2}s?$/)
    .transform((text) => Number.parseInt(text, 10)),
]);

const sizeSchema = z
  .string()
  .regex(/^\d{2,4}[x*]\d{2,4}$/)
  .transform((text) => {
    const [width = 0, height = 0] = text.split(/[x*]/).map(Number);
    return { width, height };
  });

/** Fields that models of many makers share; each has further ones. */
const inputSchema = z.looseObject({
  prompt: z.string().min(1).max(32_000).optional(),
  negative_prompt: z.string().max(32_000).nullish(),
  duration: secondsSchema.pipe(z.int().min(1).max(60)).nullish(),
  aspect_ratio: z.string().max(200).nullish(),
  resolution: z.string().max(200).nullish(),
  size: sizeSchema.nullish(),
  // Makers use either name.
  audio: z.boolean().nullish().catch(null),
  generate_audio: z.boolean().nullish(),
  seed: z.int().nullish(),
});

type Input = z.infer<typeof inputSchema>;

/** Fields where tokens take effect. */
const readTexts: ReadonlySet<string> = new Set([
  'prompt',
  'negative_prompt',
  'aspect_ratio',
  'resolution',
]);

/** Content of a submission, and the input as responses repeat it: long data as its digest. */
export interface ModelInput {
  readonly submission: Omit<SubmissionBody, 'model' | 'echo'>;
  readonly echo: SentFields;
  readonly seed: number | null;
}

/**
 * The input of a model at a host of many makers' models, as their clients write it. Every link and data URL in it is a
 * reference, by the name of its field. A token in any other field is refused by the name of the field.
 */
export const modelInputSchema: z.ZodType<ModelInput> = z
  .record(z.string(), z.unknown())
  .transform((sent, context): ModelInput => {
    const { data: input, error } = inputSchema.safeParse(sent);
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    return input === undefined ? z.NEVER : readInput(input, sent, context);
  });

function readInput(input: Input, sent: SentFields, context: z.RefinementCtx): ModelInput {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const references = referencesIn(sent);
  if (input.prompt === undefined && references.length === 0) refuse('prompt', 'Field required');
  refuseUnreadTokens(sent, readTexts, context);
  const resolution = input.resolution ?? usualResolution;
  const aspectRatio = input.aspect_ratio ?? 'auto';
  const pixels = input.size ?? ratioPixels(resolution, aspectRatio);
  if (pixels === undefined) refuse('aspect_ratio', `no video is ${aspectRatio} at ${resolution}`);
  const { width, height } = pixels ?? { width: 2, height: 2 };
  return {
    submission: {
      mediaType: 'video',
      prompt: input.prompt ?? '',
      negativePrompt: input.negative_prompt ?? null,
      durationSeconds: input.duration ?? usualSeconds,
      aspectRatio,
      resolution: pricedResolution(resolution, { width, height }),
      width,
      height,
      audio: input.generate_audio ?? input.audio ?? true,
      references,
    },
    echo: repeatedFields(sent),
    seed: input.seed ?? null,
  };
}
