import type { PersonalityName } from './personality-names.ts';
import type { CreatePersonality, Personality, PersonalityContext } from '../engine/personality.ts';

/** Loaded on demand: a start without any reads none of their files. */
const loaders: { readonly [name in PersonalityName]: () => Promise<CreatePersonality> } = {
  kling: async () => (await import('./kling/kling.ts')).createKling,
  ark: async () => (await import('./ark/ark.ts')).createArk,
  'openai-videos': async () =>
    (await import('./openai-videos/openai-videos.ts')).createOpenAiVideos,
  'openai-images': async () =>
    (await import('./openai-images/openai-images.ts')).createOpenAiImages,
  fal: async () => (await import('./fal/fal.ts')).createFal,
  replicate: async () => (await import('./replicate/replicate.ts')).createReplicate,
  runway: async () => (await import('./runway/runway.ts')).createRunway,
  google: async () => (await import('./google/google.ts')).createGoogle,
  openrouter: async () => (await import('./openrouter/openrouter.ts')).createOpenRouter,
  luma: async () => (await import('./luma/luma.ts')).createLuma,
  minimax: async () => (await import('./minimax/minimax.ts')).createMiniMax,
  dashscope: async () => (await import('./dashscope/dashscope.ts')).createDashScope,
  xai: async () => (await import('./xai/xai.ts')).createXai,
  vidu: async () => (await import('./vidu/vidu.ts')).createVidu,
  kie: async () => (await import('./kie/kie.ts')).createKie,
  aimlapi: async () => (await import('./aimlapi/aimlapi.ts')).createAimlapi,
};

/** Creates personalities for a space, by their path prefix. */
export type OpenPersonalities = (context: PersonalityContext) => ReadonlyMap<string, Personality>;

/** Loaded personalities, and those of each name before any space exists. */
export interface LoadedPersonalities {
  readonly open: OpenPersonalities;
  readonly wires: ReadonlyMap<string, CreatePersonality>;
}

/** Loads the requested personalities, so that every space can create its own. */
export async function loadPersonalities(
  names: readonly PersonalityName[],
): Promise<LoadedPersonalities> {
  const loaded: [PersonalityName, CreatePersonality][] = [];
  // In sequence: Jest 30 on Node 20 fails if two modules that are being loaded share a module.
  for (const name of names) loaded.push([name, await loaders[name]()]);
  const wires = new Map(loaded);
  return {
    open: (context) => new Map(loaded.map(([name, create]) => [name, create(context)])),
    wires,
  };
}
