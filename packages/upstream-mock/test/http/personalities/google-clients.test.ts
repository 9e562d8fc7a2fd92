import { createGoogle } from '@ai-sdk/google';
import { ApiError, GoogleGenAI } from '@google/genai';
import { experimental_generateVideo as generateVideo } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer('real');
});
afterAll(() => server.close());

const quick = '[[mock:queue=100ms,run=100ms]]';

function isVideo(base64: string | undefined): boolean {
  return Buffer.from(base64 ?? '', 'base64').toString('latin1', 4, 8) === 'ftyp';
}

describe('@google/genai 3.3.0 for Vertex', () => {
  const open = () =>
    new GoogleGenAI({
      vertexai: true,
      apiKey: 'studio',
      httpOptions: { baseUrl: `${server.url}/google` },
    });
  const begin = (prompt: string) =>
    open().models.generateVideos({
      model: 'veo-3.1-generate-001',
      source: { prompt },
      config: { durationSeconds: 4, resolution: '720p' },
    });

  /** Waits for an operation as a user of the client does. */
  async function ended(prompt: string) {
    let operation = await begin(prompt);
    await expect
      .poll(async () => {
        operation = await open().operations.getVideosOperation({ operation });
        return operation.done;
      })
      .toBe(true);
    return operation;
  }

  it('[providers.personalities.clients] makes a video', async () => {
    const { response } = await ended(`video of vertex ${quick}`);
    expect(isVideo(response?.generatedVideos?.[0]?.video?.videoBytes)).toBe(true);
    expect(await server.ledger('video of vertex ')).toMatchObject({
      accepted: 1,
      completed: 1,
      jobs: [{ account: 'studio', model: 'veo-3.1-generate-001', charged_credits: 8 }],
    });
  });

  it('[providers.personalities.clients] is done without an error where a video was filtered, and with one where it failed', async () => {
    const filtered = await ended('filtered [[mock:queue=0s,run=0s,fail=policy]]');
    expect(filtered.error).toBeUndefined();
    expect(filtered.response).toMatchObject({ raiMediaFilteredCount: 1 });
    expect(filtered.response?.generatedVideos).toBeUndefined();
    const failed = await ended('failed [[mock:queue=0s,run=0s,fail=internal]]');
    expect(failed.error).toMatchObject({ code: 13 });
  });

  it.each([
    ['refuse=400', 400],
    ['refuse-code=RESOURCE_EXHAUSTED.402', 402],
    ['refuse=429', 429],
    ['response=500', 500],
  ])('[providers.personalities.clients] throws its own error at %s', async (token, status) => {
    const refused = begin(`refused [[mock:${token}]]`);
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status });
  });
});

describe('@google/genai 3.3.0 for interactions', () => {
  const open = () =>
    new GoogleGenAI({ apiKey: 'studio', httpOptions: { baseUrl: `${server.url}/google` } });
  const request = (input: string) => ({
    model: 'gemini-omni-1.1-flash',
    input,
    background: true,
    response_format: { type: 'video' as const, duration: '4s', aspect_ratio: '9:16' },
  });

  it('[providers.personalities.clients] makes a video', async () => {
    const client = open();
    const { id } = await client.interactions.create(request(`video of omni ${quick}`));
    await expect.poll(async () => (await client.interactions.get(id)).status).toBe('completed');
    const { output_video: video } = await client.interactions.get(id);
    expect(isVideo(video?.data)).toBe(true);
    expect(await server.ledger('video of omni ')).toMatchObject({
      accepted: 1,
      completed: 1,
      jobs: [{ id, account: 'studio', model: 'gemini-omni-1.1-flash', charged_credits: 8 }],
    });
  });

  it('[mock.cancel] google is canceled by its client', async () => {
    const client = open();
    const { id } = await client.interactions.create(request('canceled [[mock:queue=10m]]'));
    expect((await client.interactions.cancel(id)).status).toBe('cancelled');
    await client.interactions.delete(id);
    await expect(client.interactions.get(id)).rejects.toThrow();
    expect(await server.ledger('canceled')).toMatchObject({ failed: 1, charged_credits: 0 });
  });

  it('[providers.personalities.clients] pays for each of its silent repeats', async () => {
    const retries = {
      strategy: 'attempt-count-backoff',
      maxRetries: 2,
      backoff: { initialInterval: 1, maxInterval: 1, exponent: 1, maxElapsedTime: 1_000 },
    } as const;
    const repeated = open().interactions.create(request('repeated [[mock:response=500]]'), {
      retries,
    });
    await expect(repeated).rejects.toThrow();
    expect(await server.ledger('repeated')).toMatchObject({ accepted: 3 });
  });
});

describe('ai 7.0.173 with @ai-sdk/google 4.0.121, for operations of the Gemini API', () => {
  const model = 'veo-3.1-generate-preview';
  const fetched: string[] = [];

  const generate = (prompt: string, space = 'ai') => {
    const baseURL = `${server.url}/s/${space}/google/v1beta`;
    return generateVideo({
      model: createGoogle({ apiKey: 'studio', baseURL }).video(model),
      prompt,
      aspectRatio: '9:16',
      resolution: '1280x720',
      duration: 4,
      maxRetries: 0,
      poll: { intervalMs: 20 },
      // By default the client downloads nothing from a loopback address.
      download: async ({ url }) => {
        fetched.push(String(url));
        const response = await fetch(url);
        return { data: new Uint8Array(await response.arrayBuffer()), mediaType: 'video/mp4' };
      },
    });
  };

  const control = async (path: string): Promise<unknown> =>
    await (await fetch(`${server.url}/_mock/s/${path}`)).json();

  it('[providers.personalities.clients] makes a video, with its key in the URL of the file', async () => {
    const { video, warnings } = await generate(`video of gemini ${quick}`);
    expect([isVideo(video.base64), warnings]).toEqual([true, []]);
    expect(await control('ai/ledger')).toMatchObject({
      accepted: 1,
      completed: 1,
      jobs: [{ account: 'studio', model, wire: 'google', downloads: 1, charged_credits: 8 }],
    });
    expect(fetched.map((url) => new URL(url).searchParams.get('key'))).toEqual(['studio']);
    expect(await control('ai/verdict')).toMatchObject({
      findings: [{ code: 'leaked-credential' }],
    });
  });

  it('[providers.personalities.clients] throws at a refusal, a failure, a filtered video and one that is nowhere', async () => {
    await expect(generate('refused [[mock:refuse=429]]')).rejects.toMatchObject({
      name: 'AI_APICallError',
      statusCode: 429,
    });
    await expect(generate('failed [[mock:queue=0s,run=0s,fail=internal]]')).rejects.toThrow(
      'Video generation failed',
    );
    for (const token of ['fail=policy', 'no-url=9'])
      await expect(generate(`none [[mock:queue=0s,run=0s,${token}]]`)).rejects.toThrow('No videos');
  });

  it('[providers.personalities.clients] has paid once where the response was lost, and holds no id', async () => {
    await expect(generate('lost [[mock:lost-response]]', 'lost')).rejects.toThrow();
    expect(await control('lost/ledger')).toMatchObject({
      accepted: 1,
      jobs: [{ answered: false }],
    });
  });
});
