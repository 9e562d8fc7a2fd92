import { z } from 'zod';
import { arkErrors } from '../../../src/personalities/ark/ark-errors.ts';
import { klingErrors } from '../../../src/personalities/kling/kling-errors.ts';
import type { PersonalityName } from '../../../src/personalities/known-personalities.ts';
import { openAiErrors } from '../../../src/personalities/openai-videos/openai-errors.ts';
import type { ErrorWords } from '../../../src/personalities/provider-error.ts';
import type { WireCall } from './personality-server.ts';

/** What a caller of a provider has to know to use it: one description, so that one test holds all of them. */
export interface WireHabits {
  readonly name: PersonalityName;
  readonly errors: ErrorWords;
  /** A submission of the shortest, smallest video; `ownId` where the wire knows one. */
  submission(prompt: string, ownId?: string): WireCall;
  /** A status read. */
  status(id: string): WireCall;
  /** A list in which the task is, once it shows up. */
  list(ownId: string): WireCall;
  readonly hasOwnIds: boolean;
  /** The id an acceptance names; undefined = none. */
  acceptedId(body: unknown): string | undefined;
  /** What a status read says; undefined = nothing of a task. */
  told(body: unknown): { readonly state: string; readonly url: string | undefined } | undefined;
  /** How many tasks a list has. */
  listed(body: unknown): number;
  /** The machine code of an error in the provider's shape; undefined = another shape. */
  code(body: unknown): string | undefined;
  readonly words: { readonly queued: string; readonly running: string; readonly completed: string };
  /** Where a video is fetched, given what a status read told. */
  video(id: string, url: string | undefined): { readonly path: string } | { readonly url: string };
}

const klingEnvelope = z.object({ code: z.literal(0), request_id: z.string(), data: z.unknown() });
const klingTask = z.object({
  id: z.string().regex(/^\d{1,19}$/),
  status: z.string(),
  outputs: z.array(z.object({ type: z.literal('video'), url: z.url().optional() })).optional(),
});

function klingTasks(body: unknown) {
  const envelope = klingEnvelope.safeParse(body);
  return envelope.success ? z.array(klingTask).parse(envelope.data.data) : [];
}

const kling: WireHabits = {
  name: 'kling',
  errors: klingErrors,
  hasOwnIds: true,
  submission: (prompt, ownId) => ({
    path: '/text-to-video/kling-3.0',
    body: {
      prompt,
      settings: { duration: 3 },
      ...(ownId !== undefined && { options: { external_task_id: ownId } }),
    },
  }),
  status: (id) => ({ path: `/tasks?task_ids=${id}` }),
  list: (ownId) => ({ path: `/tasks?external_task_ids=${ownId}` }),
  acceptedId: (body) => {
    const envelope = klingEnvelope.safeParse(body);
    return envelope.success ? klingTask.safeParse(envelope.data.data).data?.id : undefined;
  },
  told: (body) => {
    const [task] = klingTasks(body);
    return task === undefined ? undefined : { state: task.status, url: task.outputs?.[0]?.url };
  },
  listed: (body) => klingTasks(body).length,
  code: (body) => {
    const shape = z.strictObject({ code: z.int(), message: z.string(), request_id: z.string() });
    const code = shape.safeParse(body).data?.code;
    return code === undefined ? undefined : String(code);
  },
  words: { queued: 'submitted', running: 'processing', completed: 'succeeded' },
  video: (_id, url) => ({ url: url ?? '' }),
};

const arkTask = z.object({
  id: z.string().startsWith('cgt-'),
  status: z.string(),
  content: z.object({ video_url: z.url().optional() }).optional(),
});

const tasks = '/api/v3/contents/generations/tasks';

const ark: WireHabits = {
  name: 'ark',
  errors: arkErrors,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: tasks,
    body: {
      model: 'doubao-seedance-1-0-pro-250528',
      content: [{ type: 'text', text: prompt }],
      resolution: '480p',
      ratio: '1:1',
      duration: 2,
      generate_audio: false,
    },
  }),
  status: (id) => ({ path: `${tasks}/${id}` }),
  list: () => ({ path: `${tasks}?page_num=1&page_size=10` }),
  acceptedId: (body) =>
    z.strictObject({ id: z.string().startsWith('cgt-') }).safeParse(body).data?.id,
  told: (body) => {
    const task = arkTask.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: task.content?.video_url };
  },
  listed: (body) => z.object({ total: z.int(), items: z.array(arkTask) }).parse(body).items.length,
  code: (body) => {
    const error = z.object({ code: z.string(), message: z.string() });
    return z.strictObject({ error }).safeParse(body).data?.error.code;
  },
  words: { queued: 'queued', running: 'running', completed: 'succeeded' },
  video: (_id, url) => ({ url: url ?? '' }),
};

const video = z.object({
  id: z.string().startsWith('video_'),
  object: z.literal('video'),
  status: z.string(),
});

const openAiVideos: WireHabits = {
  name: 'openai-videos',
  errors: openAiErrors,
  hasOwnIds: true,
  submission: (prompt, ownId) => ({
    path: '/v1/videos',
    headers: {
      'content-type': 'application/json',
      ...(ownId !== undefined && { 'idempotency-key': ownId }),
    },
    body: { prompt, seconds: '1', size: '320x180' },
  }),
  status: (id) => ({ path: `/v1/videos/${id}` }),
  list: (ownId) => ({ path: `/v1/videos?idempotency_key=${ownId}` }),
  acceptedId: (body) => video.safeParse(body).data?.id,
  told: (body) => {
    const task = video.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: undefined };
  },
  listed: (body) =>
    z.object({ object: z.literal('list'), data: z.array(video) }).parse(body).data.length,
  code: (body) => {
    const error = z.object({ code: z.string(), type: z.string(), message: z.string() });
    return z.strictObject({ error }).safeParse(body).data?.error.code;
  },
  words: { queued: 'queued', running: 'in_progress', completed: 'completed' },
  video: (id) => ({ path: `/v1/videos/${id}/content` }),
};

/** Every wire there is. */
export const wireHabits: readonly WireHabits[] = [kling, ark, openAiVideos];
