import { createFal } from '@ai-sdk/fal';
import { createFalClient } from '@fal-ai/client';
import type { TestSpace } from '@filmgate/upstream-mock';
import { GoogleGenAI } from '@google/genai';
import RunwayML from '@runwayml/sdk';
import { experimental_generateVideo as generateVideo } from 'ai';
import OpenAI from 'openai';
import Replicate from 'replicate';
import * as z from 'zod';

/** A client as in its documents: nothing is set except its base URL. */
export interface Client {
  readonly name: string;
  /** Requests one video, once. */
  create(space: TestSpace, prompt: string): Promise<unknown>;
}

/**
 * The client's own types call videos deprecated since its vendor's service ended; other services speak the same wire.
 */
interface VideosClient {
  readonly videos: {
    create(wanted: { model: string; prompt: string; seconds: '4' }): Promise<unknown>;
  };
}

/** The two packages name the same types from two versions of a third. */
const model = z.custom<Parameters<typeof generateVideo>[0]['model']>(
  (value) => typeof value === 'object',
);

export const clients: readonly Client[] = [
  {
    name: 'openai',
    create: async (space, prompt) => {
      const client: VideosClient = new OpenAI(space.openai());
      return await client.videos.create({ model: 'sora-2', prompt, seconds: '4' });
    },
  },
  {
    name: '@runwayml/sdk',
    create: async (space, promptText) => {
      const client = new RunwayML(space.runway());
      const wanted = { model: 'veo3.1', ratio: '1280:720', duration: 4 } as const;
      return await client.textToVideo.create({ ...wanted, promptText });
    },
  },
  {
    name: '@fal-ai/client',
    create: async (space, prompt) => {
      // It has no base URL: a fetch sends its calls elsewhere.
      const client = createFalClient(space.fal());
      const input = { prompt, duration: '4s', resolution: '720p' } as const;
      return await client.queue.submit('fal-ai/veo3.1', { input });
    },
  },
  {
    name: 'replicate',
    create: async (space, prompt) => {
      const client = new Replicate(space.replicate());
      const input = { prompt, duration: 4, resolution: '720p' };
      return await client.predictions.create({ model: 'google/veo-3.1', input });
    },
  },
  {
    name: '@google/genai',
    create: async (space, prompt) => {
      const client = new GoogleGenAI(space.google());
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
    create: async (space, prompt) => {
      const fal = createFal(space.aiSdk.fal());
      return await generateVideo({
        model: model.parse(fal.video('fal-ai/veo3.1')),
        prompt,
        duration: 4,
        providerOptions: { fal: { resolution: '720p' } },
      });
    },
  },
];
