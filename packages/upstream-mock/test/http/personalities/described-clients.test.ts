import type {
  GenerationRequest,
  JsonValue,
  UpstreamAccount,
  UpstreamClient,
  UpstreamHandle,
} from '@filmgate/core';
import {
  createHttpTransport,
  createTaskProvider,
  type OpenUrl,
  type ProviderDescription,
} from '@filmgate/upstream-http';
import {
  ark as arkFacts,
  google as googleFacts,
  kling as klingFacts,
  luma as lumaFacts,
  minimax as minimaxFacts,
  fal as falFacts,
  openAiVideos as openAiFacts,
  openRouter as openRouterFacts,
  type ProviderFacts,
  replicate as replicateFacts,
  runway as runwayFacts,
  xai as xaiFacts,
} from '@filmgate/provider-facts';
import { ark } from '@filmgate/upstream-http/ark';
import { fal } from '@filmgate/upstream-http/fal';
import { google } from '@filmgate/upstream-http/google';
import { kling } from '@filmgate/upstream-http/kling';
import { luma } from '@filmgate/upstream-http/luma';
import { minimax } from '@filmgate/upstream-http/minimax';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { openrouter } from '@filmgate/upstream-http/openrouter';
import { replicate } from '@filmgate/upstream-http/replicate';
import { runway } from '@filmgate/upstream-http/runway';
import { xai } from '@filmgate/upstream-http/xai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { sampleRequest } from '../../support/sample-request.ts';

/** The gateway's description of a provider, and the mock's address for that provider. */
interface Setting {
  readonly name: string;
  readonly description: ProviderDescription;
  readonly base: string;
  readonly model: string;
  readonly secret: string;
  readonly facts: ProviderFacts;
  readonly request: Partial<GenerationRequest>;
  /** True for a model without the mark of its protocol: its tasks are found only if the key is exclusive. */
  readonly isUnmarked?: true;
}

const shortest = { durationSeconds: 3, resolution: '720p' } as const;
const settings: readonly Setting[] = [
  {
    name: 'kling',
    description: kling.describe({}),
    base: '/kling',
    model: 'kling-3.0',
    secret: 'key-1',
    facts: klingFacts,
    request: shortest,
  },
  {
    name: 'ark',
    description: ark.describe({}),
    base: '/ark/api/v3',
    model: 'doubao-seedance-2-0-260128',
    secret: 'key-1',
    facts: arkFacts,
    request: { durationSeconds: 4, resolution: '480p' },
  },
  {
    name: 'openai-videos, with a list',
    description: openaiVideos.describe({ dialect: { list: true } }),
    base: '/openai-videos/v1',
    model: 'sora-2',
    secret: 'key-1',
    facts: openAiFacts,
    request: shortest,
  },
  {
    name: 'openai-videos, filmgate',
    description: openaiVideos.describe({ dialect: 'filmgate' }),
    base: '/openai-videos/v1',
    model: 'sora-2',
    secret: 'key-2',
    facts: openAiFacts,
    request: shortest,
  },
  {
    name: 'minimax',
    description: minimax.describe({}),
    base: '/minimax',
    model: 'MiniMax-H3',
    secret: 'key-1',
    facts: minimaxFacts,
    request: { durationSeconds: 4, resolution: '768p', generateAudio: true },
  },
  {
    name: 'google',
    description: google.describe({}),
    base: '/google',
    model: 'gemini-omni-1.1-flash',
    secret: 'key-1',
    facts: googleFacts,
    request: { ...shortest, generateAudio: true },
  },
  {
    name: 'runway',
    description: runway.describe({}),
    base: '/runway',
    model: 'gen4.5',
    secret: 'key-1',
    facts: runwayFacts,
    request: { durationSeconds: 2, resolution: '720p' },
  },
  {
    name: 'xai',
    description: xai.describe({}),
    base: '/xai',
    model: 'grok-imagine-video',
    secret: 'key-1',
    facts: xaiFacts,
    request: { durationSeconds: 1, resolution: '480p' },
  },
  {
    name: 'luma',
    description: luma.describe({}),
    base: '/luma/v1',
    model: 'ray-3.2',
    secret: 'key-1',
    facts: lumaFacts,
    request: { durationSeconds: 5, resolution: '360p' },
  },
  {
    name: 'openrouter',
    description: openrouter.describe({}),
    base: '/openrouter/api/v1',
    model: 'alibaba/wan-3.0',
    secret: 'key-1',
    facts: openRouterFacts,
    request: { durationSeconds: 2, resolution: '480p' },
  },
  {
    name: 'replicate',
    description: replicate.describe({}),
    base: '/replicate/v1',
    model: 'google/veo-3.1-fast',
    secret: 'key-1',
    facts: replicateFacts,
    request: { durationSeconds: 4, resolution: '720p' },
  },
  {
    name: 'replicate, without a seed',
    description: replicate.describe({}),
    base: '/replicate/v1',
    model: 'kwaivgi/kling-v2.6',
    secret: 'key-2',
    facts: replicateFacts,
    request: { durationSeconds: 5, resolution: '1080p' },
    isUnmarked: true,
  },
  {
    name: 'fal',
    description: fal.describe({}),
    base: '/fal',
    model: 'fal-ai/veo3.1',
    secret: 'key-1',
    facts: falFacts,
    request: { durationSeconds: 4, resolution: '720p' },
  },
  {
    name: 'fal, without a seed',
    description: fal.describe({}),
    base: '/fal',
    model: 'fal-ai/kling-video/v3/standard/text-to-video',
    secret: 'key-2',
    facts: falFacts,
    request: { durationSeconds: 5, resolution: '720p' },
    isUnmarked: true,
  },
];

