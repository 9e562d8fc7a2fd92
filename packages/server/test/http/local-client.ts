import { expect } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, jsonOf, type RequestParts, send } from './response.ts';

/** The default model of the workbench: the cheapest video. */
export const fastModel = 'vidA-fast-4s-16x9-720p';
export const imageModel = 'imgA-16x9-1k';

/** A caller of the Local Generation API. */
export interface LocalClient {
  readonly baseUrl: string;
  request(path: string, parts?: RequestParts): Promise<HttpResponse>;
  /** `POST /v1/chat/completions`, with the fastest model unless the body names one. */
  chat(body: object, headers?: Readonly<Record<string, string>>): Promise<HttpResponse>;
  /** `POST /v1/images/generations`. */
  images(body: object, headers?: Readonly<Record<string, string>>): Promise<HttpResponse>;
}

export function localClient(baseUrl: string, bearer: string): LocalClient {
  const request = (path: string, parts: RequestParts = {}): Promise<HttpResponse> =>
    send(baseUrl + path, {
      ...parts,
      headers: { authorization: `Bearer ${bearer}`, ...parts.headers },
    });
  const post = (path: string, body: object, headers = {}): Promise<HttpResponse> =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    baseUrl,
    request,
    chat: (body, headers) => post('/v1/chat/completions', { model: fastModel, ...body }, headers),
    images: (body, headers) =>
      post('/v1/images/generations', { model: imageModel, ...body }, headers),
  };
}

export function saying(content: unknown): { readonly messages: readonly object[] } {
  return { messages: [{ role: 'user', content }] };
}

const jobId = /^lj_[0-9a-hjkmnp-tv-z]{26}$/;
const link = z.url();

/** The exact fields of a video's response [local.chat.success]. */
export const videoCompletionSchema = z.strictObject({
  id: z.string().startsWith('chatcmpl-'),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.tuple([
    z.strictObject({
      index: z.literal(0),
      message: z.strictObject({ role: z.literal('assistant'), content: link }),
      finish_reason: z.literal('stop'),
    }),
  ]),
  usage: z.strictObject({
    prompt_tokens: z.literal(0),
    completion_tokens: z.literal(0),
    total_tokens: z.literal(0),
  }),
  video_url: link,
  url: link,
  media: z.strictObject({
    url: link,
    mime_type: z.literal('video/mp4'),
    width: z.int(),
    height: z.int(),
    duration: z.number(),
    has_audio: z.boolean(),
  }),
  job_id: z.string().regex(jobId),
});

export type VideoCompletion = z.infer<typeof videoCompletionSchema>;

/** The exact fields of an image's response. */
export const imageCompletionSchema = videoCompletionSchema.omit({ video_url: true }).extend({
  media: z.strictObject({
    url: link,
    mime_type: z.literal('image/png'),
    width: z.int(),
    height: z.int(),
  }),
});

/** Returns the completion of a response, which must be a 200. */
export function completionOf(response: HttpResponse): VideoCompletion {
  expect(response.status, response.text).toBe(200);
  return videoCompletionSchema.parse(jsonOf(response));
}
