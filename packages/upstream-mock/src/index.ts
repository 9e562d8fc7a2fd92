export { renderPng } from './media/render-png.ts';
export { renderVideo } from './media/render-video.ts';
export type { PictureScene, VideoScene } from './media/scene.ts';
export type { PersonalityName } from './personalities/known-personalities.ts';
export type { MockFault } from './server/mock-fault.ts';
export { type MockServer, type MockServerOptions, startMockServer } from './server/mock-server.ts';
export {
  blockProviders,
  type BlockOptions,
  ProviderBlocked,
} from './testing/block-providers.ts';
export { knownTokens } from './tokens/known-tokens.ts';
export type { LedgerView } from './world/ledger-view.ts';
export type { MockAccountSettings } from './world/mock-account.ts';
export type { MockJobState } from './world/mock-job.ts';
