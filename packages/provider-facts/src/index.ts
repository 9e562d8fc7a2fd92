export { fal, falErrors } from './fal.ts';
export { google } from './google.ts';
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
