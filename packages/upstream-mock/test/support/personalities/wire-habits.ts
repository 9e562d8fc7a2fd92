import {
  errorOf,
  aimlapi as aimlapiFacts,
  ark as arkFacts,
  dashscope as dashscopeFacts,
  fal as falFacts,
  google as googleFacts,
  kie as kieFacts,
  kling as klingFacts,
  luma as lumaFacts,
  minimax as minimaxFacts,
  openAiVideos as openAiFacts,
  openRouter as openRouterFacts,
  type ProviderFacts,
  replicate as replicateFacts,
  runway as runwayFacts,
  vidu as viduFacts,
  xai as xaiFacts,
} from '@filmgate/provider-facts';
import { z } from 'zod';
import type { PersonalityName } from '../../../src/wires/personality-names.ts';
import type { WireCall } from './personality-server.ts';

/** Everything a caller of a provider has to know: one description, so that one test covers all providers. */
export interface WireHabits {
  readonly name: PersonalityName;
  /** Name in tests; absent = the provider's. */
  readonly title?: string;
  readonly errors: ProviderFacts;
  /** A submission of the shortest, smallest video; `ownId` where the wire knows one. */
  submission(prompt: string, ownId?: string): WireCall;
  /** A status read. */
  status(id: string): WireCall;
  /** The read that returns the link to the video; absent = the status read. */
  result?(id: string): WireCall;
  /** A list in which the task is, once it shows up; null = the wire has none. */
  readonly list: ((ownId: string) => WireCall) | null;
  readonly hasOwnIds: boolean;
  /** The id an acceptance names; undefined = none. */
  acceptedId(body: unknown): string | undefined;
  /** Content of a status response; undefined = it has no task. */
  reported(body: unknown): { readonly state: string; readonly url: string | undefined } | undefined;
  /** Number of tasks in a list. */
  listed(body: unknown): number;
  /** The machine code of an error in the provider's shape; undefined = another shape. */
  code(body: unknown): string | undefined;
  readonly words: {
    readonly queued: string;
    readonly running: string;
    readonly completed: string;
    readonly failed: string;
    /** State of a video filtered by safety; absent = as a failed one. */
    readonly filtered?: string;
    /** True if the API has no words for states: an open task is only not done. */
    readonly none?: boolean;
  };
  /** Status and code that say that a login has expired; absent = 401, and the code of its kind. */
  readonly expired?: readonly [status: number, code: string];
  /** Status of an acceptance. */
  readonly acceptedStatus: number;
  /** Request for a video, from the result of a status read. */
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
  errors: klingFacts,
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
  reported: (body) => {
    const [task] = klingTasks(body);
    return task === undefined ? undefined : { state: task.status, url: task.outputs?.[0]?.url };
  },
  listed: (body) => klingTasks(body).length,
  code: (body) => {
    const shape = z.strictObject({ code: z.int(), message: z.string(), request_id: z.string() });
    const code = shape.safeParse(body).data?.code;
    return code === undefined ? undefined : String(code);
  },
  words: { queued: 'submitted', running: 'processing', completed: 'succeeded', failed: 'failed' },
  acceptedStatus: 200,
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
  errors: arkFacts,
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
  reported: (body) => {
    const task = arkTask.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: task.content?.video_url };
  },
  listed: (body) => z.object({ total: z.int(), items: z.array(arkTask) }).parse(body).items.length,
  code: (body) => {
    const error = z.object({ code: z.string(), message: z.string() });
    return z.strictObject({ error }).safeParse(body).data?.error.code;
  },
  words: { queued: 'queued', running: 'running', completed: 'succeeded', failed: 'failed' },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const video = z.object({
  id: z.string().startsWith('video_'),
  object: z.literal('video'),
  status: z.string(),
});

