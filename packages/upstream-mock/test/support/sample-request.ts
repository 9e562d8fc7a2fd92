import type { GenerationRequest } from '@filmgate/core';

/** A second of video without sound, but for what is given. */
export function sampleRequest(given: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    model: 'vm_std-2.0',
    family: 'vm_std-2.0',
    mediaType: 'video',
    prompt: 'a lighthouse',
    negativePrompt: null,
    durationSeconds: 1,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '480p',
    generateAudio: false,
    references: [],
    ...given,
  };
}
