export type { Account, AccountCondition, AccountLoad } from './account/account.ts';
export type { QuietBalance } from './account/quiet-balance.ts';
export { awayKey, probeJobKey, type LearnedLimit, learnedLimitKey } from './account/learned.ts';
export {
  learnedLimitSchema,
  type Making,
  type ModelSlots,
  maxLearnedLimits,
  withLearnedLimit,
} from './account/learned.ts';
export { probeJobFrom, capOf } from './account/model-room.ts';
export { exportNoteName, exportNoteSchema, importNoteName } from './transfer/migration-note.ts';
export { takeBack, transferNotes, whyNotToWork } from './transfer/migration-note.ts';
export type { MoveProgress, MoveStoreInput, MoveStoreResult } from './transfer/move-store.ts';
export { moveStore } from './transfer/move-store.ts';
export type {
  KeyClaim,
  StoredDispatch,
  RecordCounts,
  RecordPosition,
} from './transfer/store-record.ts';
export type { StoreRecord, StoreRecordKind, StoreRecordOf } from './transfer/store-record.ts';
export type { TrailStepRecord } from './transfer/store-record.ts';
export { storeRecordKinds, storeRecordSchema } from './transfer/store-record.ts';
export type { BeginImportOutcome, StoreExport, StoreImport } from './transfer/store-transfer.ts';
export type { StoreView } from './transfer/store-transfer.ts';
export type { JsonValue } from './json/json-value.ts';
export { draftedRequest } from './job/generation-request.ts';
export type { AspectSource, GenerationRequest } from './job/generation-request.ts';
export type { AccountPenalty, CreditMove, JobEffect, MoneyEffect } from './job/job-effect.ts';
export type { QuotaMove } from './job/job-effect.ts';
export { type JobFailure, type JobFailureCode, jobFailureCodes } from './job/job-failure.ts';
export { type FinalJobState, isFinal, type JobState, jobStates } from './job/job-state.ts';
export type { CreditState, Job, JobRoute, QuotaState, SurfaceName } from './job/job.ts';
export { surfaceName } from './job/job.ts';
export type { ReferenceDraft, ReferenceSource, RequestDraft } from './job/generation-request.ts';
export { type CounterWord, counterWords, type Doubt } from './job/doubt.ts';
export {
  newResultFetch,
  type ResultFetch,
  type ResultProof,
} from './job/result-fetch.ts';
export { type KeptFile, type ResultWait, resultWaits } from './job/result-fetch.ts';
export { type JobFiles, undeliveredFile } from './job/job-files.ts';
export { paidFor, type Spend, spendOf } from './job/spend.ts';
export { readAccountSecret, type SecretReading } from './account/account-secret.ts';
export { mostAmount } from './upstream/reported-numbers.ts';
export type { StoredResult } from './job/job.ts';
export { reportedFacts } from './job/reported-facts.ts';
export {
  moneyMoves,
  type TrailBalance,
  type TrailMoney,
  type MoneyMove,
} from './job/trail-step.ts';
export type { TrailStep, TrailStory } from './job/trail-step.ts';
export { freezeJob, freezeNext } from './job/freeze-job.ts';
export { notifyListener } from './event/notify-listener.ts';
export { JobListeners } from './job/job-listeners.ts';
export { jobParts } from './job/job-parts.ts';
export type { BlobSink, ReceiveInput, Received } from './blob/receive-blob.ts';
export { openStored, type OpenStored } from './blob/open-stored.ts';
export { type NeededFile, neededFiles } from './job/needed-files.ts';
export { declineSource, receiveBlob } from './blob/receive-blob.ts';
export { readStored, UnreadableJobs, UnreadablePart } from './job/unreadable-job.ts';
export type { UnreadableJob } from './job/unreadable-job.ts';
export { type TrailKind, trailKinds } from './job/trail-kind.ts';
export type { Warning } from './job/job.ts';
export { type AspectRatio, aspectRatios } from './media/aspect-ratio.ts';
export { fileExtension, formatName } from './media/file-formats.ts';
export type { MediaType } from './media/media-type.ts';
export type { Reference, ReferenceKind, ReferenceRole } from './media/reference.ts';
export { referenceRoles, takenFormats } from './media/reference.ts';
export { type Resolution, resolutions } from './media/resolution.ts';
export type { ModelCatalog } from './model/model-catalog.ts';
export type {
  ModelFamily,
  ModelRetirement,
  ModelSurface,
  ReferenceRules,
} from './model/model-family.ts';
export { nothingOffered } from './model/nothing-offered.ts';
export { modelSurfaces } from './model/model-family.ts';
export {
  type ChargeTime,
  chargeTimes,
  type CostUnit,
  costUnits,
  decimalsOfUnit,
} from './model/route.ts';
export type { Route, RouteCost, RouteLimits } from './model/route.ts';
export type { AccountPool, AccountProbe, AccountSettings } from './ports/account-pool.ts';
export type {
  AdminAccess,
  AdminSession,
  Audited,
  AuditEntry,
  AuditOrigin,
} from './ports/admin-access.ts';
export type { AuditQuery } from './ports/admin-access.ts';
export type { ResponseSpool } from './ports/gateway-ports.ts';
export type { ApiUser, ApiUsers, Erasure } from './ports/api-users.ts';
export type { Asset, AssetIndex, Holding, HoldOutcome } from './ports/asset-index.ts';
export type { BlobStore, OpenBlob, StageOutcome, StagedBlob } from './ports/blob-store.ts';
export type { Clock } from './ports/clock.ts';
export type { Digest } from './ports/gateway-ports.ts';
export type { Logger } from './ports/logger.ts';
export type { FreeSpace } from './ports/gateway-ports.ts';
export type { GatewayPorts } from './ports/gateway-ports.ts';
export type { IdSource } from './ports/gateway-ports.ts';
export type { JobEvents } from './ports/job-events.ts';
export type { AdmissionFacts, ChangedJobsOutcome, ChangedJobsQuery } from './ports/job-reader.ts';
export type { DispatchRecord, HandleAtEndpoint } from './ports/job-reader.ts';
export type { JobListOutcome, JobListQuery } from './ports/job-reader.ts';
export type { JobReader, QueueDepth } from './ports/job-reader.ts';
export type {
  AcceptJobInput,
  AcceptJobOutcome,
  ContentClaim,
  CreationClaim,
  IdempotencyClaim,
} from './ports/accept-job.ts';
export type { Claim, ClaimDueInput, AmendInput, AmendOutcome } from './ports/job-store.ts';
export type { CommitInput, CommitOutcome, JobStore } from './ports/job-store.ts';
export type { RecordDispatchInput, RecordDispatchOutcome } from './ports/job-store.ts';
export type { LostDispatch, RecordReceiptInput, RecordReceiptOutcome } from './ports/job-store.ts';
export type { RecordRefusalInput, RecordRefusalOutcome } from './ports/job-store.ts';
export type { OperationSamples, OperationSamplesQuery } from './ports/storage-bundle.ts';
export type { FetchReference, SniffedMedia, SniffMedia } from './ports/gateway-ports.ts';
export type {
  ByteReader,
  InspectedFile,
  InspectMedia,
  MediaInspection,
  RecogniseMedia,
  UnusableMedia,
  UnusableReason,
} from './ports/inspect-media.ts';
export { headBytes } from './media/head-bytes.ts';
export type { MeasuredMedia } from './media/compare-media.ts';
export type { RequestLogCountQuery, RequestLogEntry } from './ports/request-logs.ts';
export type { RequestLogFilters, RequestLogPage, RequestLogQuery } from './ports/request-logs.ts';
export type { RequestLogs } from './ports/request-logs.ts';
export type {
  KeyValueStore,
  ReadsAtOnce,
  StorageBundle,
  StorageManifest,
} from './ports/storage-bundle.ts';
export { StorageUnavailable, type UnavailableReason } from './ports/storage-unavailable.ts';
export type { DataLoss, DataLossDetection } from './ports/data-loss-detection.ts';
export type { PollOutcome, ReadAside } from './ports/poll-outcome.ts';
export type { OpenResultOutcome, ProbeOutcome } from './ports/upstream-client.ts';
export type { UpstreamUsage } from './upstream/upstream-usage.ts';
export type {
  ReadAsset,
  ResumeResult,
  StagingOutcome,
  SubmitOutcome,
} from './ports/upstream-client.ts';
export type { UpstreamAccount, UpstreamClient } from './ports/upstream-client.ts';
export type {
  ComparedField,
  ReconcileOutcome,
  ReportedWork,
  UnansweredSubmission,
} from './ports/work-search.ts';
export { mostCandidates } from './ports/work-search.ts';
export { type StepAuthor, stepAuthors } from './job/attribute-effects.ts';
export type { NoticeCall, NoticedSubmission, NoticeReading, NoticeUrls } from './ports/notice.ts';
export type { FindsBy, UpstreamCapabilities } from './ports/upstream-capabilities.ts';
export type { Acceptability, LookUpOutcome } from './ports/upstream-client.ts';
export type { QuotaUsage } from './quota/quota-usage.ts';
export { type AccountChange, accountAfter } from './store-rules/account-after.ts';
export type { ChangingAccount } from './store-rules/account-after.ts';
export { newAccount, withProbe, withSettings } from './store-rules/account-settings.ts';
export {
  type AccountUse,
  isUnused,
  unused,
  type CountedJob,
  adjustUse,
} from './store-rules/account-use.ts';
export {
  ceilingOf,
  dueAfter,
  endsLease,
  isDrained,
  isWokenBy,
} from './store-rules/after-change.ts';
export { circuitAfter, evidenceOf, openUntilFor } from './store-rules/circuit-after.ts';
export type {
  AccountEvidence,
  ProviderCircuit,
  ProviderEvidence,
} from './store-rules/circuit-after.ts';
export {
  type ClaimDigests,
  contentPrefix,
  createClaimDigests,
} from './store-rules/claim-digests.ts';
export { contradictionIn } from './store-rules/contradiction-in.ts';
export { foldText } from './store-rules/fold-text.ts';
export {
  mostSearchTexts,
  promptMatcher,
  searchedId,
  searchedWords,
} from './store-rules/prompt-search.ts';
export { isNewJob } from './store-rules/is-new-job.ts';
export { checkGrants } from './store-rules/check-grants.ts';
export { creditMoves, quotaMoves } from './store-rules/money-moves.ts';
export {
  canReserve,
  type OwnerSums,
  adjustQuota,
  withinQuota,
} from './store-rules/owner-sums.ts';
export {
  packMoney,
  readTrail,
  type StoredStep,
  unpackMoney,
} from './store-rules/stored-trail.ts';
export { acceptanceStep, trailStep } from './store-rules/trail-step.ts';
export { RequestBuffer, type RequestBufferBounds } from './request-log/request-buffer.ts';
export {
  type RequestBucket,
  type RequestClass,
  requestClassOf,
} from './request-log/request-class.ts';
export {
  RequestGatherer,
  type RequestLikeness,
  gatherRequests,
} from './request-log/request-gatherer.ts';
export type { Poll } from './request-log/request-gatherer.ts';
export { RefusalBudget, type RefusalBounds } from './request-log/refusal-budget.ts';
export { type RequestClassCount, addRequestCounts } from './request-log/add-request-counts.ts';
export { emptyBuckets, largestBucketCount } from './request-log/empty-buckets.ts';
export { handleClaim } from './upstream/handle-claim.ts';
export type { PreparedSubmission, UpstreamHandle } from './upstream/upstream-handle.ts';
export type { UpstreamOutput } from './upstream/upstream-handle.ts';
export { Unanswered, unansweredBy, whyUnanswered } from './upstream/unanswered.ts';
export type { UpstreamError, UpstreamErrorKind } from './upstream/upstream-refusal.ts';
export { upstreamErrorKinds } from './upstream/upstream-refusal.ts';
export type { InvalidRequest } from './use-cases/checks/invalid-request.ts';
export {
  acknowledgeLoss,
  type AcknowledgeLossResult,
  confirmMove,
  type ConfirmMoveResult,
} from './use-cases/acknowledge-loss.ts';
export type {
  AcceptRefusal,
  AcceptResult,
  AdmissionRefusal,
  AllowanceExhausted,
  ReplayResult,
} from './use-cases/accept-outcomes.ts';
export type { CreationToCome } from './use-cases/creation-to-come.ts';
export type { AcceptCommand, AwaitResult, CheckResult, Gateway } from './use-cases/gateway.ts';
export type { FileLost, OpenFileResult, OpenResultResult } from './use-cases/open-outcomes.ts';
export type {
  NotResolvable,
  OwnedJobId,
  ResolveOutcomeResult,
  StoreAssetCommand,
} from './use-cases/gateway.ts';
export type { StoreAssetResult } from './use-cases/gateway.ts';
export type { CancelJobResult } from './use-cases/gateway.ts';
export type { ActObstacle, HandAct, CheckActResult } from './use-cases/by-hand/check-act.ts';
export { actObstacles, handActs } from './use-cases/by-hand/check-act.ts';
export type { Candidate, LookUpWorkResult, OutcomeResolution } from './use-cases/gateway.ts';
export type { NamedWorkRefusal } from './use-cases/by-hand/check-named-work.ts';
export type { Notice, NoticeOutcome } from './use-cases/note-notice.ts';
export type { SendWindow } from './use-cases/advance/search-upstream.ts';
export type { NamedWork, SeenWork } from './use-cases/by-hand/look-up-work.ts';
export {
  describeNamedWorkRefusal,
  describeNotUnknown,
} from './use-cases/by-hand/describe-refusal.ts';
export type { AccountRefusalReason, Demand } from './account/account-readiness.ts';
export {
  accountRefusalReasons,
  balanceTrustedForMs,
  reportedRefusalReasons,
} from './account/account-readiness.ts';
export { type Admission, checkAdmission } from './account/admission.ts';
export type { AccountChoice, RefusedAccount } from './account/choose-account.ts';
export { chooseAccount, chooseForJob } from './account/choose-account.ts';
export {
  type Budget,
  type BudgetPeriod,
  budgetPeriods,
  budgetRenewsAt,
  type PaidIn,
} from './account/budget.ts';
export { nothingPaid, type Paid, periodsAt } from './account/budget.ts';
export { coversReservation, withinBudget } from './account/credit-room.ts';
export { demandOf } from './account/choose-account.ts';
export { explainWaiting, type FamilyWait, type WaitingReason } from './account/explain-waiting.ts';
export { freeFamilies } from './account/free-families.ts';
export { coolsUntil, isOutdatedProbe } from './account/pauses.ts';
export { providerDoubtedForMs, providerDoubtsToOpen } from './account/provider-circuit.ts';
export { providerFailuresToOpen, providerOpenForMs } from './account/provider-circuit.ts';
export { createRouter, type Eligibility, type OpenRoute } from './account/router.ts';
export { type Router, type RouteRefusal, routesInUse } from './account/router.ts';
export { beyondLimits, type BeyondLimits } from './account/route-limits.ts';
export {
  accountStates,
  type OfferBook,
  openSlotsOf,
  poolCapacity,
  type PoolCapacity,
  type SlotCount,
} from './account/pool-capacity.ts';
export { awaitsResolution } from './job/awaits-resolution.ts';
export { type LeftToPerson, reasonsForPerson } from './job/left-to-person.ts';
export { unknownSlotEnd } from './job/unknown-slot-end.ts';
export { erasedDetail, isContentErased, withoutContent, withoutResult } from './job/amend-job.ts';
export { describeFailure, failureCodeOf } from './job/describe-failure.ts';
export type { AccountRefusal, JobEvent, JobEventKind, ProvenRefusal } from './job/job-event.ts';
export { allowedStates, transition, type TransitionResult } from './job/job-transition.ts';
export type { Step } from './job/transitions/step.ts';
export type { CountedRequest, RequestCount } from './quota/request-count.ts';
export { countRequest, requestSlotMs, requestSlots } from './quota/request-count.ts';
export { checkRoom, type RoomVerdict, type WaitingRoom } from './quota/waiting-room.ts';
export { advanceJob } from './use-cases/advance/advance-job.ts';
export type { CopyPermit } from './use-cases/advance/step-context.ts';
export { fetchedUntil } from './use-cases/advance/store-result.ts';
export type { StepResult, StepContext } from './use-cases/advance/step-context.ts';
export { createGateway } from './use-cases/create-gateway.ts';
export { defaultGatewayOptions, type GatewayOptions } from './use-cases/gateway-options.ts';
export { drainResponses } from './use-cases/drain-responses.ts';
export { bringSpooledResults } from './use-cases/spooled-results.ts';
export { allJobsQuery } from './use-cases/all-jobs-query.ts';
export { newJob } from './use-cases/new-job.ts';
export { eraseLoggedRequests, eraseUser, type EraseUserContext } from './use-cases/erase-user.ts';
export { endStrandedJobs, type StrandedJobsContext } from './use-cases/end-stranded-jobs.ts';
export { removeAccount, type RemoveAccountResult } from './use-cases/remove-account.ts';
export { editAccount } from './use-cases/edit-account.ts';
export type { DenyingAccount } from './account/denying-accounts.ts';
export { readDenyingAccounts } from './use-cases/read-denying-accounts.ts';
export { probeAccount, type ProbeAccountResult } from './use-cases/probe-account.ts';
export type { DurationHistogram } from './metrics/duration-histogram.ts';
export { countDurations, durationBucketOf, percentileOf } from './metrics/duration-histogram.ts';
export type {
  FamilyReadings,
  GatewayReadings,
  Gauge,
  SlotReadings,
} from './metrics/operation-sample.ts';
export type { OperationCounts, OperationSample } from './metrics/operation-sample.ts';
export type { OperationSummary } from './metrics/operation-sample.ts';
export { operationSampleSchema } from './metrics/operation-sample-schema.ts';
export {
  appendSummaries,
  joinSummaries,
  meanOf,
  summariseSamples,
} from './metrics/summarise-samples.ts';
export {
  type InstantVerdict,
  checkInstant,
  longestClockLeadMs,
  type TimeEvidence,
} from './time/check-instant.ts';
export { setBackAfterMs, setBackBy } from './time/check-instant.ts';
export { nominalPixels } from './media/nominal-pixels.ts';
export { requestFingerprint } from './idempotency/request-fingerprint.ts';
export type { CompatibleStatus, NativeStatus, WorkbenchStatus } from './job/project-status.ts';
export { compatibleStatuses, nativeStatuses } from './job/project-status.ts';
export { projectCompatibleStatus, projectNativeStatus } from './job/project-status.ts';
export { projectWorkbenchStatus, workbenchStatuses } from './job/project-status.ts';
export { canonicalJson } from './json/json-value.ts';
export { aspectFromPrompt } from './media/aspect-from-prompt.ts';
export { aspectFromSize } from './media/parse-size.ts';
export type { AssignedReferences, FrameMode } from './media/assign-reference-roles.ts';
export type { UnassignedReference } from './media/assign-reference-roles.ts';
export { assignReferenceRoles, frameModes } from './media/assign-reference-roles.ts';
export { type ParsedSize, parseSize } from './media/parse-size.ts';
export { checkPrompt, type PromptCheck } from './media/prompt.ts';
export { type ResolvedAspect, resolveAspect } from './media/resolve-aspect.ts';
export { type CatalogFile, catalogFileSchema } from './model/catalog-schema.ts';
export { catalogFieldsAt, catalogProblems, catalogSchema } from './model/catalog-schema.ts';
export { creditPrice } from './model/credit-price.ts';
export { estimateCost } from './account/cost-on.ts';
export { defaultCatalog } from './model/default-catalog.ts';
export { defaultModel } from './model/default-model.ts';
export { offeredRequests } from './model/offered-requests.ts';
export { listModels } from './model/list-models.ts';
export { type ModelId, parseModelId, printModelId } from './model/model-id.ts';
export type { OfferedModel } from './model/list-models.ts';
export { type ModelResolution, resolveModel, type RetiredModel } from './model/resolve-model.ts';
export {
  type RetiringFamily,
  retirementNoticeMs,
  retirementSeenAt,
  wholeCatalog,
} from './model/retirement.ts';
export type { UnknownModel } from './model/unknown-model.ts';
export type { StoreComparison } from './transfer/compare-stores.ts';
export type { RemoveResultResult } from './use-cases/remove-result.ts';
export type { LearnedCaps } from './account/model-room.ts';
export type { JobCosting } from './job/spend.ts';
export type { UpstreamAccountCall } from './ports/upstream-client.ts';
export { estimatedJobBytes } from './store-rules/estimated-job-bytes.ts';
export type { CheckedPool } from './store-rules/check-grants.ts';
export type { MoneyMoveRule } from './store-rules/money-moves.ts';
export type { AcceptanceFacts } from './store-rules/trail-step.ts';
export type { GatheringBounds } from './request-log/request-gatherer.ts';
export type { QueueLoad, WaitingCredits } from './account/admission.ts';
export type { RouteClaimant, RouteOffer, RouteEndpoint } from './account/router.ts';
export type { AccountState } from './account/pool-capacity.ts';
export type { ProbeAccountContext } from './use-cases/probe-account.ts';
export type { PromptAspect } from './media/aspect-from-prompt.ts';