const openAiVideos: WireHabits = {
  name: 'openai-videos',
  errors: openAiFacts,
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
  reported: (body) => {
    const task = video.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: undefined };
  },
  listed: (body) =>
    z.object({ object: z.literal('list'), data: z.array(video) }).parse(body).data.length,
  code: (body) => {
    const error = z.object({ code: z.string(), type: z.string(), message: z.string() });
    return z.strictObject({ error }).safeParse(body).data?.error.code;
  },
  words: { queued: 'queued', running: 'in_progress', completed: 'completed', failed: 'failed' },
  acceptedStatus: 200,
  video: (id) => ({ path: `/v1/videos/${id}/content` }),
};

const falRequest = z.object({ request_id: z.uuid(), status_url: z.url(), status: z.string() });
const app = 'fal-ai/some-model';

const fal: WireHabits = {
  name: 'fal',
  errors: falFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: `/${app}/text-to-video`,
    body: { prompt, duration: '2s', resolution: '480p' },
  }),
  status: (id) => ({ path: `/${app}/requests/${id}/status` }),
  result: (id) => ({ path: `/${app}/requests/${id}` }),
  list: () => ({ path: `/v1/models/requests/by-endpoint?endpoint_id=${app}/text-to-video` }),
  acceptedId: (body) => falRequest.safeParse(body).data?.request_id,
  reported: (body) => {
    const made = z.object({ video: z.object({ url: z.url() }) }).safeParse(body).data?.video;
    const state = falRequest.safeParse(body).data?.status;
    return state === undefined && made === undefined
      ? undefined
      : { state: state ?? '', url: made?.url };
  },
  listed: (body) => z.object({ items: z.array(z.unknown()) }).parse(body).items.length,
  code: (body) => {
    const model = z.strictObject({ detail: z.tuple([z.object({ type: z.string() })]) });
    const platform = z.strictObject({ detail: z.string(), error_type: z.string() });
    const edge = z.strictObject({ detail: z.string() });
    const text = edge.safeParse(body).data?.detail;
    return (
      model.safeParse(body).data?.detail[0].type ??
      platform.safeParse(body).data?.error_type ??
      falFacts.errors.find(({ message }) => message === text)?.code
    );
  },
  words: {
    queued: 'IN_QUEUE',
    running: 'IN_PROGRESS',
    completed: 'COMPLETED',
    failed: 'COMPLETED',
  },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const prediction = z.object({
  id: z.string().regex(/^[\da-z]{26}$/),
  status: z.string(),
  output: z.url().nullable(),
  urls: z.object({ get: z.url(), cancel: z.url() }),
});

const replicate: WireHabits = {
  name: 'replicate',
  errors: replicateFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v1/models/some/model/predictions',
    body: { input: { prompt, duration: 2, resolution: '480p' } },
  }),
  status: (id) => ({ path: `/v1/predictions/${id}` }),
  list: () => ({ path: '/v1/predictions' }),
  acceptedId: (body) => prediction.safeParse(body).data?.id,
  reported: (body) => {
    const task = prediction.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: task.output ?? undefined };
  },
  listed: (body) => z.object({ results: z.array(prediction) }).parse(body).results.length,
  code: (body) => {
    const titled = z.strictObject({ title: z.string(), detail: z.string(), status: z.int() });
    const throttled = z.strictObject({ detail: z.string().startsWith('Request was throttled.') });
    const missing = z.strictObject({ detail: z.string(), status: z.literal(404) });
    if (throttled.safeParse(body).success) return 'throttled';
    if (missing.safeParse(body).success) return 'not_found';
    return titled.safeParse(body).data?.title.toLowerCase().replaceAll(' ', '_');
  },
  words: { queued: 'starting', running: 'processing', completed: 'succeeded', failed: 'failed' },
  acceptedStatus: 201,
  video: (_id, url) => ({ url: url ?? '' }),
};

const runwayTask = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  status: z.string(),
  output: z.array(z.url()).optional(),
});

