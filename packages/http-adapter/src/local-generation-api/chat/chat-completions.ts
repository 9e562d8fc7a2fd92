import type { Job } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { announceRetirement } from '../../http/announce-retirement.ts';
import { noteAskedModel } from '../../http/request-log.ts';
import { isFields } from '../../http/field-reader.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { type LocalContext, resultLink } from '../context.ts';
import { serviceKeySecurity } from '../credentials.ts';
import { errorResponses } from '../failure.ts';
import {
  type AcceptedGeneration,
  acceptGeneration,
  awaitGenerations,
} from '../../generations/generation.ts';
import { chatBody, decodeChatRequest } from './chat-request.ts';

/** Input of every form of a chat response. */
interface CompletedChat {
  readonly job: Job;
  /** Signed link to the result. */
  readonly url: string;
}

/** Encodes a finished generation as a chat completion [local.chat.success]. */
function encodeChatCompletion(chat: CompletedChat): ChatCompletion {
  const { url } = chat;
  return {
    ...identity(chat),
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: url }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    ...resultFields(chat),
  };
}

/** Encodes a finished generation as server-sent events: content, end with the fields of the result, `[DONE]`. */
function encodeChatEvents(chat: CompletedChat): string {
  const head = { ...identity(chat), object: 'chat.completion.chunk' };
  const choice = (delta: object, finish_reason: 'stop' | null): object => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const frames = [
    { ...head, ...choice({ role: 'assistant', content: chat.url }, null) },
    { ...head, ...choice({}, 'stop'), ...resultFields(chat) },
  ];
  return [...frames.map((frame) => JSON.stringify(frame)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}

function identity({ job }: CompletedChat): Pick<ChatCompletion, 'id' | 'created' | 'model'> {
  return {
    id: `chatcmpl-${job.id}`,
    created: Math.floor(job.createdAt / 1000),
    model: job.request.model,
  };
}

function resultFields({
  job,
  url,
}: CompletedChat): Pick<ChatCompletion, 'video_url' | 'url' | 'media' | 'job_id'> {
  return {
    ...(job.request.mediaType === 'video' ? { video_url: url } : {}),
    url,
    media: mediaOf({ job, url }),
    job_id: job.id,
  };
}

function mediaOf({ job, url }: CompletedChat): ChatMedia {
  const { result } = job;
  if (result === null) throw new Error(`The completed job ${job.id} has no result.`);
  const { contentType, width, height, durationSeconds, hasAudio } = result;
  const picture = { url, mime_type: contentType, width, height };
  return job.request.mediaType === 'image'
    ? picture
    : { ...picture, duration: durationSeconds, has_audio: hasAudio };
}

/** The result itself [local.chat.success]. */
const chatMedia = z.object({
  url: resultLink,
  mime_type: z.string().meta({
    description: '`video/mp4` or `image/png`; another type if the model generates another.',
  }),
  width: z.int().nullable().meta({ description: 'Pixels; null for unmeasured formats.' }),
  height: z.int().nullable(),
  duration: z.number().nullable().optional().meta({ description: 'Seconds; only for videos.' }),
  has_audio: z.boolean().nullable().optional().meta({ description: 'Only for videos.' }),
});

/** Response of a chat generation. */
export const chatCompletion = z.object({
  id: z.string().regex(/^chatcmpl-/),
  object: z.literal('chat.completion'),
  created: z.int().meta({ description: 'Unix seconds.' }),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({ role: z.literal('assistant'), content: resultLink }),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.literal(0),
    completion_tokens: z.literal(0),
    total_tokens: z.literal(0),
  }),
  video_url: resultLink.optional().meta({ description: 'Same as `url`; only for videos.' }),
  url: resultLink,
  media: chatMedia,
  job_id: z.string().meta({ description: 'ID for the request log; not used by this API.' }),
});

type ChatCompletion = z.infer<typeof chatCompletion>;
type ChatMedia = z.infer<typeof chatMedia>;

/** `POST /v1/chat/completions` [local.wait.ends-with-job]: responds when the generation has ended. */
export function registerChatCompletions(app: FastifyInstance, context: LocalContext): void {
  app.post('/v1/chat/completions', {
    schema: {
      tags: ['Generation'],
      summary: 'Generate a video or an image, and wait for it',
      description:
        'Responds when the generation has ended: set the client timeout to the maximum wait of the model in the catalog (900 or 1800 seconds in the built-in catalog), without retries. With `stream` the response is sent as server-sent events, all at the end. A repeated call is a new generation.',
      security: serviceKeySecurity,
      body: chatBody,
      response: { 200: chatCompletion, ...errorResponses },
    },
    bodyLimit: context.settings.createBodyBytes,
    validatorCompiler: noValidation,
    handler: (request, reply) => complete(context, request, reply),
  });
}

async function complete(
  context: LocalContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accepted = await accept(context, request, reply);
  if (accepted.kind === 'refused') return context.refuse(reply, accepted.fault, []);
  const [ended] = await awaitGenerations(context, reply, [accepted.job]);
  if (ended === undefined) throw new Error('A wait ended without its job.');
  if (ended.kind === 'failed') return context.refuse(reply, ended.fault, []);
  if (!accepted.stream) return sendText(reply, JSON.stringify(encodeChatCompletion(ended)));
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .send(encodeChatEvents(ended));
}

type AcceptedChat =
  | (Extract<AcceptedGeneration, { readonly kind: 'accepted' }> & { readonly stream: boolean })
  | Extract<AcceptedGeneration, { readonly kind: 'refused' }>;

/** The decoded request goes out of scope here: images of many megabytes must not be held during the wait. */
async function accept(
  context: LocalContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AcceptedChat> {
  const { deps, settings } = context;
  const rules = {
    catalog: deps.gateway.catalog(),
    digest: deps.digest,
    dataUrlBytes: settings.dataUrlBytes,
    takesTitlePrompts: deps.takesTitlePrompts?.() ?? false,
  };
  const { catalog } = rules;
  if (isFields(request.body)) noteAskedModel(request, request.body['model'], catalog);
  const decoded = decodeChatRequest(request.body, rules);
  request.body = undefined;
  if (decoded.kind === 'refused')
    return { kind: 'refused', fault: { kind: 'unusable', failure: decoded.failure } };
  const { offer } = decoded;
  if (offer.kind === 'offered')
    announceRetirement(reply, offer.draft, { catalog, now: deps.clock.now() });
  const accepted = await acceptGeneration(context, request, decoded);
  return accepted.kind === 'refused' ? accepted : { ...accepted, stream: decoded.stream };
}
