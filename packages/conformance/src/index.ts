export { accountDefaults } from './account-pool/configure.ts';
export { blobConformance, type BlobConformanceOptions, blobLaws } from './blob-conformance.ts';
export type { BlobContext, BlobHarness } from './blob-harness.ts';
export { catalogAt } from './catalog-at.ts';
export { createManualClock, type ManualClock } from './clock/manual-clock.ts';
export { acceptAnything, type AcceptAnythingOptions } from './creation/accept-anything.ts';
export { createCreationGateway } from './creation/creation-gateway.ts';
export { validCommands } from './creation/valid-commands.ts';
export {
  type Fault,
  type FaultPlan,
  type FaultScript,
  type PortCall,
  scriptedFaults,
  seededFaults,
  type SeededFaultsOptions,
} from './faults/fault-plan.ts';
export { withFaults, withStorageFaults } from './faults/with-faults.ts';
export { hasFormerLines } from './former-trail.ts';
export { keepsSurfacesApart } from './job-reader/surfaces.ts';
export {
  createJobFactory,
  factoryAccountId,
  type JobFactory,
  type JobWish,
  stepsTo,
} from './job/job-factory.ts';
export type { JobStep, StepMaker } from './job/job-step.ts';
export {
  complete,
  fail,
  finish,
  giveUpSlot,
  loseOutcome,
  progress,
  resolveCharged,
} from './job/outcome-steps.ts';
export { Scene } from './job/scene.ts';
export {
  awaitConfiguration,
  dispatch,
  prepareOn,
  receive,
  refuse,
  withdraw,
} from './job/submission-steps.ts';
export type { ConformanceRunner, Law, LawGroup } from './law/law.ts';
export { endClaims } from './memory/claims.ts';
export {
  mediaConformance,
  type MediaConformanceOptions,
  type MediaContext,
  mediaLaws,
  type MediaSample,
} from './media-conformance.ts';
export {
  createMemoryBlobs,
  type MemoryBlobContents,
  type MemoryBlobsOptions,
  type WrittenBytes,
} from './memory/create-memory-blobs.ts';
export {
  createMemoryStorage,
  memoryManifest,
  openMemoryBundle,
} from './memory/create-memory-storage.ts';
export { trustMedia } from './memory/trust-media.ts';
export {
  createMemoryState,
  type MemoryAccount,
  type MemoryRequest,
  type MemoryDispatch,
  type MemoryJob,
  type MemoryLease,
  type MemoryState,
  type MemoryUser,
} from './memory/memory-state.ts';
export { copyOf, putBack, type StateCopy } from './memory/state-copy.ts';
export { type Program, type ProgramToSpawn, spawnProgram, writeLine } from './programs/program.ts';
export { createSeededIds, createSeededRandom } from './random/seeded.ts';
export {
  storageConformance,
  type StorageConformanceOptions,
  storageLaws,
} from './storage-conformance.ts';
export type { HistoryOptions, StorageContext, StorageHarness } from './storage-harness.ts';
export { endsLostClaims, type ForgetfulStore } from './data-loss/ends-lost-claims.ts';
export { refusesWhileLost } from './data-loss/refuses-while-lost.ts';
export {
  upstreamConformance,
  type UpstreamConformanceOptions,
  upstreamLaws,
} from './upstream-conformance.ts';
export type { UpstreamHarness } from './upstream-harness.ts';
