import { balanceLaws } from './account-pool/balance.ts';
import { configureLaws } from './account-pool/configure.ts';
import { recoveryLaws } from './account-pool/recovery.ts';
import { removalLaws } from './account-pool/removal.ts';
import { wakingLaws } from './account-pool/waking.ts';
import { auditedChangeLaws } from './admin-access/audited-changes.ts';
import { auditLaws, loginFailureLaws } from './admin-access/failures-and-audit.ts';
import { sessionLaws } from './admin-access/sessions.ts';
import { apiKeyLaws, apiUserLaws } from './api-users/api-users.ts';
import { assetLaws } from './asset-index/asset-index.ts';
import { jobEventLaws } from './job-events/job-events.ts';
import { workLaws } from './job-events/work.ts';
import { admissionFactsLaws } from './job-reader/admission-facts.ts';
import { changedSinceLaws } from './job-reader/changed-since.ts';
import { cursorLaws } from './job-reader/cursor.ts';
import { depthLaws, nextDueLaws } from './job-reader/depth.ts';
import { findLaws } from './job-reader/find.ts';
import { listLaws } from './job-reader/list.ts';
import { surfaceLaws } from './job-reader/surfaces.ts';
import { searchLaws } from './job-reader/search.ts';
import { trailLaws } from './job-reader/trail.ts';
import { acceptLaws } from './job-store/accept.ts';
import { accountEffectLaws } from './job-store/account-effects.ts';
import { learnedLimitLaws } from './job-store/learned-limits.ts';
import { claimLaws } from './job-store/claim.ts';
import { clockLaws } from './job-store/clocks.ts';
import { commitLaws } from './job-store/commit.ts';
import { costLaws } from './job-store/costs.ts';
import { creditRoomLaws } from './job-store/credit-room.ts';
import { creditLaws } from './job-store/credits.ts';
import { decisionRaceLaws } from './job-store/decision-races.ts';
import { fairnessLaws } from './job-store/fairness.ts';
import { handleLaws } from './job-store/handle.ts';
import { leaseTakeoverLaws } from './job-store/lease-takeover.ts';
import { dispatchLaws } from './job-store/dispatch.ts';
import { quotaLaws } from './job-store/quota.ts';
import { acceptRaceLaws, claimRaceLaws } from './job-store/races.ts';
import { receiptLaws } from './job-store/receipt.ts';
import { refusalLaws } from './job-store/refusal.ts';
import { releaseLaws } from './job-store/release.ts';
import { removeFinishedLaws } from './job-store/remove-finished.ts';
import { reopeningLaws } from './job-store/reopening.ts';
import { replayLaws } from './job-store/replay.ts';
import { slotLaws } from './job-store/slots.ts';
import { keyValueLaws } from './key-value-store/key-value-store.ts';
import { type ConformanceRunner, type LawGroup, registerLaws } from './law/law.ts';
import { lifecycleLaws, manifestLaws } from './lifecycle/lifecycle.ts';
import { historyLaws } from './model/history.ts';
import { ledgerLaws } from './model/ledger.ts';
import { sampleLaws, sampleRetentionLaws } from './operation-samples/operation-samples.ts';
import { holdingLaws } from './owner-limits/holdings.ts';
import { requestRateLaws } from './owner-limits/request-rate.ts';
import { openJobsLaws, ownerFactsLaws, ownerShareLaws } from './owner-limits/waiting-room.ts';
import { requestCountLaws } from './request-logs/counts.ts';
import { requestEndingLaws, requestRetentionLaws } from './request-logs/endings.ts';
import { requestListLaws } from './request-logs/lists.ts';
import { requestRowLaws } from './request-logs/rows.ts';
import {
  createStorageContext,
  type StorageContext,
  type StorageHarness,
} from './storage-harness.ts';
import { takenBackContentLaws } from './taking-back/content.ts';
import { takenBackOwnerLaws } from './taking-back/owners.ts';

/** Every law of the storage ports, in the order they are run. */
export const storageLaws: readonly LawGroup<StorageContext>[] = [
  acceptLaws,
  replayLaws,
  quotaLaws,
  creditLaws,
  costLaws,
  claimLaws,
  fairnessLaws,
  commitLaws,
  slotLaws,
  creditRoomLaws,
  accountEffectLaws,
  learnedLimitLaws,
  dispatchLaws,
  receiptLaws,
  handleLaws,
  refusalLaws,
  leaseTakeoverLaws,
  clockLaws,
  releaseLaws,
  removeFinishedLaws,
  acceptRaceLaws,
  claimRaceLaws,
  decisionRaceLaws,
  ledgerLaws,
  historyLaws,
  reopeningLaws,
  findLaws,
  listLaws,
  surfaceLaws,
  searchLaws,
  cursorLaws,
  changedSinceLaws,
  trailLaws,
  depthLaws,
  admissionFactsLaws,
  nextDueLaws,
  jobEventLaws,
  workLaws,
  configureLaws,
  recoveryLaws,
  balanceLaws,
  wakingLaws,
  removalLaws,
  apiUserLaws,
  apiKeyLaws,
  sessionLaws,
  loginFailureLaws,
  auditLaws,
  auditedChangeLaws,
  assetLaws,
  keyValueLaws,
  requestRowLaws,
  requestListLaws,
  requestCountLaws,
  requestRetentionLaws,
  requestEndingLaws,
  sampleLaws,
  sampleRetentionLaws,
  takenBackOwnerLaws,
  takenBackContentLaws,
  ownerShareLaws,
  openJobsLaws,
  ownerFactsLaws,
  requestRateLaws,
  holdingLaws,
  lifecycleLaws,
  manifestLaws,
];

export interface StorageConformanceOptions {
  readonly runner: ConformanceRunner;
  /** A new, empty, isolated store for each law. */
  readonly open: () => Promise<StorageHarness>;
  /** Random histories compared with the memory store; default: 40 runs, seed 1, and a failing history is shrunk. */
  readonly model?: { readonly runs?: number; readonly seed?: number; readonly shrink?: boolean };
  /** Maximum wait of a law for a notification, in ms (default 2000). */
  readonly patienceMs?: number;
}

/**
 * Registers every law of the storage ports with a test runner. Differences between stores come only from the manifest
 * on the bundle: no option skips a law, and for each property the manifest denies the opposite is tested.
 */
export function storageConformance({
  runner,
  open,
  model,
  patienceMs,
}: StorageConformanceOptions): void {
  registerLaws({
    runner,
    groups: storageLaws,
    withContext: async (use) => {
      const harness = await open();
      try {
        await use(
          createStorageContext({
            harness,
            open,
            histories: {
              numRuns: model?.runs ?? 40,
              seed: model?.seed ?? 1,
              endOnFailure: model?.shrink === false,
            },
            patienceMs: patienceMs ?? 2000,
          }),
        );
      } finally {
        await harness.dispose();
      }
    },
  });
}
