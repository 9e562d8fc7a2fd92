export { aimlapi } from './aimlapi.ts';
export { ark } from './ark.ts';
export { dashscope } from './dashscope.ts';
export { fal, falErrors } from './fal.ts';
export { google } from './google.ts';
export { kie } from './kie.ts';
export { factsOf, knownFacts } from './known-facts.ts';
export { kling } from './kling.ts';
export { luma } from './luma.ts';
export { minimax } from './minimax.ts';
export { openAiImages } from './openai-images.ts';
export {
  filmgateRefusals,
  liteLlmRefusals,
  newApiRefusals,
  type ServerRefusals,
} from './openai-servers.ts';
export { openAiVideos } from './openai-videos.ts';
export { openRouter } from './openrouter.ts';
export {
  type ErrorFact,
  errorOf,
  type Lookup,
  type ProviderFacts,
  type RefusalKind,
  type RefusalProof,
  type Source,
  type StateWords,
} from './provider-facts.ts';
export { replicate } from './replicate.ts';
export { runway } from './runway.ts';
export { vertex } from './vertex.ts';
export { vidu } from './vidu.ts';
export { xai } from './xai.ts';
