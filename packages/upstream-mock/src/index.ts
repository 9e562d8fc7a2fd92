export { runCommand } from './commands/run-command.ts';
export { renderPng } from './media/render-png.ts';
export { renderVideo } from './media/render-video.ts';
export type { PictureScene, VideoScene } from './media/scene/scene.ts';
export type { CallbackEvent } from './job/callback-order.ts';
export type { ExchangeEnd, ExchangeOp, Reported } from './records/exchange.ts';
export type { JournalEntry, JournalPage } from './records/journal.ts';
export type { PersonalityName } from './wires/personality-names.ts';
export type { MockFault } from './server/mock-fault.ts';
export { type MockServer, type MockServerOptions, startMockServer } from './server/mock-server.ts';
export {
  type ChaosPlan,
  type ChaosProfile,
  type ChaosSeed,
  drawCallbackFault,
  drawFaults,
  type PlannedFault,
} from './faults/chaos.ts';
export type {
  RuleThen,
  RuleWhen,
  RuleWindow,
  Scenario,
  ScenarioRule,
  ScenarioStep,
  SpaceRule,
} from './faults/scenario.ts';
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
export type { RuledOp } from './faults/ruled-op.ts';
export type { SpaceRules, SpaceRuleCounts } from './testing/space-rules.ts';
export { type StartedMock, startMock, type StartMockOptions } from './testing/start-mock.ts';
export type { JournalWish, TestSpace } from './testing/test-space.ts';
export { type FailedVerdict, VerdictError } from './testing/verdict-error.ts';
export type { FindingCounts, VerdictOptions } from './testing/verdict-options.ts';
export type { SpaceVerdict } from './testing/space-verdict.ts';
export { knownTokens } from './faults/fault-table.ts';
export type { Exceptions, Missing, Outcome, Remark } from './verdict/exceptions.ts';
export type {
  Cause,
  Evidence,
  Finding,
  FindingCode,
  Undecided,
  VerdictCode,
} from './verdict/finding.ts';
export type { Verdict, Verdicts } from './verdict/verdict.ts';
export type { LedgerCounts, LedgerEntry, LedgerView } from './state/ledger.ts';
export type { MockAccountSettings } from './job/mock-account.ts';
export type { MockJobState } from './job/mock-job.ts';