let server: PersonalityServer;
let videos = 0;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => server.close());

const { signal } = new AbortController();

/** Replaces the guarded fetch, which has its own tests. */
const openUrl: OpenUrl = async (url) => {
  const response = await fetch(url);
  if (!response.ok || response.body === null)
    return { kind: 'refused', message: `${response.status}` };
  const length = Number(response.headers.get('content-length'));
  return { kind: 'opened', body: response.body, length, contentType: null };
};

function open({ description, base }: Setting): UpstreamClient {
  const baseUrl = server.url + base;
  const transport = createHttpTransport(baseUrl);
  closers.push(() => transport.close());
  const endpoint = { id: 'place-1', baseUrl, resultHosts: [], isConfigured: true };
  return createTaskProvider(description, { endpoint, transport, openUrl, now: () => server.now() });
}

/** Prepares, saves as a store would, and submits; the ledger is queried for this submission only. */
async function submit(setting: Setting, tokens: string) {
  videos += 1;
  const client = open(setting);
  const account: UpstreamAccount = { id: 'account-1', label: 'studio', secret: setting.secret };
  const correlationId = `vt_described${videos}.1`;
  const contains = `described ${videos} `;
  const request = sampleRequest({
    ...setting.request,
    prompt: `${contains}[[mock:queue=0s,run=0s,${tokens}]]`.replace(',]]', ']]'),
  });
  const route = { endpoint: 'place-1', model: setting.model, rank: 1 };
  expect(client.accepts({ route, request }).kind).toBe('accepted');
  const prepared = client.prepare({ request, route, account, correlationId, noticeUrl: null });
  const submission = { ...prepared, value: jsonCopy(prepared.value) };
  const outcome = await client.submit({
    account,
    submission,
    correlationId,
    deadlineAt: server.now() + 60_000,
    readAsset: () => Promise.reject(new Error('there are no assets')),
    signal,
  });
  const isList = setting.isUnmarked ?? client.capabilities().findsBy === 'list';
  const find = async (owned: readonly UpstreamHandle[] = [], exclusive = isList) =>
    await client.reconcile?.({
      account,
      exclusive,
      submission,
      correlationId,
      sentBetween: { from: server.now() - 2_000, to: server.now() + 2_000 },
      isOwned: async (handle) => owned.some(({ value }) => isSame(value, handle.value)),
      unanswered: async () => [],
      signal,
    });
  const poll = (handle: UpstreamHandle) => client.poll({ account, handle, signal });
  return { client, account, outcome, contains, find, poll };
}

function jsonCopy(value: JsonValue): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const lost = [
  'response=500',
  'response=garbled',
  'lost-response',
  'response=502',
  'response=unlisted-code',
  'response=error-in-200',
  'response=no-id',
];

