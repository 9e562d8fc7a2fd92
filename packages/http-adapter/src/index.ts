export { addressPrefixes, type AddressPrefixes } from './http/address-prefix.ts';
export type { RequestLog, RecordRequest } from './http/request-record.ts';
export { isCallerInStore } from './video-task-api/credentials.ts';
export { createFailedCredentials, type FailedCredentials } from './http/failed-credentials.ts';
export { createSessionEnds, type SessionEnds } from './http/session-guard.ts';
export {
  type AssetLinks,
  type AssetLinkSigner,
  createAssetLinks,
  type LinkedAsset,
  type LinkedReferences,
} from './http/asset-links.ts';
export { createNoticeUrls } from './http/notice-url.ts';
export type { SignedQuery, UrlSigner } from './http/signed-url.ts';
export type { WaitingDeps } from './generations/generation-context.ts';
export type { Authenticated, VideoTaskApiDeps } from './video-task-api/deps.ts';
export {
  createVideoTaskApi,
  videoTaskErrorCodes,
} from './video-task-api/plugin.ts';
export {
  type ServedPoll,
  createPollFastPath,
  type FastPath,
  type PollFastPathParts,
} from './video-task-api/tasks/poll-fast-path.ts';
export { videoTaskServerOptions } from './video-task-api/failure.ts';
export type { ErrorCodes } from './http/error-codes.ts';
export {
  defaultVideoTaskApiSettings,
  type VideoTaskApiChoices,
  videoTaskRoutes,
  type VideoTaskRoutes,
  type VideoTaskApiSettings,
} from './video-task-api/deps.ts';
export type {
  Administrator,
  SecondFactor,
  SecondFactorCheck,
} from './admin-api/administrator.ts';
export type {
  AdminApiDeps,
  NewApiKey,
  BelievedTime,
  ChangedSettings,
  GatewaySettings,
  Metrics,
  StoreStatus,
} from './admin-api/deps.ts';
export { createAdminApi } from './admin-api/plugin.ts';
export { type AdminApiSettings, defaultAdminApiSettings } from './admin-api/deps.ts';
export { adminDescription } from './admin-api/plugin.ts';
export type { MetaDeps } from './meta/plugin.ts';
export { createMetaRoutes, strictTransportOf } from './meta/plugin.ts';
export type { Readiness } from './meta/plugin.ts';
export type { SecurityScheme, SurfaceDescription } from './http/surface-description.ts';
export { videoTaskDescription } from './video-task-api/plugin.ts';
export {
  createLocalGenerationApi,
  localGenerationErrorCodes,
} from './local-generation-api/plugin.ts';
export {
  findUnloggedRequests,
  type UnloggedRequestsDeps,
} from './local-generation-api/find-unlogged-requests.ts';
export { localGenerationDescription } from './local-generation-api/plugin.ts';
export { localGenerationServerOptions } from './local-generation-api/failure.ts';
export type { LocalGenerationApiDeps } from './local-generation-api/deps.ts';
export {
  defaultLocalGenerationApiSettings,
  type LocalGenerationApiChoices,
  localGenerationRoutes,
  type LocalGenerationRoutes,
  type LocalGenerationApiSettings,
} from './local-generation-api/deps.ts';
export type { PagesDeps } from './pages/plugin.ts';
export type { PageFile, PageFiles } from './pages/page-files.ts';
export { createPages } from './pages/plugin.ts';
export {
  createRequestBounds,
  type BoundsAtOnce,
  type RequestBounds,
  type RequestLimits,
} from './http/request-bounds.ts';
export type { GatewayStatus, MeasuredDisk } from './admin-api/deps.ts';
export type { ProviderDetail } from './admin-api/schemas/account-options.ts';
export type { SettingRecord } from './admin-api/schemas/setting.ts';
export type { AllowanceLimits } from './http/allowance.ts';
export type { PaceLimits } from './http/transfer-pace.ts';
export type { ConnectionLimits } from './http/connection-bounds.ts';
export type { LiveEventsSettings } from './http/live-events-settings.ts';
export { encodeAdminJob, type JobNames } from './admin-api/schemas/encode-job.ts';
export { encodeLookedUp, encodeReportedWork } from './admin-api/schemas/encode-work.ts';
export { type AuditedChange, entryMaker } from './admin-api/audit.ts';
export { auditOfJobs, type SaidOfOutcome } from './admin-api/audit-of-jobs.ts';
export { encodeTrailStep, type TrailStepRecord } from './admin-api/schemas/trail.ts';
export { namesOfJobs } from './admin-api/schemas/names-of-jobs.ts';
export {
  adminJob,
  type AdminJobRecord,
  adminJobDetail,
  checkedJob,
  type CheckedJobRecord,
  lookedUpWork,
  type LookedUpWorkRecord,
  resolvedJob,
  type ReportedWorkRecord,
} from './admin-api/schemas/job.ts';
export { pageOf } from './admin-api/schemas/page.ts';
