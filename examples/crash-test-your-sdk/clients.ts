import { createFal } from '@ai-sdk/fal';
import { createFalClient } from '@fal-ai/client';
import { GoogleGenAI } from '@google/genai';
import RunwayML from '@runwayml/sdk';
import { experimental_generateVideo as generateVideo } from 'ai';
import OpenAI from 'openai';
import Replicate from 'replicate';
import * as z from 'zod';

/** A client as its documents show it: nothing set but where it calls. */
export interface Client {
  readonly name: string;
  /** Asks for one video, once. `mock`: URL of the space of the mock it calls, without a slash at the end. */
  create(mock: string, prompt: string): Promise<unknown>;
}

/** The client's own types call videos deprecated since its vendor's service ended; other services speak the same wire. */
interface VideosClient {
  readonly videos: {
    create(wanted: { model: string; prompt: string; seconds: '4' }): Promise<unknown>;
  };
}

/** The two packages name the same types from two versions of a third. */
const model = z.custom<Parameters<typeof generateVideo>[0]['model']>(
  (value) => typeof value === 'object',
);

const key = 'studio';

/** fal's client has no base URL: its proxy option, or a fetch of yours, sends its calls elsewhere. */
function fetchFalAt(mock: string): typeof fetch {
  return async (wanted, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-fal-target-url', wanted instanceof Request ? wanted.url : String(wanted));
    return await fetch(`${mock}/fal/`, { ...init, headers });
  };
}

export const clients: readonly Client[] = [
  {
    name: 'openai',
    create: async (mock, prompt) => {
      const baseURL = `${mock}/openai-videos/v1`;
      const client: VideosClient = new OpenAI({ apiKey: key, baseURL });
      return await client.videos.create({ model: 'sora-2', prompt, seconds: '4' });
    },
  },
  {
    name: '@runwayml/sdk',
    create: async (mock, promptText) => {
      const client = new RunwayML({ apiKey: key, baseURL: `${mock}/runway` });
      const wanted = { model: 'veo3.1', ratio: '1280:720', duration: 4 } as const;
      return await client.textToVideo.create({ ...wanted, promptText });
    },
  },
  {
    name: '@fal-ai/client',
    create: async (mock, prompt) => {
      const client = createFalClient({ credentials: `${key}:secret`, fetch: fetchFalAt(mock) });
      const input = { prompt, duration: '4s', resolution: '720p' } as const;
      return await client.queue.submit('fal-ai/veo3.1', { input });
    },
  },
  {
    name: 'replicate',
    create: async (mock, prompt) => {
      const client = new Replicate({ auth: key, baseUrl: `${mock}/replicate/v1` });
      const input = { prompt, duration: 4, resolution: '720p' };
      return await client.predictions.create({ model: 'google/veo-3.1', input });
    },
  },
  {
    name: '@google/genai',
    create: async (mock, prompt) => {
      const httpOptions = { baseUrl: `${mock}/google` };
      const client = new GoogleGenAI({ vertexai: true, apiKey: key, httpOptions });
      const config = { durationSeconds: 4, resolution: '720p' };
      return await client.models.generateVideos({
        model: 'veo-3.1-generate-001',
        source: { prompt },
        config,
      });
    },
  },
  {
    name: 'ai + @ai-sdk/fal',
    create: async (mock, prompt) => {
      const fal = createFal({ apiKey: `${key}:secret`, fetch: fetchFalAt(mock) });
      return await generateVideo({
        model: model.parse(fal.video('fal-ai/veo3.1')),
        prompt,
        duration: 4,
        providerOptions: { fal: { resolution: '720p' } },
      });
    },
  },
];
