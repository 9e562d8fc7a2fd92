import {
  APICallError,
  experimental_generateVideo as generateVideo,
  experimental_getVideoStatus as getVideoStatus,
  experimental_startVideo as startVideo,
  InvalidArgumentError,
  LoadAPIKeyError,
  UnsupportedFunctionalityError,
} from 'ai';
import { createFilmgate, FilmgateInterruption } from 'filmgate-ai-provider';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from './eventually.ts';
import { type Loss, startLossyRelay } from './lossy-relay.ts';
import { instant, parked } from './prompts.ts';
import { jsonOf } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const quick = { filmgate: { pollIntervalMs: 20 } };
/** The cheapest video. */
const small = { resolution: '1280x720', duration: 5, providerOptions: quick } as const;

/** An API user with a client of the AI SDK, behind a relay that can lose responses. */
async function newCaller(limit?: number) {
  const user = await shared.newUser(limit);
  const relay = await startLossyRelay(shared.gateway.tasksUrl);
  onTestFinished(() => relay.stop());
  const filmgate = createFilmgate({ baseURL: `${relay.origin}/v1`, apiKey: user.key });
  return {
    user,
    relay,
    filmgate,
    model: filmgate.video('std-2.0'),
    /** Credits of the user. */
    usage: () => shared.gateway.usageOf(user.id),
    tasks: async () => {
      const list = jsonOf(await user.request('/v1/videos')) as {
        data: { id: string; status: string; seconds: number; resolution: string; size: string }[];
      };
      return list.data;
    },
    posts: () => relay.requests.filter((request) => request.startsWith('POST')).length,
  };
}

async function errorOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call was expected to fail');
}

const ftyp = (bytes: Uint8Array) => Buffer.from(bytes.subarray(4, 8)).toString('latin1');

describe('a video through the AI SDK', () => {
  it('[ai-provider.generate][ai-provider.bytes][ai-provider.metadata] is generated and returned as bytes', async () => {
    const { model, tasks } = await newCaller();
    const prompt = instant('by the ai sdk 1a7c');
    const result = await generateVideo({ model, prompt, ...small });
    expect(ftyp(result.video.uint8Array)).toBe('ftyp');
    expect(result.video.mediaType).toBe('video/mp4');
    expect(result.warnings).toEqual([]);
    const [task] = await tasks();
    expect(task).toMatchObject({ status: 'completed', seconds: 5, size: '1280x720' });
    expect(result.providerMetadata['filmgate']).toEqual({
      videos: [
        expect.objectContaining({
          id: task?.id,
          model: 'vm_std-2.0',
          seconds: 5,
          resolution: '720p',
          aspectRatio: '16:9',
          isReplay: false,
          idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
          videoUrl: expect.stringContaining('/media/'),
        }),
      ],
    });
    expect(result.responses[0]?.modelId).toBe('vm_std-2.0');
    expect((await shared.gateway.mock.ledger('1a7c')).accepted).toBe(1);
  });

  it('[ai-provider.one-each] is one of several, each from an order of its own', async () => {
    const { model, tasks, posts } = await newCaller();
    const result = await generateVideo({ model, prompt: instant('two'), n: 2, ...small });
    expect(result.videos).toHaveLength(2);
    const listed = result.providerMetadata['filmgate']?.['videos'] as { id: string }[];
    const made = (await tasks()).map(({ id }) => id);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    expect(posts()).toBe(2);
  });

  it('[ai-provider.start-status][ai-provider.operation] is started in one process and fetched in another', async () => {
    const { model, relay, user } = await newCaller();
    const started = await startVideo({ model, prompt: instant('started'), ...small });
    const stored = JSON.stringify(started.operation);
    expect(stored).not.toContain(user.key);
    expect(started.providerMetadata?.['filmgate']).toMatchObject({
      model: 'vm_std-2.0',
      idempotencyKey: expect.stringMatching(/^aisdk_vid_/),
    });
    const other = createFilmgate({ baseURL: `${relay.origin}/v1/`, apiKey: user.key });
    const video = await eventually(
      async () => {
        const operation = JSON.parse(stored);
        const status = await getVideoStatus(other.video('std-2.0'), { operation });
        return status.status === 'pending' ? undefined : status;
      },
      { what: 'the end of the video' },
    );
    if (video.status !== 'completed') throw new Error(video.status);
    const [file] = video.videos;
    expect(file?.type === 'binary' ? ftyp(file.data) : file?.type).toBe('ftyp');
  });

  it('[ai-provider.start-status] is waited for by the AI SDK itself', async () => {
    const { model } = await newCaller();
    const poll = { intervalMs: 20 };
    const { video } = await generateVideo({ model, prompt: instant('polled'), ...small, poll });
    expect(ftyp(video.uint8Array)).toBe('ftyp');
  });

  it('[ai-provider.failed] that failed is an error with the reason, and no second order', async () => {
    const { model, tasks } = await newCaller();
    const prompt = instant('fails', 'fail=policy');
    const error = await errorOf(generateVideo({ model, prompt, ...small }));
    const [task] = await tasks();
    expect(error).toMatchObject({ message: expect.stringContaining('content_rejected') });
    expect(error).toMatchObject({ message: expect.stringContaining(task?.id ?? 'none') });
    const operation = { videoId: task?.id ?? '', baseURL: '' };
    expect(await getVideoStatus(model, { operation })).toMatchObject({
      status: 'error',
      error: expect.stringContaining('content_rejected'),
    });
    expect(await tasks()).toHaveLength(1);
  });
});

