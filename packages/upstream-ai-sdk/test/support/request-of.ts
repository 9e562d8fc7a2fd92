import type { GenerationRequest } from '@filmgate/core';
import type { Maker } from './makers.ts';

/** A request that a maker accepts. */
export function requestOf(maker: Maker, prompt: string): GenerationRequest {
  return {
    mediaType: 'video',
    model: 'any',
    family: 'any',
    prompt,
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'explicit',
    resolution: maker === 'minimax' ? '768p' : '480p',
    generateAudio: maker === 'minimax',
    references: [],
  };
}
