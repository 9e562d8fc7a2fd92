import type { Job } from '@filmgate/core';
import { z } from 'zod';

/** What every form of a chat answer is made from. */
interface CompletedChat {
  readonly job: Job;
  /** Signed link to the result. */
  readonly url: string;
}

/** A finished generation as a chat completion [local.chat.success]. */
export function encodeChatCompletion(chat: CompletedChat): ChatCompletion {
  const { url } = chat;
  return {
    ...identity(chat),
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: url }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    ...resultFields(chat),
  };
}

/** The same as server-sent events: the content, then the end with the fields of the result, then `[DONE]`. */
export function encodeChatEvents(chat: CompletedChat): string {
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

const link = z
  .url()
  .meta({ description: 'Works without a header for as long as the result is kept.' });

/** The result itself [local.chat.success]. */
export const chatMedia = z.object({
  url: link,
  mime_type: z.string().meta({ description: '`video/mp4`, or `image/png` of image models.' }),
  width: z.int(),
  height: z.int(),
  duration: z.number().nullable().optional().meta({ description: 'Seconds; videos only.' }),
  has_audio: z.boolean().optional().meta({ description: 'Videos only.' }),
});

/** Answer of a chat generation. */
export const chatCompletion = z.object({
  id: z.string().regex(/^chatcmpl-/),
  object: z.literal('chat.completion'),
  created: z.int().meta({ description: 'Unix seconds.' }),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({ role: z.literal('assistant'), content: link }),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.literal(0),
    completion_tokens: z.literal(0),
    total_tokens: z.literal(0),
  }),
  video_url: link.optional().meta({ description: 'Of video models; the same as `url`.' }),
  url: link,
  media: chatMedia,
  job_id: z.string().meta({ description: 'For the request log; no route of this API takes it.' }),
});

export type ChatCompletion = z.infer<typeof chatCompletion>;
export type ChatMedia = z.infer<typeof chatMedia>;

/** Answer of the image endpoint. */
export const imageList = z.object({
  created: z.int().meta({ description: 'Unix seconds.' }),
  data: z.array(
    z.union([
      z.object({ url: link }),
      z.object({ b64_json: z.string().meta({ description: 'The PNG, in base64.' }) }),
    ]),
  ),
});