describe('one order', () => {
  /** Credits of one video without any fault. */
  async function price(): Promise<number> {
    const caller = await newCaller();
    await generateVideo({ model: caller.model, prompt: instant('the price'), ...small });
    return (await caller.usage()).used;
  }

  it.each<Loss>(['lost', { status: 502 }, { status: 503, headers: { 'retry-after': '0' } }])(
    '[ai-provider.one-order] is paid for once though its first response is %j',
    async (loss) => {
      const { model, relay, tasks, posts, usage } = await newCaller();
      relay.losses.orders.push(loss);
      const label = `order-${crypto.randomUUID()}`;
      const result = await generateVideo({ model, prompt: instant(label), ...small });
      expect(ftyp(result.video.uint8Array)).toBe('ftyp');
      expect(result.providerMetadata['filmgate']).toMatchObject({ videos: [{ isReplay: true }] });
      expect(posts()).toBe(2);
      expect(await tasks()).toHaveLength(1);
      const { accepted } = await shared.gateway.mock.ledger(label);
      expect(accepted).toBe(1);
      expect(await usage()).toEqual({ used: await price(), reserved: 0, held: 0 });
    },
  );

  it('[ai-provider.one-order] is started once by startVideo', async () => {
    const { model, relay, tasks } = await newCaller();
    relay.losses.orders.push('lost');
    const { operation } = await startVideo({ model, prompt: parked('once'), ...small });
    const [task, ...more] = await tasks();
    expect(operation).toMatchObject({ videoId: task?.id });
    expect(more).toEqual([]);
  });

  it('[ai-provider.open-order] without any response is no second one: the error is final, and its key gets the video', async () => {
    const { model, relay, tasks, posts } = await newCaller();
    const loss = { status: 503, headers: { 'retry-after': '0' } };
    relay.losses.orders.push(loss, loss, loss, loss);
    const call = { model, prompt: instant('without a key') };
    const error = await errorOf(generateVideo({ ...call, ...small }));
    if (!APICallError.isInstance(error)) throw error;
    expect(error.isRetryable).toBe(false);
    expect(posts()).toBe(4);
    const { idempotencyKey } = error.data as { idempotencyKey: string };
    expect(error.message).toContain(idempotencyKey);
    const providerOptions = { filmgate: { ...quick.filmgate, idempotencyKey } };
    const { video } = await generateVideo({ ...call, ...small, providerOptions });
    expect(ftyp(video.uint8Array)).toBe('ftyp');
    expect(await tasks()).toHaveLength(1);
  });

  it('[ai-provider.key] has the key of the caller, in an option or a header, before any other', async () => {
    const { model, tasks } = await newCaller();
    const key = `mine-${crypto.randomUUID()}`;
    const order = { model, prompt: parked('by key'), resolution: '1280x720' } as const;
    const filmgate = { idempotencyKey: key };
    const first = await startVideo({ ...order, providerOptions: { filmgate } });
    const second = await startVideo({ ...order, headers: { 'Idempotency-Key': key } });
    expect(second.operation).toEqual(first.operation);
    expect(second.providerMetadata?.['filmgate']).toMatchObject({ isReplay: true });
    expect(await tasks()).toHaveLength(1);
  });

  it('[ai-provider.key] has a key of the given generator otherwise', async () => {
    const { relay, user } = await newCaller();
    const generateId = vi.fn(() => `made-${crypto.randomUUID()}`);
    const filmgate = createFilmgate({
      baseURL: `${relay.origin}/v1`,
      apiKey: user.key,
      generateId,
    });
    const model = filmgate.video('std-2.0');
    const { providerMetadata } = await generateVideo({ model, prompt: instant('made'), ...small });
    expect(generateId).toHaveBeenCalledOnce();
    const [{ value: key } = { value: '' }] = generateId.mock.results;
    expect(relay.keys).toEqual([key]);
    expect(JSON.stringify(providerMetadata)).toContain(`"idempotencyKey":"${key}"`);
  });

  it('[ai-provider.sdk-retries] is repeated by the AI SDK after a refusal that asks for it, and not after others', async () => {
    const { model, relay, posts } = await newCaller();
    let refused = 0;
    const filmgate = createFilmgate({
      baseURL: `${relay.origin}/v1`,
      apiKey: (await shared.newUser()).key,
      fetch: async (input, init) => {
        if (refused > 0) return fetch(input, init);
        refused += 1;
        return Response.json(
          { error: { message: 'Too many requests.', code: 'rate_limited' } },
          { status: 429, headers: { 'retry-after': '0' } },
        );
      },
    });
    await startVideo({ model: filmgate.video('std-2.0'), prompt: parked('later'), ...small });
    expect(posts()).toBe(1);

    const bad = await errorOf(startVideo({ model, prompt: 'a fox', duration: 4 }));
    expect(bad).toMatchObject({ statusCode: 400, isRetryable: false });
    expect(bad).toMatchObject({ message: expect.stringContaining('payload_invalid') });
    const poor = await newCaller(0);
    const { model: unpaid } = poor;
    const dear = await errorOf(generateVideo({ model: unpaid, prompt: 'a fox', ...small }));
    expect(dear).toMatchObject({ statusCode: 429, isRetryable: false });
    expect(poor.posts()).toBe(1);
  });
});

