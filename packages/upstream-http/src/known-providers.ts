import type { ProviderDefinition } from './engine/provider-description.ts';

/** A protocol that comes with the product; its code is loaded on demand. */
export interface KnownProvider {
  /** Its named endpoints. */
  readonly endpoints: readonly string[];
  load(): Promise<ProviderDefinition>;
}

function known(load: KnownProvider['load'], ...endpoints: readonly string[]): KnownProvider {
  return { endpoints, load };
}

/** Every protocol by its id. */
export const knownProviders: { readonly [protocol: string]: KnownProvider } = {
  ark: known(async () => (await import('./ark/index.ts')).ark, 'ark-intl', 'ark-cn'),
  dashscope: known(
    async () => (await import('./dashscope/index.ts')).dashscope,
    'dashscope-intl',
    'dashscope-cn',
  ),
  fal: known(async () => (await import('./fal/index.ts')).fal, 'fal'),
  google: known(async () => (await import('./google/index.ts')).google, 'google'),
  'keyed-videos': known(async () => (await import('./keyed-videos/index.ts')).keyedVideos),
  kling: known(async () => (await import('./kling/index.ts')).kling, 'kling-global', 'kling-cn'),
  luma: known(async () => (await import('./luma/index.ts')).luma, 'luma'),
  minimax: known(
    async () => (await import('./minimax/index.ts')).minimax,
    'minimax-global',
    'minimax-cn',
  ),
  'openai-images': known(
    async () => (await import('./openai-images/index.ts')).openaiImages,
    'openai',
  ),
  'openai-videos': known(async () => (await import('./openai-videos/index.ts')).openaiVideos),
  openrouter: known(async () => (await import('./openrouter/index.ts')).openrouter, 'openrouter'),
  replicate: known(async () => (await import('./replicate/index.ts')).replicate, 'replicate'),
  runway: known(async () => (await import('./runway/index.ts')).runway, 'runway'),
  vertex: known(async () => (await import('./vertex/index.ts')).vertex, 'vertex'),
  vidu: known(async () => (await import('./vidu/index.ts')).vidu, 'vidu-global', 'vidu-cn'),
  xai: known(async () => (await import('./xai/index.ts')).xai, 'xai'),
};
