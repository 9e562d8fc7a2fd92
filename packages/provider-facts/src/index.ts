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
