import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createXai } from '@ai-sdk/xai';
import { aiSdkVideos } from '@filmgate/upstream-ai-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { grok, replicated } from '../end-to-end/ai-sdk-models/models.ts';
import { eventually } from './eventually.ts';
import { type OperatorEndpoint, writeOperatorFiles } from './personality-endpoints.ts';
import { instant } from './prompts.ts';
import { type ProviderScene, startProviderScene } from './provider-scene.ts';
import { readSnippets } from './read-snippets.ts';
import { jsonOf } from './response.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { tasksClient } from './tasks-client.ts';

const { credential, refusals, readRefusal, accepts } = grok.describe({});
const model = 'grok-imagine-video-1.5';

/** A model that orders again when its first start fails, as callers of the AI SDK do. */
const eager = aiSdkVideos({
  protocol: 'eager',
  displayName: 'Eager',
  endpoints: {},
  ...{ credential, refusals, readRefusal },
  makeModel: ({ model: name, baseUrl, fetch }) => {
    const { doStart, doStatus } = bound(
      createXai({ apiKey: '-', baseURL: baseUrl, fetch }).video(name),
    );
    return {
      doStart: async (options) => {
        try {
          return await doStart(options);
        } catch {
          return await doStart(options);
        }
      },
      doStatus,
    };
  },
  options: ({ resolution }) => ({ providerOptions: { xai: { resolution } } }),
  models: [
    {
      model,
      durationsSeconds: [5],
      aspectRatios: ['16:9'],
      resolutions: ['480p'],
      audio: 'optional',
      promptLimit: null,
      references: {},
      mostReferences: 0,
      conditions: [],
      source: 'the mock',
      read: '2026-12-01',
    },
  ],
  carriage: { media: {}, roles: [], largestTotal: 0 },
});

function bound(one: ReturnType<ReturnType<typeof createXai>['video']>) {
  const { doStart, doStatus } = one;
  if (doStart === undefined || doStatus === undefined) throw new Error('no start and status');
  return { doStart: doStart.bind(one), doStatus: doStatus.bind(one) };
}

