import { acceptedRequestsRequirements } from './accepted-requests.ts';
import { accessRequirements } from './access.ts';
import { accountPoolRequirements } from './account-pool.ts';
import { administratorRequirements } from './administrator.ts';
import { adminSettingsRequirements } from './admin-settings.ts';
import { aspectRequirements } from './aspect.ts';
import { clocksRequirements } from './clocks.ts';
import { commandsAndSettingsRequirements } from './commands-and-settings.ts';
import { consoleJobsRequirements } from './console-jobs.ts';
import { consoleLogsRequirements } from './console-logs.ts';
import { consoleOverviewRequirements } from './console-overview.ts';
import { consolePeopleRequirements } from './console-people.ts';
import { blobStorageRequirements } from './blob-storage.ts';
import { consoleRequirements } from './console.ts';
import { createFieldsRequirements } from './create-fields.ts';
import { credentialGuessingRequirements } from './credential-guessing.ts';
import { creditsAndQuotaRequirements } from './credits-and-quota.ts';
import { errorsAndAuthenticationRequirements } from './errors-and-authentication.ts';
import { fleetRequirements } from './fleet.ts';
import { idempotencyRequirements } from './idempotency.ts';
import { invariantsRequirements } from './invariants.ts';
import { jobLifeCycleRequirements } from './job-life-cycle.ts';
import { liveEventsRequirements } from './live-events.ts';
import { localAccessRequirements } from './local-access.ts';
import { localGenerationRequirements } from './local-generation.ts';
import { localWaitsRequirements } from './local-waits.ts';
import { loginAndAdminRequirements } from './login-and-admin.ts';
import { metricsRequirements } from './metrics.ts';
import { migrationRequirements } from './migration.ts';
import { mockUpstreamRequirements } from './mock-upstream.ts';
import { modelsAndCreateRequirements } from './models-and-create.ts';
import { namesAndReachRequirements } from './names-and-reach.ts';
import { nativeRequirements } from './native.ts';
import { operationsRequirements } from './operations.ts';
import { ownerLimitsRequirements } from './owner-limits.ts';
import { redisStorageRequirements } from './redis-storage.ts';
import { providerConsoleRequirements } from './provider-console.ts';
import { providerPlacesRequirements } from './provider-places.ts';
import { providersRequirements } from './providers.ts';
import { proofOfTestsRequirements } from './proof-of-tests.ts';
import { requestBodyRequirements } from './request-bodies.ts';
import { requestLogGrowthRequirements } from './request-log-growth.ts';
import { requestLogRequirements } from './request-log.ts';
import { requestFlowRequirements } from './request-flow.ts';
import type { Requirement } from './requirement.ts';
import { resultFetchingRequirements } from './result-fetching.ts';
import { restoredStoreRequirements } from './restored-store.ts';
import { simulatedWorldRequirements } from './simulated-world.ts';
import { shippingRequirements } from './shipping.ts';
import { submissionFactsRequirements } from './submission-facts.ts';
import { takingBackRequirements } from './taking-back.ts';
import { simulatedFilesRequirements } from './simulated-files.ts';
import { taskObjectAndReadingRequirements } from './task-object-and-reading.ts';
import { wireFaultRequirements } from './wire-faults.ts';
import { workbenchRequirements } from './workbench.ts';

/** Every behaviour the gateway promises so far, each to be cited by at least one test. */
export const requirements: readonly Requirement[] = [
  ...modelsAndCreateRequirements,
  ...createFieldsRequirements,
  ...aspectRequirements,
  ...taskObjectAndReadingRequirements,
  ...idempotencyRequirements,
  ...errorsAndAuthenticationRequirements,
  ...creditsAndQuotaRequirements,
  ...nativeRequirements,
  ...localGenerationRequirements,
  ...localAccessRequirements,
  ...localWaitsRequirements,
  ...jobLifeCycleRequirements,
  ...resultFetchingRequirements,
  ...loginAndAdminRequirements,
  ...workbenchRequirements,
  ...consoleRequirements,
  ...consoleJobsRequirements,
  ...consoleLogsRequirements,
  ...consoleOverviewRequirements,
  ...consolePeopleRequirements,
  ...liveEventsRequirements,
  ...administratorRequirements,
  ...adminSettingsRequirements,
  ...credentialGuessingRequirements,
  ...accessRequirements,
  ...takingBackRequirements,
  ...requestLogRequirements,
  ...requestBodyRequirements,
  ...requestLogGrowthRequirements,
  ...namesAndReachRequirements,
  ...metricsRequirements,
  ...clocksRequirements,
  ...commandsAndSettingsRequirements,
  ...mockUpstreamRequirements,
  ...operationsRequirements,
  ...accountPoolRequirements,
  ...ownerLimitsRequirements,
  ...blobStorageRequirements,
  ...simulatedFilesRequirements,
  ...fleetRequirements,
  ...redisStorageRequirements,
  ...migrationRequirements,
  ...shippingRequirements,
  ...simulatedWorldRequirements,
  ...invariantsRequirements,
  ...acceptedRequestsRequirements,
  ...requestFlowRequirements,
  ...proofOfTestsRequirements,
  ...providersRequirements,
  ...wireFaultRequirements,
  ...restoredStoreRequirements,
  ...submissionFactsRequirements,
  ...providerConsoleRequirements,
  ...providerPlacesRequirements,
];
