/** Providers whose APIs the mock can speak, in the order of listings; also the first segment of their paths. */
export const personalityNames = [
  'kling',
  'ark',
  'openai-videos',
  'fal',
  'replicate',
  'runway',
  'google',
  'openrouter',
  'luma',
  'minimax',
  'xai',
  'kie',
  'aimlapi',
] as const;

/** A provider whose API the mock can speak. */
export type PersonalityName = (typeof personalityNames)[number];
