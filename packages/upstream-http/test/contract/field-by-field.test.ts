import { fc } from '@fast-check/vitest';
import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { PollReading } from '../../src/engine/poll-reading.ts';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { ark } from '../../src/ark/index.ts';
import { type JsonObject, objectIn } from '../../src/json/json-fields.ts';
import { dashscope } from '../../src/dashscope/index.ts';
import { fal } from '../../src/fal/index.ts';
import { google } from '../../src/google/index.ts';
import { kling } from '../../src/kling/index.ts';
import { luma } from '../../src/luma/index.ts';
import { minimax } from '../../src/minimax/index.ts';
import { openaiVideos } from '../../src/openai-videos/index.ts';
import { openrouter } from '../../src/openrouter/index.ts';
import { replicate } from '../../src/replicate/index.ts';
import { runway } from '../../src/runway/index.ts';
import { vertex } from '../../src/vertex/index.ts';
import { vidu } from '../../src/vidu/index.ts';
import { xai } from '../../src/xai/index.ts';

type Kind = Extract<PollReading['kind'], 'pending' | 'succeeded' | 'failed'>;

/** A valid response of a provider, and its optional fields. */
interface RightResponses {
  readonly name: string;
  readonly description: ProviderDescription;
  readonly task: JsonValue;
  /** Returns the whole body around the task's fields. */
  bodyOf(said: JsonObject): JsonObject;
  /** Reads a body where it is not that of a successful single read; absent = it is. */
  read?(kind: Kind, body: JsonValue): PollReading;
  readonly said: { readonly [K in Kind]: JsonObject };
  /** Fields of the task, and of the body, that decide nothing. */
  readonly optional: readonly string[];
  readonly optionalAround: readonly string[];
}

const at = 1_790_000_000;
const url = 'https://files.example.com/v.mp4';
const video = { id: 'video_1', object: 'video', created_at: at, model: 'm', seconds: '5' };

function openAi(name: string, dialect: JsonValue): RightResponses {
  return {
    name,
    description: openaiVideos.describe({ dialect }),
    task: { id: 'video_1' },
    bodyOf: (said) => said,
    said: {
      pending: { ...video, status: 'in_progress', progress: 40 },
      succeeded: { ...video, status: 'completed', progress: 100, expires_at: at, url },
      failed: { ...video, status: 'failed', error: { code: 'engine_error', message: 'why' } },
    },
    optional: [
      ...['object', 'created_at', 'completed_at', 'expires_at', 'model', 'seconds', 'size'],
      ...['progress', 'error', 'fail_reason', 'prompt', 'usage', 'metadata', 'task_id', 'data'],
      'code',
    ],
    optionalAround: [],
  };
}

const klingTask = { id: 'k-1', external_id: 'own', create_time: at * 1_000, message: 'm' };
const klingBill = [{ charge_type: 'unit', amount: '1.8', package_type: 'video' }];

const falTask = { app: 'fal-ai/veo3.1', id: 'r-1' };