describe('a wait', () => {
  it('[ai-provider.reads-pass] outlasts reads and downloads that fail', async () => {
    const { model, relay, tasks } = await newCaller();
    relay.losses.reads.push('lost', { status: 503 }, { status: 429 }, { status: 200 });
    relay.losses.downloads.push('lost', { status: 503 });
    const { video } = await generateVideo({ model, prompt: instant('outage'), ...small });
    expect(ftyp(video.uint8Array)).toBe('ftyp');
    expect(await tasks()).toHaveLength(1);
  });

  it('[ai-provider.reads-pass] reports an unread video as pending, with a warning', async () => {
    const { model, relay } = await newCaller();
    const { operation } = await startVideo({ model, prompt: parked('unread'), ...small });
    relay.losses.reads.push({ status: 503 });
    expect(await getVideoStatus(model, { operation, maxRetries: 0 })).toMatchObject({
      status: 'pending',
      warnings: [{ type: 'other', message: expect.stringContaining('503') }],
    });
    expect(await getVideoStatus(model, { operation })).toMatchObject({ status: 'pending' });
  });

  it('[ai-provider.interrupted] that is aborted names the video, which is not ordered again', async () => {
    const { model, tasks, relay } = await newCaller();
    const controller = new AbortController();
    const waiting = errorOf(
      generateVideo({
        model,
        prompt: parked('aborted'),
        ...small,
        abortSignal: controller.signal,
      }),
    );
    await eventually(async () => relay.requests.find((request) => request.startsWith('GET')), {
      what: 'a first read',
    });
    controller.abort();
    const error = await waiting;
    const [task, ...more] = await tasks();
    if (!(error instanceof FilmgateInterruption)) throw error;
    expect(error).toMatchObject({ name: 'AbortError', operation: { videoId: task?.id } });
    expect(error.message).toContain(task?.id);
    expect(more).toEqual([]);
    const { operation } = error;
    expect(await getVideoStatus(model, { operation: { ...operation } })).toMatchObject({
      status: 'pending',
    });
  });

  it('[ai-provider.interrupted] ends at its time limit in the same way', async () => {
    const { model, tasks } = await newCaller();
    const providerOptions = { filmgate: { pollIntervalMs: 10, pollTimeoutMs: 200 } };
    const call = { model, prompt: parked('too long'), ...small, providerOptions };
    const error = await errorOf(generateVideo(call));
    expect(error).toBeInstanceOf(FilmgateInterruption);
    const [task, ...more] = await tasks();
    expect(error).toMatchObject({ name: 'TimeoutError', operation: { videoId: task?.id } });
    expect(more).toEqual([]);
  });

  it('[ai-provider.interrupted] for the response of an order names its key', async () => {
    const { user } = await newCaller();
    const controller = new AbortController();
    const filmgate = createFilmgate({
      baseURL: `${shared.gateway.tasksUrl}/v1`,
      apiKey: user.key,
      fetch: async (input, init) => {
        await fetch(input, init);
        controller.abort();
        throw new DOMException('aborted', 'AbortError');
      },
    });
    const call = { model: filmgate.video('std-2.0'), prompt: parked('cut off'), ...small };
    const error = await errorOf(startVideo({ ...call, abortSignal: controller.signal }));
    if (!(error instanceof FilmgateInterruption)) throw error;
    expect(error.operation).toBeUndefined();
    const headers = { 'idempotency-key': error.idempotencyKey };
    const replay = await startVideo({ ...call, model: modelOf(user.key), headers });
    expect(replay.providerMetadata?.['filmgate']).toMatchObject({ isReplay: true });
  });

  it('[ai-provider.unshown] for a video that the gateway does not show ends with its id', async () => {
    const { model } = await newCaller();
    const operation = { videoId: 'vt_00000000000000000000000000', baseURL: 'http://old/v1' };
    const error = await errorOf(getVideoStatus(model, { operation }));
    expect(error).toMatchObject({ statusCode: 404, isRetryable: false });
    expect(error).toMatchObject({ message: expect.stringMatching(/vt_0{26}.*http:\/\/old\/v1/) });
    const foreign = await errorOf(getVideoStatus(model, { operation: { videoId: '../models' } }));
    expect(InvalidArgumentError.isInstance(foreign)).toBe(true);
  });
});

