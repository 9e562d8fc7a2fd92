import { createByteDance } from '@ai-sdk/bytedance';
import { createFal } from '@ai-sdk/fal';
import { createGoogle } from '@ai-sdk/google';
import { createMiniMax } from '@ai-sdk/minimax';
import { createReplicate } from '@ai-sdk/replicate';
import { createXai } from '@ai-sdk/xai';
import { experimental_generateVideo as generateVideo } from 'ai';
import * as z from 'zod';
import type { Client } from './client.ts';

type Generation = Parameters<typeof generateVideo>[0];

/** The packages name the same types from two versions of a third. */
const modelSchema = z.custom<Generation['model']>((value) => typeof value === 'object');

interface Provider extends Pick<Client, 'submission'> {
  readonly name: string;
  /** The model at a space. */
  readonly open: (url: string) => unknown;
  /** A video for which this model needs no other options. */
  readonly wanted: Partial<Generation>;
}

const apiKey = 'studio';
const poll = { intervalMs: 250 };

/** Sends calls that are meant for fal to the mock, as fal's own proxies do: `createFal` has no base URL for videos. */
function toFalAt(url: string): typeof fetch {
  return async (wanted, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-fal-target-url', wanted instanceof Request ? wanted.url : String(wanted));
    return await fetch(`${url}/fal/`, { ...init, headers });
  };
}

const providers: readonly Provider[] = [
  {
    name: '@ai-sdk/fal',
    submission: /\/fal\/$/,
    open: (url) => createFal({ apiKey, fetch: toFalAt(url) }).video('fal-ai/veo3.1'),
    wanted: { duration: 4, providerOptions: { fal: { resolution: '720p' } }, poll },
  },
  {
    name: '@ai-sdk/replicate',
    submission: /\/predictions$/,
    open: (url) =>
      createReplicate({ apiToken: apiKey, baseURL: `${url}/replicate/v1` }).video('google/veo-3.1'),
    wanted: { duration: 4, resolution: '1280x720', poll },
  },
  {
    name: '@ai-sdk/minimax',
    submission: /\/video_generation$/,
    open: (url) =>
      createMiniMax({ apiKey, videoBaseURL: `${url}/minimax` }).video('MiniMax-H3-Max'),
    wanted: { resolution: '480x480', aspectRatio: '1:1', duration: 5, poll },
  },
  {
    name: '@ai-sdk/xai',
    submission: /\/videos\/generations$/,
    open: (url) => createXai({ apiKey, baseURL: `${url}/xai/v1` }).video('grok-imagine-video'),
    wanted: { resolution: '854x480', aspectRatio: '1:1', duration: 4, poll },
  },
  {
    name: '@ai-sdk/google',
    submission: /:predictLongRunning$/,
    open: (url) =>
      createGoogle({ apiKey, baseURL: `${url}/google/v1beta` }).video('veo-3.1-generate-preview'),
    wanted: { resolution: '1280x720', aspectRatio: '9:16', duration: 4, poll },
  },
  {
    name: '@ai-sdk/bytedance',
    submission: /\/tasks$/,
    open: (url) =>
      createByteDance({ apiKey, baseURL: `${url}/ark/api/v3` }).video(
        'doubao-seedance-1-0-pro-250528',
      ),
    wanted: {
      resolution: '864x496',
      aspectRatio: '16:9',
      duration: 4,
      providerOptions: { bytedance: { pollIntervalMs: 250 } },
    },
  },
];

/** Vercel's AI SDK, which downloads nothing from a loopback address by default. */
export const aiSdkClients: readonly Client[] = providers.map(
  ({ name, submission, open, wanted }) => ({
    packages: ['ai', name],
    submission,
    make: async (url, prompt) =>
      await generateVideo({
        ...wanted,
        model: modelSchema.parse(open(url)),
        prompt,
        download: async ({ url: file }) => {
          const data = new Uint8Array(await (await fetch(file)).arrayBuffer());
          return { data, mediaType: 'video/mp4' };
        },
      }),
  }),
);