const common = {
  resolutions: ['480p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [5],
  hasNoFrames: true,
} as const;
const endpoints: readonly OperatorEndpoint[] = [
  {
    ...common,
    name: 'grok',
    protocol: 'grok',
    path: '/xai/v1',
    model,
    secrets: { api_key: 'canary-of-grok' },
  },
  {
    ...common,
    name: 'eager',
    protocol: 'eager',
    path: '/xai/v1',
    model,
    secrets: { api_key: 'canary-of-eager' },
  },
  {
    ...common,
    name: 'replicated',
    protocol: 'replicated',
    path: '/replicate/v1',
    model: 'bytedance/seedance-2.0',
    audio: 'none',
    secrets: { api_key: 'canary-of-replicated' },
  },
];
const names = endpoints.map(({ name }) => name);

let scene: ProviderScene;
/** Paths of the POSTs that the mock has received. */
const posts: string[] = [];

beforeAll(async () => {
  scene = await startProviderScene({
    personalities: ['xai', 'replicate'],
    onRequest: ({ method, path }) => {
      if (method === 'POST') posts.push(path);
    },
    settings: (url, folder) => writeOperatorFiles(folder, url, endpoints),
    providers: [grok, eager, replicated],
    accounts: [],
  });
});
afterAll(() => scene.close());

/** Orders a video, and returns its job at one of the ends, with the POSTs meanwhile and the orders at the provider. */
async function order(name: string, label: string, ...tokens: readonly string[]) {
  const before = posts.length;
  const tasks = tasksClient(scene.gateway.tasksUrl, scene.gateway.apiUserKey);
  const wish = { model: name, prompt: instant(label, ...tokens), seconds: 5, resolution: '480p' };
  const created = await tasks.create(wish);
  expect(created.status, created.text).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(jsonOf(created));
  const state = await eventually(
    async () => {
      const job = adminJobResponseSchema.parse(
        jsonOf(await scene.gateway.adminFetch(`jobs/${id}`)),
      );
      return ['completed', 'failed', 'outcome_unknown'].find((end) => end === job.state);
    },
    { what: `the end of ${label}` },
  );
  const { text: trail } = await scene.gateway.adminFetch(`jobs/${id}`);
  expect(trail).not.toContain('canary-of-');
  return {
    id,
    trail,
    outcome: [state, posts.length - before, scene.mock.ledger('default', label).accepted],
  };
}

describe.each(names)('videos of %s', (name) => {
  it('[aisdk.one-post] are ordered once, and stored', async () => {
    const { id, outcome } = await order(name, `${name} plain`);
    expect(outcome).toEqual(['completed', 1, 1]);
    const tasks = tasksClient(scene.gateway.tasksUrl, scene.gateway.apiUserKey);
    const content = await tasks.request(`/v1/videos/${id}/content`);
    expect(content.status).toBe(200);
  });

  it.each([
    ['lost after the provider accepted it', 'lost-response', [1, 1]],
    ['a 500', 'response=500', [1, 1]],
    ['a 502 of an order that was not accepted', 'response=502,accepted=no', [1, 0]],
    ['a success without an id', 'response=no-id', [1, 1]],
    ['lost before the provider has the order', 'lost-request', [1, 0]],
  ])(
    '[aisdk.lost][aisdk.one-post] whose response is %s are left to a person, with one POST',
    async (what, token, counts) => {
      // Three lost responses in a row would open the circuit.
      expect((await order(name, `${name} between ${what}`)).outcome[0]).toBe('completed');
      const { outcome } = await order(name, `${name} with ${what}`, token);
      expect(outcome).toEqual(['outcome_unknown', ...counts]);
    },
  );

  it('[aisdk.refusals] that the provider refuses fail, with one POST and no order', async () => {
    const { outcome } = await order(name, `${name} refused`, 'refuse=400');
    expect(outcome).toEqual(['failed', 1, 0]);
  });

  it('[aisdk.failed] that the provider reports as failed have failed', async () => {
    const { outcome } = await order(name, `${name} fails`, 'fail=internal');
    expect(outcome).toEqual(['failed', 1, 1]);
  });

  it.each(['500', '404', '401', 'html', 'error-in-200'])(
    '[aisdk.failed] are read again after a read with %s',
    async (status) => {
      const { outcome } = await order(name, `${name} reads ${status}`, `reads=${status}:2`);
      expect(outcome).toEqual(['completed', 1, 1]);
    },
  );
});

it('[aisdk.one-post] the trail states that a model tried to order again', async () => {
  expect((await order('eager', 'eager once more')).outcome[0]).toBe('completed');
  const { trail } = await order('eager', 'eager repeats', 'response=500');
  expect(trail).toContain('the model tried a second request that orders, which was not sent');
});

describe('requests', () => {
  const route = { endpoint: 'grok', model, rank: 1 };
  const request = {
    mediaType: 'video',
    model: 'any',
    family: 'any',
    prompt: 'a boat',
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'explicit',
    resolution: '480p',
    generateAudio: false,
    references: [],
  } as const;

  it.each([
    ['durationSeconds', { durationSeconds: 30 }, {}],
    ['aspectRatio', { aspectRatio: '4:3' }, {}],
    ['resolution', { resolution: '1080p' }, {}],
    ['negativePrompt', { negativePrompt: 'rain' }, {}],
    ['model', {}, { model: 'grok-imagine-video-2' }],
    ['model', {}, { fixed: { quality: 'high' } }],
  ] as const)(
    '[aisdk.accepts] that the facts of a model do not allow are not accepted: %s',
    (parameter, asked, other) => {
      expect(accepts(route, request).kind).toBe('accepted');
      expect(accepts({ ...route, ...other }, { ...request, ...asked })).toMatchObject({
        kind: 'not-accepted',
        parameter,
      });
    },
  );
});

it('[aisdk.module] the documented module is the one of these tests', async () => {
  const file = resolve(import.meta.dirname, '../end-to-end/ai-sdk-models/models.ts');
  const text = await readFile(file, 'utf8');
  for (const snippet of readSnippets('ai-sdk-models', 'packages/upstream-ai-sdk/README.md'))
    expect(text).toContain(snippet);
});
