import type { ProviderDefinition } from './engine/provider-description.ts';

/** A protocol that comes with the product; its code is loaded on demand. */
export interface KnownProvider {
  /** Its named endpoints. */
  readonly endpoints: readonly string[];
  load(): Promise<ProviderDefinition>;
}

/** Every protocol by its id. */
export const knownProviders: { readonly [protocol: string]: KnownProvider } = {
  ark: {
    endpoints: ['ark-intl', 'ark-cn'],
    load: async () => (await import('./ark/index.ts')).ark,
  },
  dashscope: {
    endpoints: ['dashscope-intl', 'dashscope-cn'],
    load: async () => (await import('./dashscope/index.ts')).dashscope,
  },
  fal: {
    endpoints: ['fal'],
    load: async () => (await import('./fal/index.ts')).fal,
  },
  google: {
    endpoints: ['google'],
    load: async () => (await import('./google/index.ts')).google,
  },
  'keyed-videos': {
    endpoints: [],
    load: async () => (await import('./keyed-videos/index.ts')).keyedVideos,
  },
  kling: {
    endpoints: ['kling-global', 'kling-cn'],
    load: async () => (await import('./kling/index.ts')).kling,
  },
  luma: {
    endpoints: ['luma'],
    load: async () => (await import('./luma/index.ts')).luma,
  },
  minimax: {
    endpoints: ['minimax-global', 'minimax-cn'],
    load: async () => (await import('./minimax/index.ts')).minimax,
  },
  'openai-images': {
    endpoints: ['openai'],
    load: async () => (await import('./openai-images/index.ts')).openaiImages,
  },
  'openai-videos': {
    endpoints: [],
    load: async () => (await import('./openai-videos/index.ts')).openaiVideos,
  },
  openrouter: {
    endpoints: ['openrouter'],
    load: async () => (await import('./openrouter/index.ts')).openrouter,
  },
  replicate: {
    endpoints: ['replicate'],
    load: async () => (await import('./replicate/index.ts')).replicate,
  },
  runway: {
    endpoints: ['runway'],
    load: async () => (await import('./runway/index.ts')).runway,
  },
  vidu: {
    endpoints: ['vidu-global', 'vidu-cn'],
    load: async () => (await import('./vidu/index.ts')).vidu,
  },
  xai: {
    endpoints: ['xai'],
    load: async () => (await import('./xai/index.ts')).xai,
  },
};