const runway: WireHabits = {
  name: 'runway',
  errors: runwayFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v1/text_to_video',
    body: { model: 'some_model', promptText: prompt, ratio: '640:360', duration: 2 },
  }),
  status: (id) => ({ path: `/v1/tasks/${id}` }),
  list: null,
  acceptedId: (body) => {
    const estimatedCost = z.strictObject({ credits: z.int() });
    return z.strictObject({ id: z.uuid(), estimatedCost }).safeParse(body).data?.id;
  },
  reported: (body) => {
    const task = runwayTask.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: task.output?.[0] };
  },
  listed: () => 0,
  code: (body) => {
    const text = z.object({ error: z.string() }).safeParse(body).data?.error;
    return runwayFacts.errors.find(({ message }) => message === text)?.code;
  },
  words: { queued: 'PENDING', running: 'RUNNING', completed: 'SUCCEEDED', failed: 'FAILED' },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const operation = z.object({
  name: z.string().regex(/^publishers\/google\/models\/some-model\/operations\/[\da-f-]{36}$/),
  done: z.literal(true).optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
  response: z
    .object({ videos: z.array(z.object({ bytesBase64Encoded: z.string() })).optional() })
    .optional(),
});

function googleCode(body: unknown): string | undefined {
  const error = z.strictObject({ code: z.int(), message: z.string(), status: z.string() });
  const reported = z.strictObject({ error }).safeParse(body).data?.error;
  if (reported?.message.startsWith('API key') === true) return `${reported.status}.key`;
  return reported?.code === 402 ? `${reported.status}.402` : reported?.status;
}

const vertexModel = '/v1beta1/publishers/google/models/some-model';

const googleOperations: WireHabits = {
  name: 'google',
  title: 'google, operations',
  errors: googleFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: `${vertexModel}:predictLongRunning`,
    body: { instances: [{ prompt }], parameters: { durationSeconds: 2, resolution: '480p' } },
  }),
  status: (id) => ({
    path: `${vertexModel}:fetchPredictOperation`,
    body: { operationName: `publishers/google/models/some-model/operations/${id}` },
  }),
  list: null,
  acceptedId: (body) => operation.safeParse(body).data?.name.split('/').at(-1),
  reported: (body) => {
    const task = operation.safeParse(body).data;
    const bytes = task?.response?.videos?.[0]?.bytesBase64Encoded;
    const ended = task?.error === undefined ? 'done' : 'failed';
    return task === undefined
      ? undefined
      : {
          state: task.done === true ? ended : 'open',
          url: bytes === undefined ? undefined : `data:video/mp4;base64,${bytes}`,
        };
  },
  listed: () => 0,
  code: googleCode,
  words: {
    queued: 'open',
    running: 'open',
    completed: 'done',
    failed: 'failed',
    filtered: 'done',
    none: true,
  },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const interaction = z.object({
  id: z.string().startsWith('v1_'),
  status: z.string(),
  steps: z.array(z.object({ content: z.array(z.object({ uri: z.url().optional() })) })).optional(),
});

const googleInteractions: WireHabits = {
  name: 'google',
  title: 'google, interactions',
  errors: googleFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v1/interactions',
    body: {
      model: 'some-model',
      input: prompt,
      background: true,
      response_format: { type: 'video', duration: '2s', resolution: '360p', delivery: 'uri' },
    },
  }),
  status: (id) => ({ path: `/v1/interactions/${id}` }),
  list: null,
  acceptedId: (body) => interaction.safeParse(body).data?.id,
  reported: (body) => {
    const task = interaction.safeParse(body).data;
    return task === undefined
      ? undefined
      : { state: task.status, url: task.steps?.[0]?.content[0]?.uri };
  },
  listed: () => 0,
  code: googleCode,
  words: {
    queued: 'queued',
    running: 'in_progress',
    completed: 'completed',
    failed: 'failed',
    filtered: 'completed',
  },
  acceptedStatus: 200,
  video: (_id, url) => {
    const { pathname = '', search = '' } = URL.parse(url ?? '') ?? {};
    return url === undefined ? { url: '' } : { path: pathname.replace('/google', '') + search };
  },
};