function modelOf(apiKey: string) {
  return createFilmgate({ baseURL: `${shared.gateway.tasksUrl}/v1`, apiKey }).video('std-2.0');
}

describe('the settings of a call', () => {
  it('[ai-provider.fields] reach the gateway', async () => {
    const { model, tasks } = await newCaller();
    const settings = { duration: 8, resolution: '1080x1920', generateAudio: false } as const;
    await startVideo({ model, prompt: parked('tall'), ...settings });
    const providerOptions = { filmgate: { resolution: '720p' } };
    await startVideo({ model, prompt: parked('square'), aspectRatio: '1:1', providerOptions });
    expect(await tasks()).toMatchObject([
      { seconds: 5, size: '720x720', generate_audio: true },
      { seconds: 8, size: '1080x1920', generate_audio: false },
    ]);
  });

  it('[ai-provider.images] give each image its role', async () => {
    const { model } = await newCaller();
    const frames = [pngBytes(1), pngBytes(2)] as const;
    const label = `roles-${crypto.randomUUID()}`;
    await generateVideo({
      model,
      prompt: { text: instant(label), image: frames[0] },
      frameImages: [
        { image: frames[0], frameType: 'first_frame' },
        { image: frames[1], frameType: 'last_frame' },
      ],
      ...small,
    });
    await generateVideo({
      model,
      prompt: instant(`${label}-references`),
      inputReferences: [frames[0], { data: frames[1], mediaType: 'image/png' }],
      ...small,
    });
    await generateVideo({
      model,
      prompt: { text: instant(`${label}-image`), image: frames[1] },
      ...small,
    });
    const { jobs } = await shared.gateway.mock.ledger(label);
    const roles = jobs.map(({ references }) => references.map(({ role }) => role));
    expect(roles.toSorted((a, b) => b.join().localeCompare(a.join()))).toEqual([
      ['reference_image', 'reference_image'],
      ['first_frame', 'last_frame'],
      ['first_frame'],
    ]);
  });

  it('[ai-provider.seed] warn of a seed', async () => {
    const { model } = await newCaller();
    const { warnings } = await startVideo({ model, prompt: parked('seeded'), seed: 7 });
    expect(warnings).toEqual([expect.objectContaining({ type: 'unsupported', feature: 'seed' })]);
  });

  const video = { data: new Uint8Array([0, 0, 0, 1]), mediaType: 'video/mp4' };
  it.each([
    ['fps', { fps: 24 }],
    ['n', { n: 2, maxVideosPerCall: 2 }],
    ['webhookUrl', { webhookUrl: 'https://example.com/done' }],
    ['inputReferences', { inputReferences: [video] }],
    ['unknown option', { providerOptions: { filmgate: { idempotency_key: 'a' } } }],
  ])(
    '[ai-provider.unsupported] are refused before anything is sent: %s',
    async (_name, settings) => {
      const { model, relay } = await newCaller();
      const error = await errorOf(startVideo({ model, prompt: 'a fox', ...settings }));
      expect(UnsupportedFunctionalityError.isInstance(error), String(error)).toBe(true);
      expect(relay.requests).toEqual([]);
    },
  );

  it.each([
    { resolution: '1280x720', aspectRatio: '9:16' },
    { resolution: '1280x720', providerOptions: { filmgate: { resolution: '720p' } } },
    { providerOptions: { filmgate: { resolution: 720 } } },
    { providerOptions: { filmgate: { idempotencyKey: '' } } },
    { providerOptions: { filmgate: { pollTimeoutMs: 0 } } },
    { headers: { 'idempotency-key': 'two words' } },
  ] as const)('[ai-provider.invalid] are refused before anything is sent: %j', async (settings) => {
    const { model, relay } = await newCaller();
    const error = await errorOf(startVideo({ model, prompt: 'a fox', ...settings }));
    expect(InvalidArgumentError.isInstance(error), String(error)).toBe(true);
    expect(relay.requests).toEqual([]);
  });
});

