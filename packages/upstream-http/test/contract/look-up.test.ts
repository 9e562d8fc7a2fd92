import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { ark } from '../../src/ark/index.ts';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import type { TaskNaming } from '../../src/engine/task-naming.ts';
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
import { openEngine, sampleNow } from '../support/open-engine.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleRequest,
  sampleRoute,
} from '../support/sample-request.ts';

const account = { ...sampleAccount, secret: 'secret-key-1' };
const { signal } = new AbortController();

/** Looks up the work of an id at an endpoint with this response. */
async function look(
  description: ProviderDescription,
  body: JsonValue,
  { id = 'task-7', status = 200, isSent = true } = {},
) {
  const { client, transport } = openEngine(description, () => ({ status, body }));
  const submission = client.prepare({
    request: sampleRequest({ prompt: 'a boat' }),
    route: sampleRoute(),
    account,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
  const input = { account, id, submission: isSent ? submission : null, signal };
  const outcome = await client.lookUp?.(input);
  return { outcome, paths: transport.calls.map(({ method, path }) => `${method} ${path}`) };
}

const operation = 'publishers/google/models/veo/operations/o-7';
const openai = openaiVideos.describe({});
const listed = {
  id: 'task-7',
  status: 'queued',
  created_at: 1_700_000_000,
  prompt: 'a boat secret-key-1',
  seconds: 8,
  size: null,
};

describe('work that a person names', () => {
  it.each<[string, ProviderDescription, JsonValue, string, object, id?: string]>([
    [
      'an OpenAI videos server',
      openai,
      listed,
      'GET /videos/task-7',
      {
        handle: { version: 1, value: { id: 'task-7' } },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_000,
          compared: [
            { field: 'prompt', asked: 'a boat', reported: 'a boat (withheld)' },
            { field: 'seconds', asked: '5', reported: 8 },
          ],
        },
      },
    ],
    [
      'ModelArk',
      ark.describe({}),
      { id: 'task-7', status: 'running', created_at: 1_700_000_000, ratio: '9:16', duration: 5 },
      'GET /contents/generations/tasks/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_000,
          compared: [
            { field: 'ratio', asked: '16:9', reported: '9:16' },
            { field: 'duration', asked: 5, reported: 5 },
          ],
        },
      },
    ],
    [
      'Kling',
      kling.describe({}),
      {
        code: 0,
        data: [
          {
            id: 'task-7',
            status: 'processing',
            create_time: 1_700_000_000_007,
            external_id: 'vt_9.1',
          },
        ],
      },
      'GET /tasks?task_ids=task-7',
      {
        carries: 'another',
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_007,
          compared: [
            { field: 'options.external_task_id', asked: sampleCorrelationId, reported: 'vt_9.1' },
          ],
        },
      },
    ],
    [
      'MiniMax',
      minimax.describe({}),
      {
        task: {
          ...{ id: 'task-7', status: 'queued', created_at: 1_700_000_000, usage: {} },
          ...{ model: 'model-1', resolution: '768P', duration: 5, ratio: '16:9' },
        },
      },
      'GET /v2/query/video_generation/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_000,
          compared: [
            { field: 'model', asked: 'model-1', reported: 'model-1' },
            { field: 'resolution', asked: '720P', reported: '768P' },
            { field: 'ratio', asked: '16:9', reported: '16:9' },
            { field: 'duration', asked: 5, reported: 5 },
          ],
        },
      },
    ],
    [
      'DashScope',
      dashscope.describe({}),
      {
        request_id: 'r-1',
        output: { task_id: 'task-7', task_status: 'RUNNING' },
        usage: { ratio: '9:16' },
      },
      'GET /tasks/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: null,
          compared: [{ field: 'parameters.ratio', asked: '16:9', reported: '9:16' }],
        },
      },
    ],
    [
      'Google',
      google.describe({}),
      { id: 'task-7', model: 'model-1', status: 'queued', created: '2023-11-14T22:13:20Z' },
      'GET /v1beta/interactions/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_000,
          compared: [{ field: 'model', asked: 'model-1', reported: 'model-1' }],
        },
      },
    ],
    [
      'Vertex AI',
      vertex.describe({}),
      { name: operation },
      'POST /publishers/google/models/veo:fetchPredictOperation',
      {
        handle: { version: 1, value: operation },
        work: { id: operation, createdAt: null, compared: [] },
      },
      operation,
    ],
    [
      'Runway',
      runway.describe({}),
      { id: 'task-7', status: 'THROTTLED', createdAt: '2023-11-14T22:13:20.007Z' },
      'GET /v1/tasks/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: { id: 'task-7', createdAt: 1_700_000_000_007, compared: [] },
      },
    ],
    [
      'xAI',
      xai.describe({}),
      { status: 'pending', progress: null, model: 'model-1' },
      'GET /v1/videos/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: null,
          compared: [{ field: 'model', asked: 'model-1', reported: 'model-1' }],
        },
      },
    ],
    [
      'Luma',
      luma.describe({}),
      { id: 'task-7', state: 'queued', model: 'model-1', created_at: '2023-11-14T22:13:20Z' },
      'GET /generations/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_000,
          compared: [{ field: 'model', asked: 'model-1', reported: 'model-1' }],
        },
      },
    ],
    [
      'Vidu',
      vidu.describe({}),
      { id: 'task-7', state: 'queueing', payload: 'vt_9.1', creations: [] },
      'GET /ent/v2/tasks/task-7/creations',
      {
        carries: 'another',
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: null,
          compared: [{ field: 'payload', asked: sampleCorrelationId, reported: 'vt_9.1' }],
        },
      },
    ],
    [
      'OpenRouter',
      openrouter.describe({}),
      { id: 'task-7', polling_url: '/api/v1/videos/task-7', status: 'pending' },
      'GET /videos/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: { id: 'task-7', createdAt: null, compared: [] },
      },
    ],
    [
      'Replicate',
      replicate.describe({}),
      {
        id: 'task-7',
        status: 'processing',
        created_at: '2023-11-14T22:13:20.007654Z',
        input: { prompt: 'a boat', duration: 8, image: ['https://x.example/i.png'], other: 1 },
      },
      'GET /predictions/task-7',
      {
        handle: { version: 1, value: 'task-7' },
        work: {
          id: 'task-7',
          createdAt: 1_700_000_000_007,
          compared: [
            { field: 'input.prompt', asked: 'a boat', reported: 'a boat' },
            { field: 'input.duration', asked: 5, reported: 8 },
          ],
        },
      },
    ],
    [
      'fal',
      fal.describe({}),
      { status: 'IN_PROGRESS', request_id: 'task-7', logs: [] },
      'GET /model-1/requests/task-7/status',
      {
        handle: { version: 1, value: { app: 'model-1', id: 'task-7' } },
        work: { id: 'task-7', createdAt: null, compared: [] },
      },
    ],
  ])(
    '[providers.engine.look-up] is read at %s, and its fields are shown beside those of the submission',
    async (_name, description, body, path, expected, id) => {
      const { outcome, paths } = await look(description, body, id === undefined ? {} : { id });
      expect(paths).toEqual([path]);
      expect(outcome).toEqual({
        kind: 'read',
        outcome: { kind: 'pending', progress: null, retryAfterMs: null },
        ...expected,
      });
    },
  );

  it('[providers.engine.look-up] is found at the address of its order where a task is named by it, and not without the order', async () => {
    const naming: TaskNaming = {
      taskOf: (id, call) => (call === undefined ? undefined : { video: `${call.path}:${id}` }),
      idOf: () => undefined,
      facts: () => ({ createdAt: 1_700_000_000_007, reported: {} }),
    };
    const reel = { ...reelDescription(), naming };
    const video = '/films/model-1:task-7';
    const body = { video, state: 'turning', percent: 4 };
    const { outcome, paths } = await look(reel, body);
    expect(paths).toEqual([`GET /films/${encodeURIComponent(video)}`]);
    const handle = { version: 1, value: { video } };
    expect(outcome).toMatchObject({ kind: 'read', handle, work: { createdAt: 1_700_000_000_007 } });
    const unsent = await look(reel, body, { isSent: false });
    expect(unsent).toEqual({ outcome: { kind: 'not-an-id' }, paths: [] });
  });

  it.each(['..', '.', '', 'two words', 'a\nb', 'ü', 'x'.repeat(501)])(
    '[providers.engine.look-up] is not read by %j, which cannot be an id',
    async (id) => {
      const { outcome, paths } = await look(openai, listed, { id });
      expect([outcome, paths]).toEqual([{ kind: 'not-an-id' }, []]);
    },
  );

  it('[providers.engine.look-up] reports nothing if the provider does not know it, and names the id that a provider responds with instead', async () => {
    const missing = { error: { message: 'm', type: 't', code: 'not_found' } };
    const nothing = { work: { id: 'task-7', createdAt: null, compared: [] } };
    const lost = await look(openai, missing, { status: 404 });
    expect(lost.outcome).toMatchObject({ outcome: { kind: 'lost' }, ...nothing });
    const other = await look(openai, { ...listed, id: 'task-8' });
    const namedAs = { version: 1, value: { id: 'task-8' } };
    expect(other.outcome).toMatchObject({ outcome: { namedAs }, work: { id: 'task-8' } });
  });

  it('[providers.engine.look-up] cannot be named if the description has no naming', () => {
    const { client } = openEngine(reelDescription(), () => ({ status: 500, body: {} }));
    expect(client.lookUp).toBeUndefined();
  });
});