const openRouterJob = z.object({
  id: z.string().regex(/^gen-vid-\d{10}-[\da-f]{20}$/),
  polling_url: z.string().regex(/\/openrouter\/api\/v1\/videos\/gen-vid-[\w-]+$/),
  status: z.string(),
  urls: z.array(z.url()).optional(),
});

const openRouterError = z.strictObject({
  error: z.strictObject({
    code: z.int(),
    message: z.string(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
});

const openRouter: WireHabits = {
  name: 'openrouter',
  errors: openRouterFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/api/v1/videos',
    body: { model: 'some/model', prompt, duration: 2, resolution: '480p' },
  }),
  status: (id) => ({ path: `/api/v1/videos/${id}` }),
  list: null,
  acceptedId: (body) => openRouterJob.safeParse(body).data?.id,
  reported: (body) => {
    const job = openRouterJob.safeParse(body).data;
    return job === undefined ? undefined : { state: job.status, url: job.urls?.[0] };
  },
  listed: () => 0,
  code: (body) => {
    const reported = openRouterError.safeParse(body).data?.error;
    if (reported === undefined) return undefined;
    const { code, metadata } = reported;
    if (metadata === undefined) return String(code);
    return `${code}.${'limit_source' in metadata ? 'in_flight' : 'content'}`;
  },
  words: {
    queued: 'pending',
    running: 'in_progress',
    completed: 'completed',
    failed: 'failed',
  },
  acceptedStatus: 202,
  video: (_id, url) => ({ url: url ?? '' }),
};

const lumaGeneration = z.object({
  id: z.uuid(),
  state: z.string(),
  output: z.array(z.object({ type: z.literal('video'), url: z.url() })),
  failure_code: z.string().nullable(),
});

const luma: WireHabits = {
  name: 'luma',
  errors: lumaFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v1/generations',
    headers: { 'x-request-id': 'request-1' },
    body: { model: 'ray-3.2', type: 'video', prompt, video: { resolution: '360p' } },
  }),
  status: (id) => ({ path: `/v1/generations/${id}` }),
  list: null,
  acceptedId: (body) => lumaGeneration.safeParse(body).data?.id,
  reported: (body) => {
    const made = lumaGeneration.safeParse(body).data;
    return made === undefined ? undefined : { state: made.state, url: made.output[0]?.url };
  },
  listed: () => 0,
  code: (body) => {
    const text = z.strictObject({ detail: z.string() }).safeParse(body).data?.detail;
    if (text === undefined || text === lumaFacts.unlisted.message) return undefined;
    return lumaFacts.errors.find(({ message }) => message === text)?.code ?? 'bad_request';
  },
  words: { queued: 'queued', running: 'processing', completed: 'completed', failed: 'failed' },
  acceptedStatus: 201,
  video: (_id, url) => ({ url: url ?? '' }),
};

const dashscopeTask = z.object({
  task_id: z.uuid(),
  task_status: z.string(),
  video_url: z.url().optional(),
});

const dashscope: WireHabits = {
  name: 'dashscope',
  errors: dashscopeFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/api/v1/services/aigc/video-generation/video-synthesis',
    body: {
      model: 'wan3.0-video',
      input: { prompt },
      parameters: { resolution: '480P', ratio: '1:1', duration: 2 },
    },
  }),
  status: (id) => ({ path: `/api/v1/tasks/${id}` }),
  list: () => ({ path: '/api/v1/tasks/?page_size=500' }),
  acceptedId: (body) =>
    z.object({ output: dashscopeTask, request_id: z.string() }).safeParse(body).data?.output
      .task_id,
  reported: (body) => {
    const task = z.object({ output: dashscopeTask }).safeParse(body).data?.output;
    if (task === undefined || task.task_status === 'UNKNOWN') return undefined;
    return { state: task.task_status, url: task.video_url };
  },
  listed: (body) =>
    z.object({ data: z.array(z.object({ task_id: z.uuid() })) }).parse(body).data.length,
  code: (body) => {
    const shape = { code: z.string(), message: z.string(), request_id: z.string() };
    return z.strictObject(shape).safeParse(body).data?.code;
  },
  words: { queued: 'PENDING', running: 'RUNNING', completed: 'SUCCEEDED', failed: 'FAILED' },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const minimaxTask = z.object({
  id: z.string().regex(/^\d{1,19}$/),
  status: z.string(),
  content: z.object({ url: z.url().optional() }).optional(),
});