describe('the provider', () => {
  it('[ai-provider.api-key] reads its key from the environment at each call', async () => {
    const { relay, user } = await newCaller();
    const { video } = createFilmgate({ baseURL: `${relay.origin}/v1` });
    const call = { model: video('std-2.0'), prompt: parked('from the environment') };
    vi.stubEnv('FILMGATE_API_KEY', undefined);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const error = await errorOf(startVideo(call));
    expect(LoadAPIKeyError.isInstance(error)).toBe(true);
    expect(String(error)).toMatch(/'apiKey'.*FILMGATE_API_KEY/);
    expect(relay.requests).toEqual([]);
    vi.stubEnv('FILMGATE_API_KEY', user.key);
    expect((await startVideo(call)).operation).toMatchObject({ videoId: expect.any(String) });
  });

  it('[ai-provider.video-only] has video models and no others, at a base URL', () => {
    const filmgate = createFilmgate({ baseURL: shared.gateway.tasksUrl, apiKey: 'key' });
    expect(filmgate.videoModel('a')).toMatchObject({ modelId: 'a', provider: 'filmgate.video' });
    for (const name of ['languageModel', 'embeddingModel', 'imageModel'] as const)
      expect(() => filmgate[name]('a')).toThrow('No such');
    expect(() => createFilmgate({ baseURL: 'localhost' })).toThrow('baseURL must be a URL');
  });
});