it('[providers.engine.among] a list that cannot distinguish tasks reports each one’s facts, without secrets', async () => {
  const made = { ...listed, model: 'model-1', size: '1280x720', seconds: '5' };
  const page = { data: [made, { ...made, id: 'task-8', prompt: 'a boat' }] };
  const description = openaiVideos.describe({ dialect: { list: true } });
  const { client } = openEngine(description, () => ({ status: 200, body: page }));
  const submission = client.prepare({
    request: sampleRequest({ prompt: 'a boat' }),
    route: sampleRoute(),
    account,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
  const outcome = await client.reconcile?.({
    account,
    submission,
    correlationId: sampleCorrelationId,
    sentBetween: { from: 1_700_000_000_000, to: sampleNow },
    isOwned: async () => false,
    unanswered: async () => undefined,
    signal,
  });
  const reported = [
    { field: 'model', asked: 'model-1', reported: 'model-1' },
    { field: 'prompt', asked: 'a boat', reported: 'a boat' },
    { field: 'seconds', asked: '5', reported: '5' },
    { field: 'size', asked: '1280x720', reported: '1280x720' },
  ];
  const task = { id: 'task-8', createdAt: 1_700_000_000_000, compared: reported };
  expect(outcome).toEqual({ kind: 'ambiguous', candidates: 1, among: [task] });
});
