import type { Job } from '@filmgate/core';
import type { ChatCompletion, ChatMedia } from '../schemas/chat-completion.ts';

/** What every form of a chat answer is made from. */
export interface CompletedChat {
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
