import type { ProviderDefinition } from './engine/provider-description.ts';

/** A protocol that comes with the product; what knows it is loaded when it is asked for. */
export interface KnownProvider {
  /** Its named places. */
  readonly endpoints: readonly string[];
  load(): Promise<ProviderDefinition>;
}

/** Every protocol by its id. */
export const knownProviders: { readonly [protocol: string]: KnownProvider } = {
  ark: {
    endpoints: ['ark-intl', 'ark-cn'],
    load: async () => (await import('./ark/index.ts')).ark,
  },
  kling: {
    endpoints: ['kling-global', 'kling-cn'],
    load: async () => (await import('./kling/index.ts')).kling,
  },
  'openai-videos': {
    endpoints: [],
    load: async () => (await import('./openai-videos/index.ts')).openaiVideos,
  },
};

/** Where the catalog files that come with this package lie: the same from the sources and from what is built of them. */
export const presetFolder = new URL('../presets/', import.meta.url);
