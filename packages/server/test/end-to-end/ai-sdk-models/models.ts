import { createReplicate } from '@ai-sdk/replicate';
import { createXai } from '@ai-sdk/xai';
import { aiSdkVideos } from '@filmgate/upstream-ai-sdk';
import {
  type Carriage,
  everySecond,
  objectIn,
  offerVideos,
  type VideoModelFacts,
} from '@filmgate/upstream-http';
import { replicate as shipped } from '@filmgate/upstream-http/replicate';

// Everything that the model may be asked for: what this table does not allow is never ordered.
const facts: VideoModelFacts = {
  model: 'grok-imagine-video-1.5',
  durationsSeconds: everySecond(1, 15),
  aspectRatios: ['16:9', '1:1', '9:16'],
  resolutions: ['480p', '720p'],
  audio: 'optional',
  promptLimit: 4_096,
  references: { first_frame: 1 },
  mostReferences: 1,
  conditions: [],
  source: 'https://docs.x.ai/developers/model-capabilities/video/generation',
  read: '2026-11-30',
};
const carriage: Carriage = {
  media: { image: { contentTypes: ['image/jpeg', 'image/png'], largest: 20_000_000 } },
  roles: ['first_frame'],
  largestTotal: 20_000_000,
};
const errors = { source: 'https://docs.x.ai/docs/key-information/debugging', read: '2026-11-28' };

export const grok = aiSdkVideos({
  protocol: 'grok',
  displayName: 'Grok Imagine by @ai-sdk/xai',
  endpoints: { grok: { baseUrl: 'https://api.x.ai/v1', resultHosts: ['*.x.ai'] } },
  makeModel: ({ model, baseUrl, fetch }) =>
    createXai({ apiKey: 'set by the gateway', baseURL: baseUrl, fetch }).video(model),
  options: ({ resolution }) => ({ providerOptions: { xai: { resolution } } }),
  models: [facts],
  carriage,
  families: [
    offerVideos(facts, {
      id: 'grok-video',
      displayName: 'Grok Video',
      description: 'Videos of 1 to 15 seconds from a text or a first frame.',
      ownedBy: 'xai',
      perSecond: { '480p': 80_000, '720p': 140_000 },
      dollars: 0.000001,
      source: 'https://docs.x.ai/developers/pricing',
      read: '2026-11-30',
    }),
  ],
  refusals: [
    { status: 400, code: 'invalid-argument', kind: 'invalid', scope: 'request', ...errors },
    { status: 401, code: 'unauthenticated*', kind: 'login', scope: 'account', ...errors },
    { status: 429, code: 'resource-exhausted', kind: 'rate_limited', scope: 'account', ...errors },
  ],
  readRefusal: ({ body }) => {
    const { code, error, usage } = objectIn(body) ?? {};
    if (typeof code !== 'string' || typeof error !== 'string' || usage !== undefined)
      return undefined;
    return { code, message: error };
  },
});

const { credential, refusals, readRefusal } = shipped.describe({});

export const replicated = aiSdkVideos({
  protocol: 'replicated',
  displayName: 'Replicate by @ai-sdk/replicate',
  ...{ credential, endpoints: {}, refusals, readRefusal },
  makeModel: ({ model, baseUrl, fetch }) =>
    createReplicate({ apiToken: 'set by the gateway', baseURL: baseUrl, fetch }).video(model),
  options: ({ resolution }) => ({ providerOptions: { replicate: { resolution } } }),
  models: [{ ...facts, model: 'bytedance/seedance-2.0', durationsSeconds: [4, 5], audio: 'none' }],
  carriage: { ...carriage, modelsHaveParts: { least: 2, most: 2 } },
});
