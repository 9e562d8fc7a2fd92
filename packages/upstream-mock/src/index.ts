export { runCommand } from './commands/run-command.ts';
export { renderPng } from './media/render-png.ts';
export { renderVideo } from './media/render-video.ts';
export type { PictureScene, VideoScene } from './media/scene.ts';
export type { CallbackEvent } from './callbacks/callback-order.ts';
export type { ExchangeEnd, ExchangeOp, Reported } from './evidence/exchange.ts';
export type { JournalEntry, JournalPage } from './evidence/journal.ts';
export type { PersonalityName } from './personalities/known-personalities.ts';
export type { MockFault } from './server/mock-fault.ts';
export { type MockServer, type MockServerOptions, startMockServer } from './server/mock-server.ts';
export {
  type ChaosPlan,
  type ChaosProfile,
  drawCallbackFault,
  drawFaults,
  type PlannedFault,
} from './scenario/chaos.ts';
export type { Scenario, ScenarioRule, ScenarioStep } from './scenario/scenario.ts';
export type { RequestLine } from './server/request-line.ts';
export {
  blockProviders,
  type BlockOptions,
  ProviderBlocked,
} from './testing/block-providers.ts';
export type {
  ClientSettings,
  ClientWithEnvironment,
  DownloadVideo,
} from './testing/client-settings.ts';
export type { ClockMode, ClockState, SpaceClock } from './testing/space-clock.ts';
export type { RuledOp } from './rules/rule.ts';
export type {
  RuleWhen,
  RuleWindow,
  SpaceRule,
  SpaceRules,
  SpaceRuleCounts,
} from './testing/space-rules.ts';
export { type StartedMock, startMock, type StartMockOptions } from './testing/start-mock.ts';
export type { JournalWish, TestSpace } from './testing/test-space.ts';
export { VerdictError } from './testing/verdict-error.ts';
export { knownTokens } from './tokens/token-readers.ts';
export type { Finding, FindingCode, Unknown as UnknownFinding } from './verdict/finding.ts';
export type { Verdict } from './verdict/verdict.ts';
export type { LedgerCounts, LedgerEntry, LedgerView } from './world/ledger-view.ts';
export type { MockAccountSettings } from './world/mock-account.ts';
export type { MockJobState } from './world/mock-job.ts';