const responses: readonly RightResponses[] = [
  openAi('openai-videos', 'standard'),
  openAi('openai-videos of results by URL', { result: 'url', like: 'vllm-omni' }),
  openAi('filmgate', 'filmgate'),
  {
    name: 'kling',
    description: kling.describe({}),
    task: 'k-1',
    bodyOf: (said) => ({ code: 0, message: 'SUCCEED', request_id: 'r', data: [said] }),
    said: {
      pending: { ...klingTask, status: 'processing' },
      succeeded: {
        ...klingTask,
        status: 'succeeded',
        update_time: at * 1_000,
        billing: klingBill,
        outputs: [{ type: 'video', id: 'v', url, duration: '5.1' }],
      },
      failed: { ...klingTask, status: 'failed', billing: klingBill },
    },
    optional: ['external_id', 'create_time', 'update_time', 'message', 'billing', 'model'],
    optionalAround: ['message', 'request_id'],
  },
  {
    name: 'ark',
    description: ark.describe({}),
    task: 'cgt-1',
    bodyOf: (said) => ({ id: 'cgt-1', model: 'm', created_at: at, updated_at: at, ...said }),
    said: {
      pending: { status: 'running' },
      succeeded: {
        status: 'succeeded',
        content: { video_url: url },
        usage: { completion_tokens: 9 },
      },
      failed: { status: 'failed', error: { code: 'InternalServiceError', message: 'why' } },
    },
    optional: [
      ...['model', 'created_at', 'updated_at', 'usage', 'error', 'resolution', 'ratio', 'seed'],
      ...['duration', 'framespersecond'],
    ],
    optionalAround: [],
  },
  {
    name: 'minimax',
    description: minimax.describe({}),
    task: '424010985738629',
    bodyOf: (said) => ({
      task: { id: '424010985738629', model: 'MiniMax-H3', created_at: at, ...said },
    }),
    said: {
      pending: { status: 'running', duration: 5, ratio: '16:9', usage: {} },
      succeeded: {
        status: 'succeeded',
        content: { url },
        resolution: '2K',
        duration: 5,
        ratio: '16:9',
        usage: { total_seconds: 5, input_seconds: 0, output_seconds: 5, input_image_count: 1 },
      },
      failed: { status: 'failed', error: { code: '1000', message: 'why' }, usage: {} },
    },
    optional: [
      ...['id', 'model', 'created_at', 'updated_at', 'resolution', 'duration', 'ratio'],
      ...['usage', 'error', 'task_type', 'modality'],
    ],
    optionalAround: ['type', 'error', 'task_id', 'base_resp', 'request_id'],
  },
  {
    name: 'dashscope',
    description: dashscope.describe({}),
    task: 't-1',
    bodyOf: ({ usage, ...said }) => ({
      output: { task_id: 't-1', submit_time: '2026-08-06 10:01:35.452', ...said },
      ...(usage !== undefined && { usage }),
      request_id: 'r-1',
    }),
    said: {
      pending: { task_status: 'RUNNING' },
      succeeded: {
        task_status: 'SUCCEEDED',
        video_url: url,
        orig_prompt: 'a kite',
        usage: { duration: 5, SR: 720, ratio: '16:9' },
      },
      failed: { task_status: 'FAILED', code: 'InternalError', message: 'why' },
    },
    optional: ['task_id', 'submit_time', 'orig_prompt', 'usage', 'code', 'message', 'end_time'],
    optionalAround: ['request_id'],
  },
  {
    name: 'google',
    description: google.describe({}),
    task: 'v1_1',
    bodyOf: (said) => ({ id: 'v1_1', model: 'gemini-omni-1.1-flash', object: 'o', ...said }),
    said: {
      pending: { status: 'in_progress', created: '2026-11-30T09:15:00Z' },
      succeeded: {
        status: 'completed',
        steps: [
          { type: 'thought', content: [] },
          { type: 'model_output', content: [{ type: 'video', mime_type: 'video/mp4', uri: url }] },
        ],
        updated: '2026-11-30T09:16:00Z',
        usage: {
          total_input_tokens: 12,
          output_tokens_by_modality: [{ modality: 'video', tokens: 28_960 }],
        },
      },
      failed: {
        status: 'failed',
        errors: [{ code: 13, message: 'why' }],
        usage: { output_tokens_by_modality: [] },
      },
    },
    optional: [
      ...['id', 'model', 'object', 'created', 'updated', 'usage', 'errors', 'error', 'labels'],
      ...['role', 'previous_interaction_id', 'service_tier', 'response_format'],
    ],
    optionalAround: [],
  },
  {
    name: 'vertex',
    description: vertex.describe({}),
    task: 'models/veo/operations/o-1',
    bodyOf: (said) => ({ name: 'models/veo/operations/o-1', metadata: { at: 'now' }, ...said }),
    said: {
      pending: { done: false },
      succeeded: {
        done: true,
        response: { videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }] },
      },
      failed: { done: true, error: { code: 13, message: 'why' } },
    },
    optional: ['name', 'metadata'],
    optionalAround: [],
  },
  {
    name: 'runway',
    description: runway.describe({}),
    task: 'r-1',
    bodyOf: (said) => ({ id: 'r-1', createdAt: '2026-11-30T09:15:00.000Z', ...said }),
    said: {
      pending: { status: 'RUNNING', progress: 0.4, estimatedCost: { credits: 60 } },
      succeeded: { status: 'SUCCEEDED', output: [url], cost: { credits: 60 } },
      failed: {
        status: 'FAILED',
        failure: 'why',
        failureCode: 'INTERNAL',
        cost: { credits: 0 },
      },
    },
    optional: [
      ...['createdAt', 'progress', 'estimatedCost', 'cost', 'failure', 'failureCode'],
      ...['error', 'docUrl', 'issues'],
    ],
    optionalAround: [],
  },
  {
    name: 'xai',
    description: xai.describe({}),
    task: 'r-1',
    bodyOf: (said) => ({ model: 'm', ...said }),
    said: {
      pending: { status: 'pending', progress: 40 },
      succeeded: {
        status: 'done',
        video: { url, duration: 8, respect_moderation: true },
        usage: { cost_in_usd_ticks: 9 },
        progress: 100,
      },
      failed: { status: 'failed', error: { code: 'internal_error', message: 'why' } },
    },
    optional: ['model', 'progress', 'usage', 'error', 'code', 'request_id'],
    optionalAround: [],
  },
  {
    name: 'luma',
    description: luma.describe({}),
    task: 'g-1',
    bodyOf: (said) => ({ id: 'g-1', type: 'video', model: 'ray-3.2', created_at: 'now', ...said }),
    said: {
      pending: { state: 'processing', output: [], failure_reason: null, failure_code: null },
      succeeded: { state: 'completed', output: [{ type: 'video', url }] },
      failed: { state: 'failed', failure_reason: 'why', failure_code: 'content_moderated' },
    },
    optional: ['id', 'type', 'model', 'created_at', 'failure_reason', 'failure_code', 'detail'],
    optionalAround: [],
  },
  {
    name: 'vidu',
    description: vidu.describe({}),
    task: '903875784081420288',
    bodyOf: (said) => ({ id: '903875784081420288', err_code: '', payload: 'p-1', ...said }),
    said: {
      pending: { state: 'processing', credits: 55, creations: [] },
      succeeded: { state: 'success', credits: 55, creations: [{ id: 'c-1', url, cover_url: url }] },
      failed: { state: 'failed', err_code: 'InternalServiceFailure', credits: 0, creations: [] },
    },
    optional: ['id', 'err_code', 'credits', 'payload', 'off_peak', 'bgm', 'created_at'],
    optionalAround: [],
  },
  {
    name: 'openrouter',
    description: openrouter.describe({}),
    task: 'gen-vid-1',
    bodyOf: (said) => ({ id: 'gen-vid-1', polling_url: '/api/v1/videos/gen-vid-1', ...said }),
    said: {
      pending: { status: 'in_progress' },
      succeeded: {
        status: 'completed',
        generation_id: 'gen-1',
        unsigned_urls: [url],
        usage: { cost: 0.4, is_byok: false },
      },
      failed: { status: 'failed', error: 'why' },
    },
    optional: [
      ...['id', 'polling_url', 'generation_id', 'model', 'progress', 'urls', 'usage', 'error'],
      'code',
    ],
    optionalAround: [],
  },
  {
    name: 'replicate',
    description: replicate.describe({}),
    task: 'p-1',
    bodyOf: (said) => ({ id: 'p-1', model: 'google/veo-3.1', input: { seed: 7 }, ...said }),
    said: {
      pending: { status: 'processing', created_at: '2026-11-30T09:15:00.000Z' },
      succeeded: {
        status: 'succeeded',
        output: url,
        completed_at: '2026-11-30T09:16:00.000123Z',
        metrics: { predict_time: 58.2 },
      },
      failed: { status: 'failed', error: 'why', output: null },
    },
    optional: [
      ...['id', 'model', 'version', 'input', 'logs', 'data_removed', 'error', 'source', 'metrics'],
      ...['created_at', 'started_at', 'completed_at', 'urls', 'title', 'detail'],
    ],
    optionalAround: [],
  },
  {
    name: 'fal',
    description: fal.describe({}),
    task: falTask,
    bodyOf: (said) => said,
    read: (kind, body) => {
      const { poll } = fal.describe({});
      if (kind === 'pending') return poll.read({ status: 202, body }, falTask);
      const state = { status: 200, body: { status: 'COMPLETED', request_id: falTask.id } };
      return poll.read(state, falTask, { status: kind === 'failed' ? 422 : 200, body });
    },
    said: {
      pending: { status: 'IN_PROGRESS', request_id: falTask.id, logs: [] },
      succeeded: { video: { url, content_type: 'video/mp4', width: 1_280 }, seed: 7 },
      failed: { detail: [{ loc: ['body'], msg: 'why', type: 'content_policy_violation' }] },
    },
    optional: ['seed', 'logs', 'metrics', 'timings', 'prompt', 'queue_position', 'videos', 'error'],
    optionalAround: [],
  },
];

