import * as z from 'zod';
import { type BodyReading, longestBody, readJsonBody, readValue } from '../../engine/json-body.ts';
import { drawingProblem } from '../../media/drawing-limits.ts';
import type { MockJob, MockReference } from '../../job/mock-job.ts';
import type { SubmissionBody } from '../../engine/personality.ts';
import type { ReadSubmission, WireCall } from '../../engine/wire-call.ts';
import { boundaryOf, type FormPart, readFormParts } from '../../http/multipart-form.ts';
import type { ProviderResponse } from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { Pixels } from '../../engine/ratio-pixels.ts';
import {
  addProblems,
  secondsSchema,
  sizeSchema,
  unreadToken,
  receivedReference,
  uploadedReference,
} from '../../engine/sent-fields.ts';

/** An uploaded file of a form. */
export const fileSchema = z.object({
  fileName: z.string(),
  contentType: z.string(),
  bytes: z.instanceof(Uint8Array),
});
const linkSchema = z.object({
  image_url: z.string().min(1).optional(),
  file_id: z.string().optional(),
});

/** A size that can be drawn, such as `1024x1024`. */
export const drawnSizeSchema = sizeSchema(/^\d{2,4}x\d{2,4}$/).superRefine((size, context) => {
  const problem = drawingProblem({ ...size, durationSeconds: 1 });
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message });
});

const bodySchema = z.looseObject({
  prompt: z.string().min(1).max(32_000),
  model: z.string().min(1).max(200).default('sora-2'),
  seconds: secondsSchema.pipe(z.int().min(1).max(60)).default(4),
  size: drawnSizeSchema.prefault('720x1280'),
  input_reference: z.union([fileSchema, linkSchema]).optional(),
});

/** Fields where tokens take effect, besides the name of a file. */
const readTexts = ['prompt', 'model'];

/** Fields of `POST /v1/videos/{id}/remix`. */
const remixSchema = bodySchema
  .pick({ prompt: true })
  .superRefine((body, context) => addProblems(context, [unreadToken(body, readTexts)]));

/** Submission of a remix: the original with another prompt. */
function remixOf(
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
const submissionSchema: z.ZodType<SubmissionBody> = bodySchema.transform((body, context) => {
  const { prompt, model, seconds, size, input_reference: reference, ...others } = body;
  const isFile = reference !== undefined && 'bytes' in reference;
  const texts = isFile ? others : { ...others, input_reference: reference };
  addProblems(context, [unreadToken(texts, readTexts)]);
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
});

function received(
  reference: z.infer<typeof fileSchema> | z.infer<typeof linkSchema>,
): MockReference {
  return 'bytes' in reference
    ? uploadedReference('input_reference', reference)
    : receivedReference('input_reference', reference.image_url ?? reference.file_id ?? '');
}

export function ratioOf({ width, height }: Pixels): string {
  const divisor = greatestCommonDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** Digest that is equal for equal requests, whatever their bytes: a form has another boundary each time. */
function fingerprintOf(value: SubmissionBody): string {
  const { model, prompt, durationSeconds, width, height, references, echo } = value;
  const digests = references.map(({ sha256 }) => sha256);
  return keyedDigest(
    'request',
    JSON.stringify({ model, prompt, durationSeconds, width, height, digests, ...echo }),
  ).toString('hex', 0, 16);
}

/** Reads the body of `POST /v1/videos` as JSON or as a form. Rejects if the connection breaks first. */
export async function readOpenAiSubmission(call: WireCall): Promise<BodyReading<ReadSubmission>> {
  const boundary = boundaryOf(call.header('content-type') ?? '');
  if (boundary === undefined) return named(call, await readJsonBody(call, submissionSchema));
  const body = await call.readBody(longestBody);
  if (body.kind === 'too-long') return body;
  const parts = readFormParts(body.bytes, boundary);
  return parts === undefined
    ? { kind: 'invalid', field: null, message: 'The form cannot be read.' }
    : named(call, readValue(fieldsOf(parts), submissionSchema, body.bytes));
}

/** Reads the new prompt of a completed video. */
export async function readOpenAiRemix(
  call: WireCall,
): Promise<BodyReading<ReadSubmission> | ProviderResponse> {
  const { account, values, space } = call;
  const original = space.ownJob(account, values['id'] ?? '');
  if (original === undefined) return space.refuse('not_found');
  const body = await readJsonBody(call, remixSchema);
  if (body.kind !== 'read') return body;
  if (space.world.jobs.stateOf(original) !== 'completed')
    return space.refuse('invalid_value', 'only a completed video can be remixed');
  return named(call, { ...body, value: remixOf(original, body.value.prompt) });
}

/** Adds the key of a submission and its fingerprint. */
function named(call: WireCall, body: BodyReading<SubmissionBody>): BodyReading<ReadSubmission> {
  if (body.kind !== 'read') return body;
  const key = call.header('idempotency-key');
  const fingerprint = fingerprintOf(body.value);
  const names = key === undefined ? {} : { idempotency_key: key, fingerprint };
  const content = { ...body.value, echo: { ...body.value.echo, ...names } };
  return { kind: 'read', value: { content, ownId: key }, digest: fingerprint };
}

/** Fields by name; `a[b]` is the field b of an object a, as the official client writes it. */
function fieldsOf(parts: readonly FormPart[]): unknown {
  const fields = new Map<string, unknown>();
  for (const { name, fileName, contentType, bytes } of parts) {
    const value = fileName === null ? bytes.toString('utf8') : { fileName, contentType, bytes };
    const [, outer, inner] = /^(\w{1,80})\[(\w{1,80})\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) fields.set(name, value);
    else fields.set(outer, { [inner]: value });
  }
  return Object.fromEntries(fields);
}