describe.each(settings)('$name', (setting) => {
  it('[providers.personalities.described] makes a video, paid once', async () => {
    const { client, account, outcome, contains, poll } = await submit(setting, '');
    if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`);
    const reported = await poll(outcome.handle);
    if (reported.kind !== 'succeeded') throw new Error(`it is ${reported.kind}`);
    const { handle } = outcome;
    const opened = await client.openResult({ account, handle, output: reported.output, signal });
    if (opened.kind !== 'opened') throw new Error(opened.detail);
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.body) pieces.push(piece);
    const video = Buffer.concat(pieces);
    expect([video.length, video.toString('latin1', 4, 8)]).toEqual([opened.length, 'ftyp']);
    expect(await server.ledger(contains)).toMatchObject({
      accepted: 1,
      jobs: [{ model: setting.model, answered: true }],
    });
  });

  it.each(lost)(
    '[providers.personalities.described] %s: unknown, and found again if it can be searched, paid once',
    async (token) => {
      server.advance(3_600_000);
      const { outcome, contains, find } = await submit(setting, token);
      expect(outcome.kind).toBe('unknown');
      const found = await find();
      const isSearched = setting.description.find !== undefined;
      expect(found?.kind).toBe(isSearched ? 'found' : undefined);
      const { accepted, jobs } = await server.ledger(contains);
      expect(accepted).toBe(1);
      if (found?.kind === 'found') {
        expect(JSON.stringify(found.handle.value)).toContain(jobs[0]?.id);
        expect((await find([found.handle]))?.kind).not.toBe('found');
      }
    },
  );

  it.each(
    ['502', 'unlisted-code', 'error-in-200'].map((symptom) => `response=${symptom},accepted=no`),
  )(
    '[providers.personalities.described] %s: unknown although nothing was accepted',
    async (token) => {
      server.advance(3_600_000);
      const { outcome, contains, find } = await submit(setting, token);
      expect(outcome.kind).toBe('unknown');
      expect((await find())?.kind).not.toBe('found');
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    },
  );

  it('[providers.port.uniqueness] an equal order of another on the same key is not taken for one that never arrived', async () => {
    server.advance(3_600_000);
    const { outcome, find } = await submit(setting, 'response=502,accepted=no');
    expect(outcome.kind).toBe('unknown');
    expect((await submit(setting, '')).outcome.kind).toBe('accepted');
    expect((await find([], false))?.kind).not.toBe('found');
  });

  it('[providers.personalities.described] takes for a refusal what a row of its table says, and nothing else', async () => {
    for (const { code, status } of setting.facts.errors) {
      const { outcome, contains } = await submit(setting, `refuse-code=${code}`);
      const isRow = setting.description.refusals.some(
        (row) =>
          row.status === status &&
          (row.code === null ||
            row.code === code ||
            (row.code.endsWith('*') && code.startsWith(row.code.slice(0, -1)))),
      );
      expect([code, outcome.kind]).toEqual([code, isRow ? 'rejected' : 'unknown']);
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    }
  });

  it.each(['reads=401:1', 'reads=429:1', 'reads=500:1', 'reads=502:1', 'reads=error-in-200:1'])(
    '[providers.personalities.described] %s says nothing about the job',
    async (token) => {
      const { outcome, poll } = await submit(setting, token);
      if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`);
      expect((await poll(outcome.handle)).kind).toBe('transient');
      expect((await poll(outcome.handle)).kind).toBe('succeeded');
    },
  );

  it('[providers.personalities.described] reads a failure, and a state it does not know as none', async () => {
    const failed = await submit(setting, 'fail=policy');
    if (failed.outcome.kind !== 'accepted') throw new Error(`it is ${failed.outcome.kind}`);
    expect((await failed.poll(failed.outcome.handle)).kind).toBe('failed');
    const strange = await submit(setting, 'run=1s,unknown-state');
    if (strange.outcome.kind !== 'accepted') throw new Error(`it is ${strange.outcome.kind}`);
    expect((await strange.poll(strange.outcome.handle)).kind).toBe('transient');
  });

  it('[providers.personalities.described] looks at the account', async () => {
    const client = open(setting);
    const { secret } = setting;
    const account = { id: 'account-1', label: 'studio', secret };
    expect((await client.probe?.({ account, signal }))?.kind).toBe('ready');
    const expired = { ...account, secret: secret.replace(/key-\d/, 'expired-key') };
    expect((await client.probe?.({ account: expired, signal }))?.kind).toBe('login-required');
  });
});
