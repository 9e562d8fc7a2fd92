import { ApiError, GoogleGenAI } from '@google/genai';
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

describe('@google/genai 3.1.0 for Vertex', () => {
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
    ['500-after-accept', 500],
  ])('[providers.personalities.clients] throws its own error at %s', async (token, status) => {
    const refused = begin(`refused [[mock:${token}]]`);
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status });
  });
});

describe('@google/genai 3.1.0 for interactions', () => {
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
    const repeated = open().interactions.create(request('repeated [[mock:500-after-accept]]'), {
      retries,
    });
    await expect(repeated).rejects.toThrow();
    expect(await server.ledger('repeated')).toMatchObject({ accepted: 3 });
  });
});
