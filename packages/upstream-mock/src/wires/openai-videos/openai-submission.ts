import * as z from 'zod';
import { drawingProblem } from '../../media/drawing-limits.ts';
import type { MockJob, MockReference } from '../../job/mock-job.ts';
import type { SubmissionBody } from '../../engine/personality.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import { receivedReference, uploadedReference } from '../../engine/received-reference.ts';
import { refuseUnreadTokens, secondsSchema } from '../../engine/sent-fields.ts';

const fileSchema = z.object({
  fileName: z.string(),
  contentType: z.string(),
  bytes: z.instanceof(Uint8Array),
});
const linkSchema = z.object({
  image_url: z.string().min(1).optional(),
  file_id: z.string().optional(),
});

const sizeSchema = z
  .string()
  .regex(/^\d{2,4}x\d{2,4}$/)
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  })
  .superRefine((size, context) => {
    const problem = drawingProblem({ ...size, durationSeconds: 1 });
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
  });

const bodySchema = z.looseObject({
  prompt: z.string().min(1).max(32_000),
  model: z.string().min(1).max(200).default('sora-2'),
  seconds: secondsSchema.pipe(z.int().min(1).max(60)).default(4),
  size: sizeSchema.prefault('720x1280'),
  input_reference: z.union([fileSchema, linkSchema]).optional(),
});

/** Fields where tokens take effect, besides the name of a file. */
const readTexts: ReadonlySet<string> = new Set(['prompt', 'model']);

/** Fields of `POST /v1/videos/{id}/remix`. */
export const openAiRemixSchema = bodySchema
  .pick({ prompt: true })
  .superRefine((body, context) => refuseUnreadTokens(body, readTexts, context));

/** Submission of a remix: the original with another prompt. */
export function openAiRemix(
  { id, model, durationSeconds, aspectRatio, resolution, width, height, audio }: MockJob,
  prompt: string,
): SubmissionBody {
  return {
    model,
    mediaType: 'video',
    prompt,
    negativePrompt: null,
    durationSeconds,
    aspectRatio,
    resolution,
    width,
    height,
    audio,
    references: [],
    echo: { remixed_from: id },
  };
}

/** Fields of `POST /v1/videos`, as JSON or as a form (the official client 7.57.0, src/resources/videos.ts). */
export const openAiSubmissionSchema: z.ZodType<SubmissionBody> = bodySchema.transform(
  (body, context) => {
    const { prompt, model, seconds, size, input_reference: reference, ...others } = body;
    const isFile = reference !== undefined && 'bytes' in reference;
    refuseUnreadTokens(
      isFile ? others : { ...others, input_reference: reference },
      readTexts,
      context,
    );
    return {
      model,
      mediaType: 'video',
      prompt,
      negativePrompt: null,
      durationSeconds: seconds,
      aspectRatio: ratioOf(size),
      resolution: `${Math.min(size.width, size.height)}p`,
      ...size,
      audio: true,
      references: reference === undefined ? [] : [received(reference)],
      echo: {},
    };
  },
);

function received(
  reference: z.infer<typeof fileSchema> | z.infer<typeof linkSchema>,
): MockReference {
  return 'bytes' in reference
    ? uploadedReference('input_reference', reference)
    : receivedReference('input_reference', reference.image_url ?? reference.file_id ?? '');
}

function ratioOf({ width, height }: { readonly width: number; readonly height: number }): string {
  const divisor = greatestCommonDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** Digest that is equal for equal requests, whatever their bytes: a form has another boundary each time. */
export function fingerprintOf(value: SubmissionBody): string {
  const { model, prompt, durationSeconds, width, height, references, echo } = value;
  const digests = references.map(({ sha256 }) => sha256);
  return keyedDigest(
    'request',
    JSON.stringify({ model, prompt, durationSeconds, width, height, digests, ...echo }),
  ).toString('hex', 0, 16);
}
