import { createByteDance } from '@ai-sdk/bytedance';
import { experimental_generateVideo as generateVideo } from 'ai';
import { OpenAI } from 'openai';
import { OpenAI as OpenAI6 } from 'openai-6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { withoutPauses } from '../../support/without-pauses.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer('real');
});
afterAll(() => server.close());

const quick = '[[mock:queue=100ms,run=100ms]]';

function isVideo(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString('latin1', 4, 8) === 'ftyp' && bytes.length > 10_000;
}

interface Video {
  readonly id: string;
  readonly status: string;
}

/** The used part of the package: its own types mark the video part as deprecated since its vendor's service ended. */
interface VideosClient {
  readonly videos: {
    create(
      body: object,
      options?: { readonly headers: Record<string, string> },
    ): PromiseLike<Video>;
    retrieve(id: string): PromiseLike<Video>;
    list(query: object): PromiseLike<{ readonly data: readonly Video[] }>;
    remix(id: string, body: object): PromiseLike<Video>;
    delete(id: string): PromiseLike<{ readonly id: string; readonly deleted: boolean }>;
    downloadContent(id: string): PromiseLike<{ arrayBuffer(): Promise<ArrayBuffer> }>;
  };
}

interface ClientOptions {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly maxRetries?: number;
}

const clients: readonly (readonly [
  name: string,
  open: (options: ClientOptions) => VideosClient,
])[] = [
  ['openai 7.59.0', (options) => new OpenAI(options)],
  ['openai 6.27.0', (options) => new OpenAI6(options)],
];

/** The class of what a call throws. */
async function thrownBy(call: PromiseLike<unknown>): Promise<string> {
  try {
    await call;
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error);
  }
}

/** Makes a video as a user of the client does. */
async function makeVideo({ videos }: VideosClient, prompt: string): Promise<Uint8Array> {
  let video = await videos.create({ prompt, seconds: '4', size: '1280x720' });
  await expect
    .poll(async () => {
      video = await videos.retrieve(video.id);
      return video.status;
    })
    .toBe('completed');
  const content = await videos.downloadContent(video.id);
  return new Uint8Array(await content.arrayBuffer());
}

describe.each(clients)('%s', (name, connect) => {
  const open = (options: Pick<ClientOptions, 'maxRetries'> = {}) => {
    const baseURL = `${server.url}/openai-videos/v1`;
    return connect({ apiKey: `key-of-${name.replace(' ', '-')}`, baseURL, ...options });
  };

  it('[providers.personalities.clients] makes a video, lists it and removes it', async () => {
    const client = open();
    const video = await makeVideo(client, `video of ${name} ${quick}`);
    expect(isVideo(video)).toBe(true);
    const ledger = await server.ledger(`video of ${name} `);
    expect(ledger).toMatchObject({ accepted: 1, completed: 1, jobs: [{ model: 'sora-2' }] });
    const page = await client.videos.list({ limit: 1 });
    expect(page.data.map(({ id }) => id)).toEqual([ledger.jobs[0]?.id]);
    const deleted = await client.videos.delete(page.data[0]?.id ?? '');
    expect(deleted.deleted).toBe(true);
    expect(await thrownBy(client.videos.retrieve(deleted.id))).toBe('NotFoundError');
  });

  it('[providers.personalities.clients] remixes a video', async () => {
    const client = open();
    await makeVideo(client, `source of ${name} ${quick}`);
    const { data } = await client.videos.list({ limit: 1 });
    const remix = await client.videos.remix(data[0]?.id ?? '', { prompt: `remix of ${name}` });
    expect(remix).toMatchObject({ remixed_from_video_id: data[0]?.id });
  });

  it('[providers.personalities.clients] sends an image that arrives as it was', async () => {
    const image = new File(['not really a picture'], 'first.png', { type: 'image/png' });
    const prompt = `image of ${name} ${quick}`;
    await open().videos.create({ prompt, seconds: '4', input_reference: image });
    const [job] = (await server.ledger(`image of ${name} `)).jobs;
    expect(job?.references).toMatchObject([{ role: 'input_reference', size: image.size }]);
  });

  it.each([
    ['refuse=400', 'BadRequestError'],
    ['refuse=401', 'AuthenticationError'],
    ['refuse=403', 'PermissionDeniedError'],
    ['refuse-code=model_not_found', 'NotFoundError'],
    ['refuse-code=idempotency_key_conflict', 'ConflictError'],
    ['refuse-code=insufficient_quota', 'RateLimitError'],
    ['refuse=503', 'InternalServerError'],
  ] as const)(
    '[providers.personalities.clients] throws its own error at %s',
    async (token, error) => {
      const client = open({ maxRetries: 0 });
      const refused = client.videos.create({ prompt: `refused [[mock:${token}]]` });
      expect(await thrownBy(refused)).toBe(error);
    },
  );

  it('[providers.personalities.clients] pays for each of its silent repeats, unless it names what it asks for', async () => {
    const prompt = `repeated by ${name} [[mock:response=500]]`;
    const repeated = withoutPauses(() => open({ maxRetries: 1 }).videos.create({ prompt }));
    expect(await thrownBy(repeated)).toBe('InternalServerError');
    expect(await server.ledger(`repeated by ${name} `)).toMatchObject({ accepted: 2 });
    const named = `named by ${name} [[mock:response=500]]`;
    const headers = { 'Idempotency-Key': `named-by-${name}` };
    const video = await withoutPauses(() =>
      open({ maxRetries: 1 }).videos.create({ prompt: named }, { headers }),
    );
    const { accepted, jobs } = await server.ledger(`named by ${name} `);
    expect([accepted, jobs[0]?.id]).toEqual([1, video.id]);
  });
});

describe('@ai-sdk/bytedance 1.0.29', () => {
  const model = 'doubao-seedance-1-0-pro-250528';

  function generate(prompt: string) {
    const baseURL = `${server.url}/ark/api/v3`;
    return generateVideo({
      model: createByteDance({ apiKey: 'key-of-ark', baseURL }).video(model),
      prompt,
      aspectRatio: '16:9',
      duration: 4,
      resolution: '864x496',
      maxRetries: 0,
      providerOptions: {
        bytedance: { pollIntervalMs: 20, generateAudio: false, watermark: false },
      },
      // By default the client downloads nothing from a loopback address.
      download: async ({ url }) => {
        const response = await fetch(url);
        return { data: new Uint8Array(await response.arrayBuffer()), mediaType: 'video/mp4' };
      },
    });
  }

  it('[providers.personalities.clients] makes a video', async () => {
    const { video, warnings } = await generate(`video of ark ${quick}`);
    expect([isVideo(video.uint8Array), warnings]).toEqual([true, []]);
    const ledger = await server.ledger('video of ark ');
    expect(ledger).toMatchObject({ accepted: 1, completed: 1, jobs: [{ model, wire: 'ark' }] });
  });

  it('[providers.personalities.clients] throws the words of a refusal and of a failure', async () => {
    const refused = await generate('refused [[mock:refuse-code=ModelNotOpen]]').catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      name: 'AI_APICallError',
      statusCode: 403,
      message: 'the model is not activated',
    });
    await expect(generate(`failed [[mock:queue=0s,run=0s,fail=policy]]`)).rejects.toThrow(
      'Video generation failed',
    );
    await expect(generate('nowhere [[mock:queue=0s,run=0s,no-url=9]]')).rejects.toThrow(
      'No video URL',
    );
  });
});
