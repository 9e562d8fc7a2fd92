import { createHash } from 'node:crypto';
import type { GenerationRequest, Reference, SubmitOutcome, UpstreamClient } from '@filmgate/core';
import { createHttpTransport, createTaskProvider, type OpenUrl } from '@filmgate/upstream-http';
import { ark } from '@filmgate/upstream-http/ark';
import { dashscope } from '@filmgate/upstream-http/dashscope';
import { fal } from '@filmgate/upstream-http/fal';
import { google } from '@filmgate/upstream-http/google';
import { kling } from '@filmgate/upstream-http/kling';
import { luma } from '@filmgate/upstream-http/luma';
import { minimax } from '@filmgate/upstream-http/minimax';
import { openrouter } from '@filmgate/upstream-http/openrouter';
import { replicate } from '@filmgate/upstream-http/replicate';
import { runway } from '@filmgate/upstream-http/runway';
import { vertex } from '@filmgate/upstream-http/vertex';
import { vidu } from '@filmgate/upstream-http/vidu';
import { xai } from '@filmgate/upstream-http/xai';
import { startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const endpoints = {
  kling: {
    description: kling.describe({}),
    path: '/kling',
    model: 'kling-3.0',
    secret: 'key-1',
  },
  ark: {
    description: ark.describe({}),
    path: '/ark/api/v3',
    model: 'dreamina-seedance-2-0-260128',
    secret: 'key-2',
  },
  minimax: {
    description: minimax.describe({}),
    path: '/minimax',
    model: 'MiniMax-H3',
    secret: 'key-5',
    resolution: '768p',
  },
  dashscope: {
    description: dashscope.describe({}),
    path: '/dashscope/api/v1',
    model: 'wan3.0-video',
    secret: 'key-8',
  },
  google: {
    description: google.describe({}),
    path: '/google',
    model: 'gemini-omni-1.2-flash',
    secret: 'key-6',
  },
  vertex: {
    description: vertex.describe({}),
    path: '/google/v1',
    model: 'veo-3.1-generate-001',
    secret: 'key-9',
    durationSeconds: 4,
  },
  runway: {
    description: runway.describe({}),
    path: '/runway',
    model: 'seedance2',
    secret: 'key-4',
  },
  luma: {
    description: luma.describe({}),
    path: '/luma/v1',
    model: 'ray-3.2',
    secret: 'key-7',
    generateAudio: false,
  },
  vidu: {
    description: vidu.describe({}),
    path: '/vidu',
    model: 'viduq3-pro',
    secret: 'key-8',
  },
  xai: {
    description: xai.describe({}),
    path: '/xai',
    model: 'grok-imagine-video-1.5',
    secret: 'key-3',
  },
  openrouter: {
    description: openrouter.describe({}),
    path: '/openrouter/api/v1',
    model: 'alibaba/wan-3.0',
    secret: 'key-4',
  },
  replicate: {
    description: replicate.describe({}),
    path: '/replicate/v1',
    model: 'bytedance/seedance-2.0',
    secret: 'key-5',
  },
  fal: {
    description: fal.describe({}),
    path: '/fal',
    model: 'bytedance/seedance-2.0/text-to-video',
    modelOfFrames: 'bytedance/seedance-2.0/image-to-video',
    secret: 'key-6',
  },
} as const;
type EndpointName = keyof typeof endpoints;
const names = [
  'kling',
  'ark',
  'minimax',
  'dashscope',
  'google',
  'vertex',
  'xai',
  'luma',
  'vidu',
  'runway',
  'openrouter',
  'replicate',
  'fal',
] as const satisfies readonly EndpointName[];

const ledgerSchema = z.looseObject({
  accepted: z.int(),
  charged_credits: z.int().optional(),
  jobs: z.array(
    z.looseObject({
      id: z.string(),
      model: z.string(),
      references: z.array(z.looseObject({ sha256: z.string() })),
    }),
  ),
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pngSha256 = createHash('sha256').update(png).digest('hex');
const frame: Reference = {
  kind: 'image',
  role: 'first_frame',
  assetId: null,
  sha256: pngSha256,
  contentType: 'image/png',
  size: png.length,
};

/** Plain: the checks of the gateway's guarded opener have their own tests. */
const openUrl: OpenUrl = async (url, { signal }) => {
  const response = await fetch(url, { signal, redirect: 'error' });
  if (!response.ok || response.body === null) return { kind: 'refused', message: 'no video' };
  const contentType = response.headers.get('content-type');
  return { kind: 'opened', body: response.body, length: null, contentType };
};

describe('a described provider in front of its personality', () => {
  const start = Date.UTC(2026, 10, 23, 12);
  let now = start;
  let count = 0;
  let mock: Awaited<ReturnType<typeof startMockServer>>;
  const transports: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    mock = await startMockServer({
      host: '127.0.0.1',
      port: 0,
      speed: 1,
      seed: 'seed',
      control: true,
      // The mock speaks as Vertex with the other APIs of Google.
      personalities: names.filter((name) => name !== 'vertex'),
      now: () => now,
    });
  });
  afterAll(async () => {
    await Promise.all(transports.map((transport) => transport.close()));
    await mock.close();
  });

  function clientOf(name: EndpointName): UpstreamClient {
    const { description, path } = endpoints[name];
    const baseUrl = `${mock.url}${path}`;
    const transport = createHttpTransport(baseUrl);
    transports.push(transport);
    const endpoint = { id: 'place-1', baseUrl, resultHosts: [], isConfigured: true };
    return createTaskProvider(description, { endpoint, transport, openUrl, now: () => now });
  }

  /** Orders one video whose prompt controls its course, and returns everything about it. */
  async function order(name: EndpointName, tokens: string, given: Partial<GenerationRequest> = {}) {
    count += 1;
    // Others' videos are outside the time window of sending.
    now += 3_600_000;
    const { model: usual, secret, ...own } = endpoints[name];
    const model =
      'modelOfFrames' in own && given.references !== undefined ? own.modelOfFrames : usual;
    const client = clientOf(name);
    const account = { id: 'account-1', label: 'studio', secret };
    const label = `film-${count}.`;
    const request = requestOf(model, `${label} ${tokens === '' ? '' : `[[mock:${tokens}]]`}`, {
      ...('resolution' in own && { resolution: own.resolution }),
      ...('durationSeconds' in own && { durationSeconds: own.durationSeconds }),
      ...('generateAudio' in own && { generateAudio: own.generateAudio }),
      ...given,
    });
    const correlationId = `vt_${count}.1`;
    const route = { endpoint: 'place-1', model, rank: 1 };
    expect(client.accepts({ route, request })).toMatchObject({ kind: 'accepted' });
    const submission = client.prepare({ request, route, account, correlationId, noticeUrl: null });
    const call = { account, signal: AbortSignal.timeout(10_000) };
    const sent = { submission, correlationId };
    const outcome: SubmitOutcome = await client.submit({
      ...call,
      ...sent,
      deadlineAt: now + 60_000,
      readAsset: async () => png,
    });
    return {
      client,
      call,
      outcome,
      ledger: async () => {
        const response = await fetch(`${mock.url}/_mock/ledger?contains=${label}`);
        return ledgerSchema.parse(await response.json());
      },
      search: async (exclusive = name === 'minimax' || name === 'dashscope') =>
        await client.reconcile?.({
          ...call,
          ...sent,
          // Tasks of MiniMax and DashScope have no mark: they are found only with a key that nothing else uses.
          exclusive,
          sentBetween: { from: now, to: now },
          isOwned: async () => false,
          unanswered: async () => [],
        }),
    };
  }

  async function videoOf({ client, call }: Awaited<ReturnType<typeof order>>, handle: unknown) {
    const known = z.object({ version: z.int(), value: z.json() }).parse(handle);
    const polled = await client.poll({ ...call, handle: known });
    if (polled.kind !== 'succeeded') return polled.kind;
    const opened = await client.openResult({ ...call, handle: known, output: polled.output });
    if (opened.kind !== 'opened') return opened.kind;
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.body) pieces.push(piece);
    return Buffer.concat(pieces).subarray(4, 8).toString();
  }

  describe.each(names)('%s', (name) => {
    it('[providers.descriptions.personality] sends the bytes of a frame, and brings the video', async () => {
      const video = await order(name, 'run=2s', { references: [frame] });
      const handle = handleOf(video.outcome);
      expect(await videoOf(video, handle)).toBe('pending');
      now += 10_000;
      expect(await videoOf(video, handle)).toBe('ftyp');
      const { accepted, jobs } = await video.ledger();
      expect(accepted).toBe(1);
      expect(jobs[0]?.references.map(({ sha256 }) => sha256)).toEqual([pngSha256]);
    });

    it.each([
      ['refuse=400', 'invalid'],
      ['refuse=401', 'login'],
      ['refuse=403', 'forbidden'],
      ['refuse=429', 'rate_limited'],
    ])('[providers.descriptions.personality] %s is read as what it is', async (token, kind) => {
      const video = await order(name, token);
      expect(video.outcome).toMatchObject({ kind: 'rejected', error: { kind } });
      expect((await video.ledger()).accepted).toBe(0);
    });

    it('[providers.descriptions.personality] waits where a video has no address yet', async () => {
      const video = await order(name, 'no-url=1');
      now += 60_000;
      const handle = handleOf(video.outcome);
      expect(await videoOf(video, handle)).toBe('transient');
      expect(await videoOf(video, handle)).toBe('ftyp');
    });
  });

  it.each(names.filter((name) => endpoints[name].description.find !== undefined))(
    '[providers.descriptions.personality] %s brings the video of a submission whose response was lost',
    async (name) => {
      // Of fal's requests only finished ones are listed.
      const course = name === 'fal' ? ['queue=0s', 'run=0s'] : [];
      const video = await order(name, [...course, 'lost-response'].join(','));
      expect(video.outcome.kind).toBe('unknown');
      const found = await video.search();
      expect(found?.kind).toBe('found');
      now += 60_000;
      expect(await videoOf(video, found?.kind === 'found' ? found.handle : found)).toBe('ftyp');
      expect((await video.ledger()).accepted).toBe(1);
    },
  );

  it('[providers.descriptions.personality] Kling’s money comes as 429, and no pause is asked for', async () => {
    for (const code of [1100, 1101, 1102]) {
      const { outcome } = await order('kling', `refuse-code=${code}`);
      expect(outcome).toMatchObject({
        kind: 'rejected',
        error: { kind: 'credits', scope: 'account', retryAfterMs: null },
      });
    }
  });

  it.each(['google', 'vertex', 'runway', 'xai', 'luma', 'openrouter'] as const)(
    '[providers.google.lost][providers.vertex.lost][providers.runway.lost][providers.xai.lost][providers.luma.lost][providers.openrouter.lost] a lost submission to %s is searched nowhere, and its video is brought in by its id',
    async (name) => {
      const video = await order(name, 'lost-response');
      expect([video.outcome.kind, await video.search()]).toEqual(['unknown', undefined]);
      now += 60_000;
      const { accepted, jobs } = await video.ledger();
      expect(accepted).toBe(1);
      const { client, call } = video;
      const { id = '', model = '' } = jobs[0] ?? {};
      const own = name === 'vertex' ? `publishers/google/models/${model}/operations/${id}` : id;
      const known = await client.lookUp?.({ ...call, id: own, submission: null });
      expect(known).toMatchObject({ kind: 'read', outcome: { kind: 'succeeded' } });
      expect(await videoOf(video, known?.kind === 'read' ? known.handle : known)).toBe('ftyp');
    },
  );

  it('[providers.descriptions.personality] Runway’s empty purse and used-up day are read from their texts', async () => {
    const poor = await order('runway', 'refuse-code=insufficient_credits');
    expect(poor.outcome).toMatchObject({ error: { kind: 'credits', scope: 'account' } });
    const late = await order('runway', 'refuse-code=daily_limit');
    expect(late.outcome).toMatchObject({ error: { kind: 'credits', scope: 'model' } });
  });

  it('[providers.runway.usage] Runway’s video is paid at the cost its task states', async () => {
    const { client, call, outcome } = await order('runway', '');
    now += 60_000;
    if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`);
    const polled = await client.poll({ ...call, handle: outcome.handle });
    expect(polled).toMatchObject({ kind: 'succeeded', usage: { unit: 'credits', amount: 10 } });
  });

  it.each([
    ['1008', { kind: 'rejected', error: { kind: 'credits', scope: 'account' } }],
    ['1026', { kind: 'rejected', error: { kind: 'policy', scope: 'request' } }],
    ['1027', { kind: 'unknown' }],
  ])(
    '[providers.descriptions.personality] MiniMax’s error %s is read from the number in its text',
    async (code, expected) => {
      expect((await order('minimax', `refuse-code=${code}`)).outcome).toMatchObject(expected);
    },
  );

  it.each(['minimax', 'dashscope'] as const)(
    '[providers.minimax.finds][providers.dashscope.finds] a lost video of %s is left to a person if others use the key',
    async (name) => {
      const video = await order(name, 'lost-response');
      expect((await video.search(false))?.kind).not.toBe('found');
      expect((await video.search())?.kind).toBe('found');
    },
  );

  it.each([
    ['DataInspectionFailed', 'policy', 'request'],
    ['Arrearage', 'credits', 'account'],
    ['AllocationQuota.FreeTierOnly', 'credits', 'model'],
    ['ModelNotFound', 'forbidden', 'model'],
  ])(
    '[providers.descriptions.personality] DashScope’s %s is %s of the %s',
    async (code, kind, scope) => {
      const { outcome } = await order('dashscope', `refuse-code=${code}`);
      expect(outcome).toMatchObject({ kind: 'rejected', error: { kind, scope } });
    },
  );

  it.each([
    ['AuditSubmitIllegal', { kind: 'rejected', error: { kind: 'policy', scope: 'request' } }],
    ['ModelUnavailable', { kind: 'rejected', error: { kind: 'unavailable', scope: 'model' } }],
    ['QuotaExceeded', { kind: 'rejected', error: { kind: 'concurrency', scope: 'account' } }],
    ['CreationPolicyViolation', { kind: 'unknown' }],
    ['OperationInProcess', { kind: 'unknown' }],
  ])('[providers.vidu.refusals] Vidu’s %s is read from its reason', async (code, expected) => {
    expect((await order('vidu', `refuse-code=${code}`)).outcome).toMatchObject(expected);
  });

  it('[providers.vidu.usage] Vidu’s video is paid at the credits its task states', async () => {
    const { client, call, outcome } = await order('vidu', '');
    now += 60_000;
    if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`);
    const polled = await client.poll({ ...call, handle: outcome.handle });
    expect(polled).toMatchObject({ kind: 'succeeded', usage: { unit: 'credits', amount: 10 } });
  });

  it('[providers.descriptions.personality] xAI’s wrong key and empty purse are read from their texts', async () => {
    const wrong = await order('xai', 'refuse-code=invalid-argument.key');
    expect(wrong.outcome).toMatchObject({ error: { kind: 'login', scope: 'account' } });
    const poor = await order('xai', 'refuse-code=permission-denied.credits');
    expect(poor.outcome).toMatchObject({ error: { kind: 'credits', scope: 'account' } });
  });

  it.each([
    ['unknown_model', 'invalid', 'request'],
    ['revoked_key', 'login', 'account'],
    ['insufficient_credits', 'credits', 'account'],
    ['deactivated', 'forbidden', 'account'],
    ['too_many_jobs', 'concurrency', 'account'],
  ])(
    '[providers.descriptions.personality] Luma’s %s is %s of the %s',
    async (code, kind, scope) => {
      const { outcome } = await order('luma', `refuse-code=${code}`);
      expect(outcome).toMatchObject({ kind: 'rejected', error: { kind, scope } });
    },
  );

  it('[providers.luma.reads] Luma’s generation is lost to another key than its own', async () => {
    const video = await order('luma', '');
    const { client, call } = video;
    if (video.outcome.kind !== 'accepted') throw new Error(`it is ${video.outcome.kind}`);
    const { handle } = video.outcome;
    const account = { ...call.account, secret: 'key-of-another' };
    expect((await client.poll({ ...call, account, handle })).kind).toBe('lost');
    now += 60_000;
    expect(await videoOf(video, handle)).toBe('ftyp');
  });

  it.each([
    ['INVALID_ARGUMENT.key', 'login', 'account'],
    ['FAILED_PRECONDITION', 'forbidden', 'account'],
    ['RESOURCE_EXHAUSTED.402', 'credits', 'account'],
    ['RESOURCE_EXHAUSTED', 'rate_limited', 'account'],
    ['quota_exceeded', 'credits', 'model'],
  ])(
    '[providers.descriptions.personality] Google’s %s is %s of the %s',
    async (code, kind, scope) => {
      const { outcome } = await order('google', `refuse-code=${code}`);
      expect(outcome).toMatchObject({ kind: 'rejected', error: { kind, scope } });
    },
  );

  it.each([
    ['400.content', 'policy', 'request'],
    ['402', 'credits', 'account'],
    ['402.in_flight', 'rate_limited', 'account'],
    ['403.content', 'policy', 'request'],
    ['404', 'forbidden', 'model'],
  ])(
    '[providers.descriptions.personality] OpenRouter’s %s is %s of the %s',
    async (code, kind, scope) => {
      const { outcome } = await order('openrouter', `refuse-code=${code}`);
      expect(outcome).toMatchObject({ kind: 'rejected', error: { kind, scope } });
    },
  );

  it('[providers.openrouter.usage] OpenRouter’s cost is counted', async () => {
    const video = await order('openrouter', 'run=2s');
    now += 10_000;
    const { client, call } = video;
    const known = z.object({ version: z.int(), value: z.json() }).parse(handleOf(video.outcome));
    const polled = await client.poll({ ...call, handle: known });
    // A credit of this personality is a dollar.
    const { charged_credits: charged = 0 } = await video.ledger();
    expect(charged).toBeGreaterThan(0);
    const figures = { cost: charged, is_byok: false };
    expect(polled).toMatchObject({
      kind: 'succeeded',
      usage: { unit: 'usd', amount: charged * 1_000_000, figures },
    });
  });
});

function handleOf(outcome: SubmitOutcome): unknown {
  return outcome.kind === 'accepted' ? outcome.handle : outcome;
}

function requestOf(
  model: string,
  prompt: string,
  given: Partial<GenerationRequest>,
): GenerationRequest {
  return {
    model,
    family: model,
    mediaType: 'video',
    prompt,
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '720p',
    generateAudio: true,
    references: [],
    ...given,
  };
}
