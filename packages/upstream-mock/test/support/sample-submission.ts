import type { MockSubmission } from '../../src/job/mock-job.ts';

/** A submission of four seconds at 720p, which costs 8 credits, but for what is given. */
export function sampleSubmission(given: Partial<MockSubmission> = {}): MockSubmission {
  return {
    correlationId: 'job-1.1',
    model: 'vm_std-2.0',
    mediaType: 'video',
    prompt: 'a lighthouse',
    negativePrompt: null,
    durationSeconds: 4,
    aspectRatio: '16:9',
    resolution: '720p',
    width: 64,
    height: 36,
    audio: false,
    references: [],
    wire: 'mock',
    echo: {},
    ...given,
  };
}