const minimax: WireHabits = {
  name: 'minimax',
  errors: minimaxFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v2/video_generation',
    body: {
      model: 'MiniMax-H3-Max',
      content: [{ type: 'text', text: prompt }],
      resolution: '480P',
      ratio: '1:1',
      duration: 5,
    },
  }),
  status: (id) => ({ path: `/v2/query/video_generation/${id}` }),
  list: () => ({ path: '/v2/query/video_generation' }),
  acceptedId: (body) => z.strictObject({ task_id: z.string() }).safeParse(body).data?.task_id,
  reported: (body) => {
    const task = z.object({ task: minimaxTask }).safeParse(body).data?.task;
    return task === undefined ? undefined : { state: task.status, url: task.content?.url };
  },
  listed: (body) => {
    const list = z.object({ items: z.array(minimaxTask), total: z.int() });
    return list.parse(body).items.length;
  },
  code: (body) => {
    const error = z.strictObject({
      type: z.string(),
      message: z.string(),
      http_code: z.string().regex(/^\d{3}$/),
    });
    const shape = z.strictObject({ type: z.literal('error'), error, request_id: z.string() });
    const { message = '' } = shape.safeParse(body).data?.error ?? {};
    return / \((\w+)\)$/.exec(message)?.[1];
  },
  words: { queued: 'queued', running: 'running', completed: 'succeeded', failed: 'failed' },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const viduTask = z.object({
  id: z.string().regex(/^\d{1,19}$/),
  state: z.string(),
  creations: z.array(z.object({ url: z.url() })),
});

const vidu: WireHabits = {
  name: 'vidu',
  errors: viduFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/ent/v2/text2video',
    body: { model: 'viduq3-turbo', prompt, duration: 1, resolution: '540p' },
  }),
  status: (id) => ({ path: `/ent/v2/tasks/${id}/creations` }),
  list: () => ({ path: '/ent/v2/tasks?pager.pagesz=100' }),
  acceptedId: (body) => z.object({ task_id: z.string() }).safeParse(body).data?.task_id,
  reported: (body) => {
    const task = viduTask.safeParse(body).data;
    return task === undefined ? undefined : { state: task.state, url: task.creations[0]?.url };
  },
  listed: (body) => {
    const list = z.object({ tasks: z.array(viduTask), next_page_token: z.string() });
    return list.parse(body).tasks.length;
  },
  code: (body) => {
    const metadata = z.object({ trace_id: z.string().optional() });
    const shape = z.strictObject({
      code: z.int(),
      reason: z.string(),
      message: z.string(),
      metadata,
    });
    return shape.safeParse(body).data?.reason;
  },
  words: { queued: 'queueing', running: 'processing', completed: 'success', failed: 'failed' },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const kieEnvelope = z.strictObject({ code: z.int(), msg: z.string(), data: z.unknown() });
const kieTask = z.object({ taskId: z.string(), state: z.string(), resultJson: z.string() });

