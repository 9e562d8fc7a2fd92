import { aimlapi } from './aimlapi.ts';
import { ark } from './ark.ts';
import { dashscope } from './dashscope.ts';
import { fal } from './fal.ts';
import { google } from './google.ts';
import { kie } from './kie.ts';
import { kling } from './kling.ts';
import { luma } from './luma.ts';
import { minimax } from './minimax.ts';
import { openAiImages } from './openai-images.ts';
import { openAiVideos } from './openai-videos.ts';
import { openRouter } from './openrouter.ts';
import type { ProviderFacts } from './provider-facts.ts';
import { replicate } from './replicate.ts';
import { runway } from './runway.ts';
import { vertex } from './vertex.ts';
import { vidu } from './vidu.ts';
import { xai } from './xai.ts';

/** The facts about every provider, in the order of listings. */
export const knownFacts: readonly ProviderFacts[] = [
  kling,
  ark,
  openAiVideos,
  openAiImages,
  fal,
  replicate,
  runway,
  google,
  vertex,
  openRouter,
  luma,
  minimax,
  dashscope,
  xai,
  vidu,
  kie,
  aimlapi,
];

/** Facts about a provider by its name; undefined for an unknown one. */
export function factsOf(name: string): ProviderFacts | undefined {
  return knownFacts.find(({ provider }) => provider === name);
}
