import { createFal } from '@ai-sdk/fal';
import { createMiniMax } from '@ai-sdk/minimax';
import { createReplicate } from '@ai-sdk/replicate';
import { createXai } from '@ai-sdk/xai';
import {
  everySecond,
  type ProviderDefinition,
  type VideoModelFacts,
} from '@filmgate/upstream-http';
import { fal as nativeFal } from '@filmgate/upstream-http/fal';
import { minimax as nativeMiniMax } from '@filmgate/upstream-http/minimax';
import { replicate as nativeReplicate } from '@filmgate/upstream-http/replicate';
import { xai as nativeXai } from '@filmgate/upstream-http/xai';
import { z } from 'zod';
import { type AiSdkVideos, aiSdkVideos } from '../../src/index.ts';

/** Tests write the facts that they rely on: providers' own are in the tables of their adapters. */
export function factsOf(model: string, own: Partial<VideoModelFacts> = {}): VideoModelFacts {
  return {
    model,
    source: 'the mock',
    read: '2026-12-01',
    durationsSeconds: everySecond(1, 12),
    aspectRatios: ['16:9', '1:1', '9:16'],
    resolutions: ['480p', '720p'],
    audio: 'none',
    promptLimit: null,
    references: { first_frame: 1 },
    mostReferences: 1,
    conditions: [],
    ...own,
  };
}

const png = { contentTypes: ['image/png'], largest: 10_000_000 };
export const carriage: AiSdkVideos['carriage'] = {
  media: { image: png },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 20_000_000,
};
/** `owner/name`, in a path. */
const named = { ...carriage, modelsHaveParts: { least: 2, most: 4 } };

/** Rows and login of the provider behind the models. */
function behind(native: ProviderDefinition) {
  const { credential, endpoints, refusals, readRefusal } = native.describe({});
  return { credential, endpoints, refusals, readRefusal };
}

export const makers = {
  xai: aiSdkVideos({
    protocol: 'sdk-xai',
    displayName: 'xAI by @ai-sdk/xai',
    ...behind(nativeXai),
    models: [
      factsOf('grok-imagine-video-1.5', {
        audio: 'optional',
        references: { first_frame: 1, last_frame: 1, reference_image: 7 },
        mostReferences: 7,
      }),
    ],
    carriage,
    options: ({ resolution }) => ({ providerOptions: { xai: { resolution } } }),
    makeModel: ({ model, baseUrl, fetch }) =>
      createXai({ apiKey: 'not-ours', baseURL: `${baseUrl}/v1`, fetch }).video(model),
  }),
  replicate: aiSdkVideos({
    protocol: 'sdk-replicate',
    displayName: 'Replicate by @ai-sdk/replicate',
    ...behind(nativeReplicate),
    models: [factsOf('bytedance/seedance-2.0')],
    carriage: named,
    options: ({ resolution }) => ({ providerOptions: { replicate: { resolution } } }),
    makeModel: ({ model, baseUrl, fetch }) =>
      createReplicate({ apiToken: 'not-ours', baseURL: baseUrl, fetch }).video(model),
  }),
  minimax: aiSdkVideos({
    protocol: 'sdk-minimax',
    displayName: 'MiniMax by @ai-sdk/minimax',
    ...behind(nativeMiniMax),
    models: [
      factsOf('MiniMax-H3', {
        durationsSeconds: everySecond(4, 15),
        resolutions: ['768p'],
        audio: 'always',
      }),
    ],
    carriage,
    options: () => ({ providerOptions: { minimax: { resolution: '768P' } } }),
    makeModel: ({ model, baseUrl, fetch }) =>
      createMiniMax({ apiKey: 'not-ours', baseURL: baseUrl, fetch }).video(model),
  }),
  fal: aiSdkVideos({
    protocol: 'sdk-fal',
    displayName: 'fal by @ai-sdk/fal',
    ...behind(nativeFal),
    models: [factsOf('fal-ai/veo3/text-to-video')],
    carriage: named,
    options: ({ resolution }) => ({ providerOptions: { fal: { resolution } } }),
    // What a model made of its request is an error with a list, whatever its status.
    readFailure: ({ body }) =>
      Array.isArray(z.object({ detail: z.json() }).safeParse(body).data?.detail)
        ? { kind: 'internal', charge: 'unknown' }
        : undefined,
    // Its base URL is fixed; the mock needs to know it for the links in its responses.
    makeModel: ({ model, fetch }) =>
      createFal({
        apiKey: 'not-ours',
        fetch: (url, init) => {
          const headers = new Headers(init?.headers);
          headers.set('x-fal-target-url', url instanceof Request ? url.url : String(url));
          return fetch(url, { ...init, headers });
        },
      }).video(model),
  }),
} as const;
export type Maker = keyof typeof makers;
export const makerNames = [
  'xai',
  'replicate',
  'minimax',
  'fal',
] as const satisfies readonly Maker[];

/** Base path of each at the mock. */
export const pathOf = { xai: '/xai', replicate: '/replicate/v1', minimax: '/minimax', fal: '/fal' };
