import { setTimeout as sleep } from 'node:timers/promises';
import { createFalClient } from '@fal-ai/client';
import { GoogleGenAI } from '@google/genai';
import { OpenRouter } from '@openrouter/sdk';
import RunwayML from '@runwayml/sdk';
import OpenAI from 'openai';
import Replicate from 'replicate';
import * as z from 'zod';
import { aiSdkClients } from './ai-sdk-clients.ts';
import type { Client } from './client.ts';

/**
 * The client's own types call videos deprecated since its vendor's service ended; other services speak the same wire.
 */
interface VideosClient {
  readonly videos: {
    create(wanted: { model: string; prompt: string; seconds: '4' }): Promise<Video>;
    retrieve(id: string): PromiseLike<Video>;
    downloadContent(id: string): PromiseLike<Response>;
  };
}

interface Video {
  readonly id: string;
  readonly status: string;
}

const pollMs = 250;

/** Downloads a file to its end. */
async function download(url: string): Promise<ArrayBuffer> {
  return await (await fetch(url)).arrayBuffer();
}

async function makeWithOpenAi(url: string, prompt: string) {
  const settings = { apiKey: 'studio', baseURL: `${url}/openai-videos/v1` };
  const client: VideosClient = new OpenAI(settings);
  let video = await client.videos.create({ model: 'sora-2', prompt, seconds: '4' });
  while (video.status !== 'completed') {
    await sleep(pollMs);
    video = await client.videos.retrieve(video.id);
  }
  return await (await client.videos.downloadContent(video.id)).arrayBuffer();
}

async function makeWithRunway(url: string, promptText: string) {
  const { tasks, textToVideo } = new RunwayML({ apiKey: 'studio', baseURL: `${url}/runway` });
  const wanted = { model: 'veo3.1', ratio: '1280:720', duration: 4 } as const;
  const { id } = await textToVideo.create({ ...wanted, promptText });
  const { output } = await tasks.retrieve(id).waitForTaskOutput();
  return await download(output[0] ?? '');
}

async function makeWithFal(url: string, prompt: string) {
  // This client has no base URL: its own way to a proxy sends all calls elsewhere.
  const proxyUrl = { url: `${url}/fal/`, when: 'always' } as const;
  const client = createFalClient({ credentials: 'studio:secret', proxyUrl });
  const input = { prompt, duration: '4s', resolution: '720p' } as const;
  const { data } = await client.subscribe('fal-ai/veo3.1', { input });
  return await download(data.video.url);
}

async function makeWithReplicate(url: string, prompt: string) {
  const client = new Replicate({ auth: 'studio', baseUrl: `${url}/replicate/v1` });
  const input = { prompt, duration: 4, resolution: '720p' };
  // The client opens links of https itself, and returns others.
  return await download(z.string().parse(await client.run('google/veo-3.1', { input })));
}

async function makeWithGoogle(url: string, prompt: string) {
  const httpOptions = { baseUrl: `${url}/google` };
  const client = new GoogleGenAI({ vertexai: true, apiKey: 'studio', httpOptions });
  const config = { durationSeconds: 4, resolution: '720p' };
  const model = 'veo-3.1-generate-001';
  let operation = await client.models.generateVideos({ model, source: { prompt }, config });
  while (operation.done !== true) {
    await sleep(pollMs);
    operation = await client.operations.getVideosOperation({ operation });
  }
  return operation.response?.generatedVideos?.[0]?.video?.videoBytes;
}

async function makeWithOpenRouter(url: string, prompt: string) {
  const serverURL = `${url}/openrouter/api/v1`;
  const { videoGeneration } = new OpenRouter({ apiKey: 'studio', serverURL });
  const videoGenerationRequest = { model: 'google/veo-3.1', prompt, duration: 4 };
  const { id: jobId } = await videoGeneration.generate({ videoGenerationRequest });
  while ((await videoGeneration.getGeneration({ jobId })).status !== 'completed')
    await sleep(pollMs);
  return await new Response(await videoGeneration.getVideoContent({ jobId })).arrayBuffer();
}

export const clients: readonly Client[] = [
  { packages: ['openai'], submission: /\/videos$/, make: makeWithOpenAi },
  { packages: ['@runwayml/sdk'], submission: /\/text_to_video$/, make: makeWithRunway },
  { packages: ['@fal-ai/client'], submission: /\/fal\/$/, make: makeWithFal },
  { packages: ['replicate'], submission: /\/predictions$/, make: makeWithReplicate },
  { packages: ['@google/genai'], submission: /:predictLongRunning$/, make: makeWithGoogle },
  { packages: ['@openrouter/sdk'], submission: /\/videos$/, make: makeWithOpenRouter },
  ...aiSdkClients,
];