/** As a body may have them: 1e400 is read as infinite. */
const numbersAtLimits: readonly JsonValue[] = [
  ...[Infinity, -Infinity, 1e308, -1e308, 9e12, 2 ** 53, -1, 0.5],
  ...['NaN', '1e400'],
];

const anyJson = fc
  .oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom<JsonValue>('100%', '2030-01-01T00:00:00Z', -1, 0, 1e300, [], {}, [null], ''),
    fc.constantFrom<JsonValue>('nsfw content detected', ['a', 1], { message: [] }, 'success', 1),
  )
  .map((value): JsonValue => {
    const copy: JsonValue = JSON.parse(JSON.stringify(value));
    return copy;
  });

/** Optional fields of a response, and how one of them gets another value. */
function fieldsOf({ bodyOf, said, optional, optionalAround }: RightResponses, kind: Kind) {
  const inTask = (field: string) => (value: JsonValue) => bodyOf({ ...said[kind], [field]: value });
  const around = (field: string) => (value: JsonValue) => ({
    ...bodyOf(said[kind]),
    [field]: value,
  });
  return [...optional.map(inTask), ...optionalAround.map(around)];
}

function readingOf(right: RightResponses, kind: Kind, body: JsonValue): PollReading {
  const { description, task } = right;
  return right.read?.(kind, body) ?? description.poll.read({ status: 200, body }, task);
}

