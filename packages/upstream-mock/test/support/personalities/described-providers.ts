import type { GenerationRequest } from '@filmgate/core';
import {
  ark as arkFacts,
  dashscope as dashscopeFacts,
  google as googleFacts,
  kling as klingFacts,
  luma as lumaFacts,
  minimax as minimaxFacts,
  fal as falFacts,
  openAiVideos as openAiFacts,
  openRouter as openRouterFacts,
  type ProviderFacts,
  replicate as replicateFacts,
  runway as runwayFacts,
  vertex as vertexFacts,
  vidu as viduFacts,
  xai as xaiFacts,
} from '@filmgate/provider-facts';
import type { ProviderDescription } from '@filmgate/upstream-http';
import { ark } from '@filmgate/upstream-http/ark';
import { dashscope } from '@filmgate/upstream-http/dashscope';
import { fal } from '@filmgate/upstream-http/fal';
import { google } from '@filmgate/upstream-http/google';
import { kling } from '@filmgate/upstream-http/kling';
import { luma } from '@filmgate/upstream-http/luma';
import { minimax } from '@filmgate/upstream-http/minimax';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { openrouter } from '@filmgate/upstream-http/openrouter';
import { replicate } from '@filmgate/upstream-http/replicate';
import { runway } from '@filmgate/upstream-http/runway';
import { vertex } from '@filmgate/upstream-http/vertex';
import { vidu } from '@filmgate/upstream-http/vidu';
import { xai } from '@filmgate/upstream-http/xai';

/** The gateway's description of a provider, and the mock's address for that provider. */
export interface DescribedProvider {
  readonly name: string;
  readonly description: ProviderDescription;
  readonly base: string;
  readonly model: string;
  readonly secret: string;
  readonly facts: ProviderFacts;
  readonly request: Partial<GenerationRequest>;
  /** True for a model without the mark of its protocol: its tasks are found only if the key is exclusive. */
  readonly isUnmarked?: true;
}

const shortest = { durationSeconds: 3, resolution: '720p' } as const;
export const describedProviders: readonly DescribedProvider[] = [
  {
    name: 'kling',
    description: kling.describe({}),
    base: '/kling',
    model: 'kling-3.0',
    secret: 'key-1',
    facts: klingFacts,
    request: shortest,
  },
  {
    name: 'ark',
    description: ark.describe({}),
    base: '/ark/api/v3',
    model: 'doubao-seedance-2-0-260128',
    secret: 'key-1',
    facts: arkFacts,
    request: { durationSeconds: 4, resolution: '480p' },
  },
  {
    name: 'openai-videos, with a list',
    description: openaiVideos.describe({ dialect: { list: true } }),
    base: '/openai-videos/v1',
    model: 'sora-2',
    secret: 'key-1',
    facts: openAiFacts,
    request: shortest,
  },
  {
    name: 'openai-videos, filmgate',
    description: openaiVideos.describe({ dialect: 'filmgate' }),
    base: '/openai-videos/v1',
    model: 'sora-2',
    secret: 'key-2',
    facts: openAiFacts,
    request: shortest,
  },
  {
    name: 'minimax',
    description: minimax.describe({}),
    base: '/minimax',
    model: 'MiniMax-H3',
    secret: 'key-1',
    facts: minimaxFacts,
    request: { durationSeconds: 4, resolution: '768p', generateAudio: true },
  },
  {
    name: 'dashscope',
    description: dashscope.describe({}),
    base: '/dashscope/api/v1',
    model: 'wan3.0-video',
    secret: 'key-1',
    facts: dashscopeFacts,
    request: { durationSeconds: 2, resolution: '480p' },
  },
  {
    name: 'google',
    description: google.describe({}),
    base: '/google',
    model: 'gemini-omni-1.1-flash',
    secret: 'key-1',
    facts: googleFacts,
    request: { ...shortest, generateAudio: true },
  },
  {
    name: 'vertex',
    description: vertex.describe({}),
    base: '/google/v1/projects/p-1/locations/us-central1',
    model: 'veo-3.1-fast-generate-001',
    secret: 'key-1',
    facts: vertexFacts,
    request: { durationSeconds: 4, resolution: '720p' },
  },
  {
    name: 'runway',
    description: runway.describe({}),
    base: '/runway',
    model: 'gen4.5',
    secret: 'key-1',
    facts: runwayFacts,
    request: { durationSeconds: 2, resolution: '720p' },
  },
  {
    name: 'xai',
    description: xai.describe({}),
    base: '/xai',
    model: 'grok-imagine-video',
    secret: 'key-1',
    facts: xaiFacts,
    request: { durationSeconds: 1, resolution: '480p' },
  },
  {
    name: 'luma',
    description: luma.describe({}),
    base: '/luma/v1',
    model: 'ray-3.2',
    secret: 'key-1',
    facts: lumaFacts,
    request: { durationSeconds: 5, resolution: '360p' },
  },
  {
    name: 'vidu',
    description: vidu.describe({}),
    base: '/vidu',
    model: 'viduq3-turbo',
    secret: 'key-1',
    facts: viduFacts,
    request: { durationSeconds: 1, resolution: '540p' },
  },
  {
    name: 'openrouter',
    description: openrouter.describe({}),
    base: '/openrouter/api/v1',
    model: 'alibaba/wan-3.0',
    secret: 'key-1',
    facts: openRouterFacts,
    request: { durationSeconds: 2, resolution: '480p' },
  },
  {
    name: 'replicate',
    description: replicate.describe({}),
    base: '/replicate/v1',
    model: 'google/veo-3.1-fast',
    secret: 'key-1',
    facts: replicateFacts,
    request: { durationSeconds: 4, resolution: '720p' },
  },
  {
    name: 'replicate, without a seed',
    description: replicate.describe({}),
    base: '/replicate/v1',
    model: 'kwaivgi/kling-v2.6',
    secret: 'key-2',
    facts: replicateFacts,
    request: { durationSeconds: 5, resolution: '1080p' },
    isUnmarked: true,
  },
  {
    name: 'fal',
    description: fal.describe({}),
    base: '/fal',
    model: 'fal-ai/veo3.1',
    secret: 'key-1',
    facts: falFacts,
    request: { durationSeconds: 4, resolution: '720p' },
  },
  {
    name: 'fal, without a seed',
    description: fal.describe({}),
    base: '/fal',
    model: 'fal-ai/kling-video/v3/standard/text-to-video',
    secret: 'key-2',
    facts: falFacts,
    request: { durationSeconds: 5, resolution: '720p' },
    isUnmarked: true,
  },
];