const kie: WireHabits = {
  name: 'kie',
  errors: kieFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/api/v1/jobs/createTask',
    body: {
      model: 'kling-2.6/text-to-video',
      input: { prompt, aspect_ratio: '1:1', resolution: '480p', duration: '2' },
    },
  }),
  status: (id) => ({ path: `/api/v1/jobs/recordInfo?taskId=${id}` }),
  list: null,
  acceptedId: (body) => {
    const { data } = kieEnvelope.safeParse(body).data ?? {};
    return z.object({ taskId: z.string() }).safeParse(data).data?.taskId;
  },
  reported: (body) => {
    const task = kieTask.safeParse(kieEnvelope.safeParse(body).data?.data).data;
    if (task === undefined) return undefined;
    const result: unknown = task.resultJson === '' ? {} : JSON.parse(task.resultJson);
    const { resultUrls = [] } = z.object({ resultUrls: z.array(z.url()).optional() }).parse(result);
    return { state: task.state, url: resultUrls[0] };
  },
  listed: () => 0,
  code: (body) => {
    const code = kieEnvelope.safeParse(body).data?.code;
    return code === undefined || code === 200 ? undefined : String(code);
  },
  words: { queued: 'waiting', running: 'generating', completed: 'success', failed: 'fail' },
  expired: [200, '401'],
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const aimlapiGeneration = z.object({
  id: z.string(),
  status: z.string(),
  video: z.object({ url: z.url() }).nullable(),
});

const aimlapi: WireHabits = {
  name: 'aimlapi',
  errors: aimlapiFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v2/video/generations',
    body: {
      model: 'minimax/video-01',
      prompt,
      aspect_ratio: '1:1',
      resolution: '480p',
      duration: 2,
    },
  }),
  status: (id) => ({ path: `/v2/video/generations?generation_id=${id}` }),
  list: null,
  acceptedId: (body) => aimlapiGeneration.safeParse(body).data?.id,
  reported: (body) => {
    const task = aimlapiGeneration.safeParse(body).data;
    return task === undefined ? undefined : { state: task.status, url: task.video?.url };
  },
  listed: () => 0,
  code: (body) => {
    const shape = z.object({ requestId: z.string(), statusCode: z.int(), message: z.string() });
    const error = shape.safeParse(body).data;
    return error === undefined ? undefined : String(error.statusCode);
  },
  words: { queued: 'queued', running: 'generating', completed: 'completed', failed: 'error' },
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

const xaiError = z.strictObject({ code: z.string(), error: z.string() });

const xai: WireHabits = {
  name: 'xai',
  errors: xaiFacts,
  hasOwnIds: false,
  submission: (prompt) => ({
    path: '/v1/videos/generations',
    body: { model: 'grok-imagine-video', prompt, duration: 2, aspect_ratio: '1:1' },
  }),
  status: (id) => ({ path: `/v1/videos/${id}` }),
  list: null,
  acceptedId: (body) => z.strictObject({ request_id: z.uuid() }).safeParse(body).data?.request_id,
  reported: (body) => {
    const result = z.object({ url: z.url().optional() }).optional();
    const request = z.object({ status: z.string(), video: result }).safeParse(body).data;
    return request === undefined ? undefined : { state: request.status, url: request.video?.url };
  },
  listed: () => 0,
  code: (body) => {
    const reported = xaiError.safeParse(body).data;
    const own = xaiFacts.errors.find(
      ({ code, message }) => code.includes('.') && message === reported?.error,
    );
    return own?.code ?? reported?.code;
  },
  words: { queued: 'pending', running: 'pending', completed: 'done', failed: 'failed' },
  expired: [400, 'invalid-argument.key'],
  acceptedStatus: 200,
  video: (_id, url) => ({ url: url ?? '' }),
};

/** Every wire there is. */
export const wireHabits: readonly WireHabits[] = [
  kling,
  ark,
  openAiVideos,
  fal,
  replicate,
  runway,
  googleOperations,
  googleInteractions,
  openRouter,
  luma,
  minimax,
  dashscope,
  xai,
  vidu,
  kie,
  aimlapi,
];

/** The code that says a submission is not valid, with its status. */
export function invalidRow({ errors }: WireHabits) {
  return errorOf(errors, errors.refusals.invalid);
}
