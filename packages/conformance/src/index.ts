export { type BlobConformanceOptions, blobConformance } from './blob-conformance.ts';
export type { BlobHarness } from './blob-harness.ts';
export { blobLaws } from './blob-laws.ts';
export { catalogAt } from './catalog-at.ts';
export { createManualClock, type ManualClock } from './clock/manual-clock.ts';
export { acceptAnything, type AcceptAnythingOptions } from './creation/accept-anything.ts';
export { createCreationGateway } from './creation/creation-gateway.ts';
export { validCommands } from './creation/valid-commands.ts';
export type { Fault, FaultPlan, PortCall } from './faults/fault-plan.ts';
export { type FaultScript, scriptedFaults } from './faults/scripted-faults.ts';
export { type SeededFaultsOptions, seededFaults } from './faults/seeded-faults.ts';
export { withFaults } from './faults/with-faults.ts';
export { withStorageFaults } from './faults/with-storage-faults.ts';
export { tellsFormerLines } from './former-trail.ts';
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
  ruleCharged,
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
export type { ConformanceRunner } from './law/conformance-runner.ts';
export type { Law, LawGroup } from './law/law.ts';
export { accountDefaults } from './memory/account-defaults.ts';
export {
  createMemoryBlobs,
  type MemoryBlobContents,
  type MemoryBlobsOptions,
  type WrittenBytes,
} from './memory/create-memory-blobs.ts';
export { createMemoryStorage, memoryManifest } from './memory/create-memory-storage.ts';
export { endClaims } from './memory/leases.ts';
export {
  createMemoryState,
  type MemoryState,
  type MemoryAccount,
  type MemoryCall,
  type MemoryDispatch,
  type MemoryJob,
  type MemoryLease,
  type MemoryUser,
} from './memory/memory-state.ts';
export { openMemoryBundle } from './memory/open-memory-bundle.ts';
export { copyOf, putBack, type StateCopy } from './memory/state-copy.ts';
export { type Program, type ProgramToSpawn, spawnProgram } from './programs/spawn-program.ts';
export { writeLine } from './programs/write-line.ts';
export { createSeededIds } from './random/seeded-ids.ts';
export { createSeededRandom } from './random/seeded-random.ts';
export { type StorageConformanceOptions, storageConformance } from './storage-conformance.ts';
export type { StorageHarness } from './storage-harness.ts';
export { endsLostClaims, type ForgetfulStore } from './store-memory/ends-lost-claims.ts';
export { refusesWhileLost } from './store-memory/refuses-while-lost.ts';
export { storageLaws } from './storage-laws.ts';
export { type UpstreamConformanceOptions, upstreamConformance } from './upstream-conformance.ts';
export type { UpstreamHarness } from './upstream-harness.ts';
export { upstreamLaws } from './upstream-laws.ts';
export type { BlobContext } from './blob-context.ts';
export type { MemoryEvents } from './memory/memory-events.ts';
export type { HistoryOptions, StorageContext } from './storage-context.ts';
