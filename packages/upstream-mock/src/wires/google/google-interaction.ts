import * as z from 'zod';
import { type ErrorFact, google as facts } from '@filmgate/provider-facts';
import type { MockJob, MockReference } from '../../job/mock-job.ts';
import { unreadToken, receivedReference } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { TaskReport } from '../../engine/wire-call.ts';

const formatSchema = z.object({
  type: z.literal('video'),
  aspect_ratio: z.enum(['16:9', '9:16']).default('16:9'),
  // A protobuf duration; a bare number is invalid.
  duration: z
    .string()
    .regex(/^\d{1,2}s$/)
    .default('5s'),
  resolution: z.enum(['360p', '720p', '1080p', '4k']).default('720p'),
  delivery: z.enum(['inline', 'uri']).default('inline'),
});

/** One part of an input; those of a step are in its `content`. */
const contentSchema = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  data: z.string().optional(),
  mime_type: z.string().default('application/octet-stream'),
  uri: z.string().optional(),
});
type Content = z.infer<typeof contentSchema>;

const stepSchema = z.looseObject({ content: z.array(contentSchema).optional() });

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  input: z.union([z.string().min(1), z.array(z.unknown()).min(1).max(64), contentSchema]),
  background: z.literal(true, 'the mock only supports background interactions'),
  response_format: z
    .union([formatSchema, z.tuple([formatSchema]).transform(([format]) => format)])
    .prefault({ type: 'video' }),
  labels: z.record(z.string().max(63), z.string().max(63)).optional(),
});

/** Body of `POST /v1/interactions`, as the official client types it (@google/genai 3.1.0, CreateModelInteraction). */
export const interactionBody = videoBody(bodySchema, (body) => {
  const { model, input, labels, response_format: format } = body;
  const contents = contentsOf(input);
  return {
    model,
    prompt: contents.flatMap(({ text }) => text ?? []).join(' '),
    durationSeconds: Number.parseInt(format.duration, 10),
    aspectRatio: format.aspect_ratio,
    resolution: format.resolution,
    references: contents.flatMap(referenceOf),
    echo: {
      delivery: format.delivery,
      ...(labels !== undefined && { labels: JSON.stringify(labels) }),
    },
    problems: [unreadToken(body, ['model', 'input'])],
  };
});

function contentsOf(input: z.infer<typeof bodySchema>['input']): readonly Content[] {
  if (typeof input === 'string') return [contentSchema.parse({ type: 'text', text: input })];
  return [input].flat().flatMap((part) => {
    const steps = stepSchema.safeParse(part).data?.content;
    return steps ?? contentSchema.array().catch([]).parse([part]);
  });
}

function referenceOf({ type = 'media', data, mime_type: mimeType, uri }: Content): MockReference[] {
  if (data !== undefined) return [receivedReference(type, `data:${mimeType};base64,${data}`)];
  return uri === undefined ? [] : [receivedReference(type, uri)];
}

/** Output tokens per second of video. */
const tokensPerSecond = 1_000;

/**
 * An interaction as the official client types it. One filtered by safety is completed, with a text for the video.
 *
 * @param made - null until it exists, or if a token withholds it
 */
export function interactionOf(
  { job, state, status, failure, updatedAt }: TaskReport,
  made: { readonly uri: string } | { readonly data: string } | null,
) {
  const isFiltered = failure === facts.failures.policy;
  const labels: unknown = JSON.parse(job.echo['labels'] ?? 'null');
  return {
    id: job.id,
    model: job.model,
    status: isFiltered ? facts.states.completed : status,
    created: new Date(job.acceptedAt).toISOString(),
    updated: new Date(updatedAt).toISOString(),
    ...(labels !== null && { labels }),
    ...(state === 'completed' && {
      steps: outputOf(made === null ? [] : [{ type: 'video', mime_type: 'video/mp4', ...made }]),
      usage: usageOf(job),
    }),
    ...(isFiltered && { steps: outputOf([{ type: 'text', text: 'I cannot make this video.' }]) }),
    ...(failure !== null && !isFiltered && { errors: [statusOf(failure)] }),
  };
}

/** A google.rpc.Status: its code is a number. */
export function statusOf({ code, message }: Pick<ErrorFact, 'code' | 'message'>) {
  return { code: Number(code), message };
}

function outputOf(content: readonly object[]) {
  return [{ type: 'model_output', content }];
}

function usageOf({ durationSeconds }: MockJob) {
  const tokens = (durationSeconds ?? 0) * tokensPerSecond;
  return {
    total_output_tokens: tokens,
    total_tokens: tokens,
    output_tokens_by_modality: [{ modality: 'video', tokens }],
  };
}
