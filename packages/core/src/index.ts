export type { Account, AccountCondition, AccountLoad } from './account/account.ts';
export {
  exportNoteName,
  exportNoteSchema,
  importNoteName,
  takeBack,
  transferNotes,
  whyNotToWork,
} from './transfer/migration-note.ts';
export {
  type MoveProgress,
  moveStore,
  type MoveStoreInput,
  type MoveStoreResult,
} from './transfer/move-store.ts';
export {
  type KeyClaim,
  type MarkRecord,
  type RecordCounts,
  type RecordPlace,
  type StoreRecord,
  type StoreRecordKind,
  storeRecordKinds,
  type StoreRecordOf,
  storeRecordSchema,
  type TrailLineRecord,
} from './transfer/store-record.ts';
export type {
  BeginImportOutcome,
  StoreExport,
  StoreImport,
  StoreView,
} from './transfer/store-transfer.ts';
export type { JsonValue } from './json/json-value.ts';
export type { AspectSource, GenerationRequest } from './job/generation-request.ts';
export type { AccountPenalty, JobEffect } from './job/job-effect.ts';
export { type JobFailure, type JobFailureCode, jobFailureCodes } from './job/job-failure.ts';
export { type FinalJobState, isFinal, type JobState, jobStates } from './job/job-state.ts';
export {
  type CreditState,
  type Job,
  type JobOrigin,
  jobOrigins,
  type QuotaState,
} from './job/job.ts';
export type { ReferenceDraft, ReferenceSource, RequestDraft } from './job/request-draft.ts';
export type { StoredResult } from './job/stored-result.ts';
export type { TrailEntry } from './job/trail-entry.ts';
export { freezeJob, freezeNext } from './job/freeze-job.ts';
export { JobListeners } from './job/job-listeners.ts';
export { jobParts } from './job/job-parts.ts';
export {
  type BlobSink,
  declineSource,
  receiveBlob,
  type ReceiveInput,
} from './blob/receive-blob.ts';
export { readStored, UnreadableJobs, UnreadablePart } from './job/unreadable-job.ts';
export type { UnreadableJob } from './job/unreadable-job.ts';
export { type TrailKind, trailKinds } from './job/trail-kind.ts';
export type { Warning } from './job/warning.ts';
export { type AspectRatio, aspectRatios } from './media/aspect-ratio.ts';
export type { MediaType } from './media/media-type.ts';
export {
  type Reference,
  type ReferenceKind,
  type ReferenceRole,
  referenceRoles,
} from './media/reference.ts';
export { type Resolution, resolutions } from './media/resolution.ts';
export type { ModelCatalog } from './model/model-catalog.ts';
export type { ModelFamily, ReferenceRules } from './model/model-family.ts';
export type { AccountPool, AccountProbe, AccountSettings } from './ports/account-pool.ts';
export type {
  AdminAccess,
  AdminSession,
  Audited,
  AuditEntry,
  AuditQuery,
} from './ports/admin-access.ts';
export type { ApiUser, ApiUsers, Erasure } from './ports/api-users.ts';
export type { Asset, AssetIndex, Holding, HoldOutcome } from './ports/asset-index.ts';
export type { BlobStore, OpenBlob, StageOutcome, StagedBlob } from './ports/blob-store.ts';
export type { Clock } from './ports/clock.ts';
export type { Digest } from './ports/digest.ts';
export type { EventLog } from './ports/event-log.ts';
export type { FreeSpace } from './ports/free-space.ts';
export type { GatewayPorts } from './ports/gateway-ports.ts';
export type { IdSource } from './ports/id-source.ts';
export type { JobEvents } from './ports/job-events.ts';
export type {
  AdmissionFacts,
  ChangedJobsOutcome,
  ChangedJobsQuery,
  DispatchRecord,
  JobListOutcome,
  JobListQuery,
  JobReader,
  QueueDepth,
} from './ports/job-reader.ts';
export type {
  AcceptJobInput,
  AcceptJobOutcome,
  Claim,
  ClaimDueInput,
  CommitInput,
  CommitOutcome,
  IdempotencyClaim,
  JobStore,
  MarkDispatchInput,
  MarkDispatchOutcome,
  RecordReceiptInput,
  RecordReceiptOutcome,
} from './ports/job-store.ts';
export type { OperationSamples, OperationSamplesQuery } from './ports/operation-samples.ts';
export type { FetchReference, SniffMedia } from './ports/reference-source.ts';
export type {
  RequestLogCountQuery,
  RequestLogEntry,
  RequestLogFilters,
  RequestLogPage,
  RequestLogQuery,
  RequestLogs,
} from './ports/request-logs.ts';
export type { NamedValues, StorageBundle, StorageManifest } from './ports/storage-bundle.ts';
export { StorageUnavailable, type UnavailableReason } from './ports/storage-unavailable.ts';
export type { LostMemory, StoreMemory } from './ports/store-memory.ts';
export type {
  OpenResultOutcome,
  PollOutcome,
  ProbeOutcome,
  ReadAsset,
  ReconcileOutcome,
  SubmitOutcome,
  UpstreamAccount,
  UpstreamClient,
  UpstreamDescription,
} from './ports/upstream-client.ts';
export type { QuotaUsage } from './quota/quota-usage.ts';
export { CallBuffer, type CallBufferBounds } from './request-log/call-buffer.ts';
export { type CallBucket, type CallClass, callClassOf } from './request-log/call-class.ts';
export { CallGatherer, type CallLikeness, RefusalBudget } from './request-log/call-gatherer.ts';
export { type CallTally, countCalls } from './request-log/count-calls.ts';
export { emptyBuckets, largestBucketCount } from './request-log/empty-buckets.ts';
export type {
  PreparedSubmission,
  UpstreamHandle,
  UpstreamOutput,
} from './upstream/upstream-handle.ts';
export {
  type UpstreamError,
  type UpstreamErrorKind,
  upstreamErrorKinds,
} from './upstream/upstream-refusal.ts';
export type { InvalidRequest } from './use-cases/checks/invalid-request.ts';
export { acknowledgeLoss, type AcknowledgeLossResult } from './use-cases/acknowledge-loss.ts';
export type {
  AcceptCommand,
  AcceptResult,
  AdmissionRefusal,
  AwaitResult,
  CheckResult,
  Gateway,
  OpenResultResult,
  OwnedJobId,
  RulingResult,
  StoreAssetCommand,
  StoreAssetResult,
} from './use-cases/gateway.ts';
export {
  type AccountRefusalReason,
  accountRefusalReasons,
  balanceTrustedForMs,
  type Demand,
} from './account/account-readiness.ts';
export { type Admission, judgeAdmission } from './account/admission.ts';
export {
  type AccountChoice,
  chooseAccount,
  type RefusedAccount,
} from './account/choose-account.ts';
export { balanceMove } from './account/balance-move.ts';
export { coversReservation } from './account/credit-room.ts';
export { demandOf } from './account/demand-of.ts';
export { explainWaiting, type FamilyWait, type WaitingReason } from './account/explain-waiting.ts';
export { freeFamilies } from './account/free-families.ts';
export { providerFailuresToOpen, providerOpenForMs } from './account/provider-circuit.ts';
export { poolCapacity, type PoolCapacity, type SlotCount } from './account/pool-capacity.ts';
export { awaitsRuling } from './job/awaits-ruling.ts';
export { erasedDetail, isContentErased, withoutContent, withoutResult } from './job/amend-job.ts';
export { describeFailure, failureCodeOf } from './job/describe-failure.ts';
export type { AccountRefusal, JobEvent, JobEventKind } from './job/job-event.ts';
export { allowedStates, transition, type TransitionResult } from './job/job-transition.ts';
export type { Step } from './job/transitions/step.ts';
export { canReserve, moveReservation, reserve } from './quota/quota-ledger.ts';
export type { CountedRequest, RequestCount } from './quota/request-count.ts';
export { countRequest, requestSlotMs, requestSlots } from './quota/request-count.ts';
export { judgeRoom, type RoomJudgement, type WaitingRoom } from './quota/waiting-room.ts';
export { advanceJob } from './use-cases/advance/advance-job.ts';
export type { StepResult, Work } from './use-cases/advance/work.ts';
export { createGateway } from './use-cases/create-gateway.ts';
export { defaultGatewayOptions, type GatewayOptions } from './use-cases/gateway-options.ts';
export { everyJob } from './use-cases/every-job.ts';
export { newJob } from './use-cases/new-job.ts';
export { eraseCalls, eraseUser } from './use-cases/erase-user.ts';
export { endStrandedJobs, type StrandedJobsContext } from './use-cases/end-stranded-jobs.ts';
export { removeAccount, type RemoveAccountResult } from './use-cases/remove-account.ts';
export { probeAccount, type ProbeAccountResult } from './use-cases/probe-account.ts';
export {
  countDurations,
  type DurationHistogram,
  durationBucketOf,
  percentileOf,
} from './operation/duration-histogram.ts';
export type {
  FamilyReadings,
  GatewayReadings,
  Gauge,
  OperationCounts,
  OperationSample,
  OperationSummary,
} from './operation/operation-sample.ts';
export { operationSampleSchema } from './operation/operation-sample-schema.ts';
export { joinSummaries, meanOf, summariseSamples } from './operation/summarise-samples.ts';
export { nominalPixels } from './media/nominal-pixels.ts';
export { decideReplay, type ReplayDecision } from './idempotency/decide-replay.ts';
export { requestFingerprint } from './idempotency/request-fingerprint.ts';
export {
  type CompatibleStatus,
  compatibleStatuses,
  type NativeStatus,
  nativeStatuses,
  projectCompatibleStatus,
  projectNativeStatus,
  projectWorkbenchStatus,
  type WorkbenchStatus,
  workbenchStatuses,
} from './job/project-status.ts';
export { canonicalJson } from './json/canonical-json.ts';
export { aspectFromPrompt } from './media/aspect-from-prompt.ts';
export { aspectFromSize } from './media/aspect-from-size.ts';
export {
  type AssignedReferences,
  assignReferenceRoles,
  type FrameMode,
  frameModes,
  type UnassignedReference,
} from './media/assign-reference-roles.ts';
export { type ParsedSize, parseSize } from './media/parse-size.ts';
export { checkPrompt, type PromptCheck } from './media/prompt.ts';
export { type ResolvedAspect, resolveAspect } from './media/resolve-aspect.ts';
export { catalogSchema } from './model/catalog-schema.ts';
export { creditCost } from './model/credit-cost.ts';
export { defaultCatalog } from './model/default-catalog.ts';
export { listModels } from './model/list-models.ts';
export { type ModelId, parseModelId, printModelId } from './model/model-id.ts';
export type { OfferedModel } from './model/offered-model.ts';
export { type ModelResolution, resolveModel } from './model/resolve-model.ts';
