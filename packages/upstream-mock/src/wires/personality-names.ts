/** Providers whose APIs the mock can speak, in the order of listings; also the first segment of their paths. */
export const personalityNames = [
  'kling',
  'ark',
  'openai-videos',
  'openai-images',
  'fal',
  'replicate',
  'runway',
  'google',
  'openrouter',
  'luma',
  'minimax',
  'dashscope',
  'xai',
  'vidu',
  'kie',
  'aimlapi',
] as const;

/** A provider whose API the mock can speak. */
export type PersonalityName = (typeof personalityNames)[number];

/** Additions of the base URLs of a provider's clients to its name; none by default. */
const versions: { readonly [name in PersonalityName]?: string } = {
  ark: '/api/v3',
  'openai-videos': '/v1',
  'openai-images': '/v1',
  fal: '/',
  replicate: '/v1',
  openrouter: '/api/v1',
  luma: '/v1',
  dashscope: '/api/v1',
  xai: '/v1',
};

/** Path of the base URL that a provider's clients are given, after the URL of a space. */
export function basePath(wire: string): string {
  return `/${wire}${new Map(Object.entries(versions)).get(wire) ?? ''}`;
}
