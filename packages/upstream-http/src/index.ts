export { createTaskProvider, type TaskProviderDeps } from './engine/create-task-provider.ts';
export { createHttpTransport } from './engine/http-transport.ts';
export { type KnownProvider, knownProviders } from './known-providers.ts';
export type { OpenUrl, OpenUrlCall } from './engine/open-output.ts';
export type { Place } from './engine/place.ts';
export * from './engine/provider-description.ts';
export {
  NotSent,
  type Transport,
  type TransportAnswer,
  type TransportCall,
} from './engine/transport.ts';
