export { ark } from './ark.ts';
export { kling } from './kling.ts';
export { openAiVideos } from './openai-videos.ts';
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
export { runway } from './runway.ts';
export { aimlapi } from './aimlapi.ts';
export { kie } from './kie.ts';
export { luma } from './luma.ts';
export { minimax } from './minimax.ts';
export { openRouter } from './openrouter.ts';
export { xai } from './xai.ts';
