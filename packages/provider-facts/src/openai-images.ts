import { openAiVideos } from './openai-videos.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** The images API of OpenAI and of compatible servers: errors as of their other APIs, and no task to find again. */
export const openAiImages: ProviderFacts = {
  ...openAiVideos,
  provider: 'openai-images',
  source: {
    page: 'developers.openai.com/api/reference/resources/images; OpenAI API reference, Error codes',
    read: '2026-12-01',
  },
  failures: {
    ...openAiVideos.failures,
    policy: {
      code: 'moderation_blocked',
      message: 'the request was rejected by the safety system',
    },
    internal: { code: 'server_error', message: 'the image could not be made' },
  },
  lookup: 'none',
};
