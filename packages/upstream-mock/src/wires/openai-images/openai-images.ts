import { errorOf, openAiImages as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { type BodyReading, longestBody, readJsonBody, readValue } from '../../engine/json-body.ts';
import type { SubmissionBody } from '../../engine/personality.ts';
import { other, type SubmissionHabits, submission } from '../../engine/routes.ts';
import { addProblems, unreadToken, uploadedReference } from '../../engine/sent-fields.ts';
import type { ReadSubmission, TaskReport, WireCall } from '../../engine/wire-call.ts';
import { boundaryOf, readFormParts } from '../../http/multipart-form.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { drawnSizeSchema, fileSchema, ratioOf } from '../openai-videos/openai-submission.ts';
import { openAiErrorType } from '../openai-videos/openai-videos.ts';

/** Fields of `POST /v1/images/generations`, and of the form of `POST /v1/images/edits`. */
const bodySchema = z.looseObject({
  prompt: z.string().min(1).max(32_000),
  model: z.string().min(1).max(200).default('gpt-image-1.5'),
  n: z.coerce.number().pipe(z.literal(1, 'the mock makes one image for each request')).default(1),
  size: drawnSizeSchema.prefault('1024x1024'),
  images: z.array(fileSchema).max(16).default([]),
});

const submissionSchema: z.ZodType<SubmissionBody> = bodySchema.transform((body, context) => {
  const { prompt, model, n: _, size, images, ...others } = body;
  addProblems(context, [unreadToken(others, [])]);
  return {
    model,
    mediaType: 'image',
    prompt,
    negativePrompt: null,
    durationSeconds: null,
    aspectRatio: ratioOf(size),
    resolution: `${Math.max(size.width, size.height)}px`,
    ...size,
    audio: false,
    references: images.map((file) => uploadedReference('image', file)),
    echo: {},
  };
});

async function readGeneration(call: WireCall): Promise<BodyReading<ReadSubmission>> {
  return asSubmission(await readJsonBody(call, submissionSchema));
}

async function readEdit(call: WireCall): Promise<BodyReading<ReadSubmission> | ProviderResponse> {
  const boundary = boundaryOf(call.header('content-type') ?? '');
  if (boundary === undefined) return call.space.refuse('unsupported_media_type');
  const body = await call.readBody(longestBody);
  if (body.kind === 'too-long') return body;
  const parts = readFormParts(body.bytes, boundary);
  if (parts === undefined)
    return { kind: 'invalid', field: null, message: 'The form cannot be read.' };
  const images = parts.filter(
    ({ name, fileName }) => fileName !== null && /^image(?:\[\])?$/.test(name),
  );
  if (images.length === 0) return call.space.refuse('missing_required_parameter', 'image');
  const texts = parts.filter(({ fileName }) => fileName === null);
  const fields = texts.map(({ name, bytes }) => [name, bytes.toString('utf8')] as const);
  return asSubmission(
    readValue({ ...Object.fromEntries(fields), images }, submissionSchema, body.bytes),
  );
}

function asSubmission(body: BodyReading<SubmissionBody>): BodyReading<ReadSubmission> {
  return body.kind === 'read' ? { ...body, value: { content: body.value } } : body;
}

/** Tokens of a square of medium quality. */
const tokens = { input_tokens: 20, output_tokens: 1_056, total_tokens: 1_076 };

/** The image itself, or the error in place of it. */
async function respond(
  { job, state, failure }: TaskReport,
  { space }: WireCall,
): Promise<ProviderResponse> {
  const failed = errorOf(facts, failure?.code ?? facts.failures.internal.code);
  if (state !== 'completed') return space.refuse(failed.code, failure?.message);
  const reading = await space.results.read(job, null, true);
  if (reading.kind !== 'served' || reading.reply.kind !== 'response')
    return space.refuse('server_error');
  const b64_json = Buffer.from(reading.reply.body).toString('base64');
  const created = Math.floor(job.endsAt / 1_000);
  return jsonReply(200, { created, data: [{ b64_json }], usage: tokens });
}

const habits: Omit<SubmissionHabits, 'read'> = { wait: () => ({ respond }) };

/** OpenAI's images API: the response to a request has its image, and nothing can be read afterwards. */
export const createOpenAiImages = createWire({
  facts,
  taskId: (digits) => `image_${digits}`,
  missing: 'not_found',
  missingModel: 'model_not_found',
  tooLong: 'request_too_large',
  kept: { fileMs: Infinity },
  error: ({ code, status, message }) =>
    jsonReply(status, {
      error: { message, type: openAiErrorType(code, status), param: null, code },
    }),
  accepted: ({ job }) => jsonReply(200, { created: Math.floor(job.acceptedAt / 1_000), data: [] }),
  routes: [
    submission('create', '/v1/images/generations', { read: readGeneration, ...habits }),
    submission('edit', '/v1/images/edits', { read: readEdit, ...habits }),
    other('models', '/v1/models', () =>
      jsonReply(200, { object: 'list', data: [{ id: 'gpt-image-1.5', object: 'model' }] }),
    ),
  ],
});
