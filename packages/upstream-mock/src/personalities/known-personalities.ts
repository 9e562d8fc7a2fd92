import type { CreatePersonality, Personality, PersonalityContext } from './personality.ts';

/** Loaded when they are named, and no sooner: a start without any reads none of their files. */
const loaders = {
  kling: async () => (await import('./kling/kling-personality.ts')).createKling,
  ark: async () => (await import('./ark/ark-personality.ts')).createArk,
  'openai-videos': async () =>
    (await import('./openai-videos/openai-videos-personality.ts')).createOpenAiVideos,
  fal: async () => (await import('./fal/fal-personality.ts')).createFal,
  replicate: async () => (await import('./replicate/replicate-personality.ts')).createReplicate,
} satisfies { readonly [name: string]: () => Promise<CreatePersonality> };

/** A provider's wire the mock can speak; also the first segment of its paths. */
export type PersonalityName = keyof typeof loaders;

/** In the order they are listed to people. */
export const personalityNames: readonly PersonalityName[] = [
  'kling',
  'ark',
  'openai-videos',
  'fal',
  'replicate',
];

/** Makes the personalities that were asked for, by their path prefix. */
export async function openPersonalities(
  names: readonly PersonalityName[],
  context: PersonalityContext,
): Promise<ReadonlyMap<string, Personality>> {
  const made = names.map(async (name) => {
    const create: CreatePersonality = await loaders[name]();
    return [name, create(context)] as const;
  });
  return new Map(await Promise.all(made));
}