function expectState(right: RightResponses, kind: Kind, body: JsonValue): void {
  const reading = readingOf(right, kind, body);
  expect(reading.kind).toBe(kind);
  expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
}

function stateIsRead(right: RightResponses, runs: number): void {
  for (const kind of ['pending', 'succeeded', 'failed'] as const)
    fc.assert(
      fc.property(fc.constantFrom(...fieldsOf(right, kind)), anyJson, (bodyWith, value) => {
        expectState(right, kind, bodyWith(value));
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
}

describe.each(responses)('[providers.engine.field-by-field] a valid response of $name', (right) => {
  it('[providers.engine.field-by-field] says its state, and everything can be read', () => {
    for (const kind of ['pending', 'succeeded', 'failed'] as const) {
      const body = right.bodyOf(right.said[kind]);
      const reading = readingOf(right, kind, body);
      expect(reading).toMatchObject({ kind });
      expect(reading).not.toHaveProperty('unread');
      expect(reading).not.toHaveProperty('namedAs');
    }
  });

  it('[providers.engine.field-by-field] says its state with one field of any other value', () => {
    stateIsRead(right, 600);
  });

  it('[providers.engine.field-by-field] says its state with each field at the limits of numbers', () => {
    for (const kind of ['pending', 'succeeded', 'failed'] as const)
      for (const bodyWith of fieldsOf(right, kind))
        for (const value of numbersAtLimits) expectState(right, kind, bodyWith(value));
  });

  it(
    '[providers.engine.field-by-field] says its state with one field of any other value, 10,000 times',
    { tags: 'long' },
    () => stateIsRead(right, 10_000),
  );

  it('[providers.engine.unread-told] names each field that cannot be read', () => {
    for (const [named, fields] of Object.entries(unreadable[right.name] ?? {}))
      for (const field of fields) {
        const kind = named === 'failed' ? 'failed' : 'succeeded';
        const said = objectIn(right.said[kind]) ?? {};
        const body = right.bodyOf({ ...said, [field]: [true, { odd: null }] });
        const reading = readingOf(right, kind, body);
        expect([field, reading.unread]).toEqual([field, [field]]);
      }
  });
});

/** Values that a description cannot read, by the reading that has them. */
const unreadable: {
  readonly [name: string]: { readonly [kind: string]: readonly string[] };
} = {
  'openai-videos': { succeeded: ['progress', 'expires_at', 'seconds', 'size'], failed: ['error'] },
  filmgate: { succeeded: ['progress', 'expires_at', 'seconds', 'size'], failed: ['error'] },
  kling: { succeeded: ['billing', 'update_time'], failed: ['billing', 'message'] },
  ark: {
    succeeded: ['usage', 'updated_at', 'resolution', 'ratio', 'seed'],
    failed: ['usage', 'error'],
  },
  minimax: { succeeded: ['usage', 'resolution', 'ratio', 'duration'], failed: ['usage', 'error'] },
  dashscope: { succeeded: ['task_id', 'usage'], failed: ['task_id', 'usage', 'code', 'message'] },
  google: { succeeded: ['id', 'updated', 'usage'], failed: ['id', 'usage', 'errors'] },
  vertex: { succeeded: ['name'], failed: ['name'] },
  runway: { succeeded: ['cost'], failed: ['cost', 'failureCode'] },
  xai: { succeeded: ['usage'], failed: ['usage', 'error'] },
  luma: { succeeded: ['id'], failed: ['id', 'failure_code', 'failure_reason'] },
  vidu: { succeeded: ['id', 'credits'], failed: ['id', 'credits', 'err_code'] },
  openrouter: { succeeded: ['id', 'usage'], failed: ['id', 'usage', 'error'] },
  replicate: { succeeded: ['id', 'completed_at'], failed: ['id'] },
  fal: { succeeded: ['seed'] },
};
