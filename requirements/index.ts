import { accessRequirements } from './access.ts';
import { accountPoolRequirements } from './account-pool.ts';
import { adminSettingsRequirements } from './admin-settings.ts';
import { aspectRequirements } from './aspect.ts';
import { commandsAndSettingsRequirements } from './commands-and-settings.ts';
import { consoleJobsRequirements } from './console-jobs.ts';
import { consoleLogsRequirements } from './console-logs.ts';
import { consoleOverviewRequirements } from './console-overview.ts';
import { consolePeopleRequirements } from './console-people.ts';
import { blobStorageRequirements } from './blob-storage.ts';
import { consoleRequirements } from './console.ts';
import { createFieldsRequirements } from './create-fields.ts';
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
import { nativeRequirements } from './native.ts';
import { operationsRequirements } from './operations.ts';
import { redisStorageRequirements } from './redis-storage.ts';
import { requestLogRequirements } from './request-log.ts';
import type { Requirement } from './requirement.ts';
import { shippingRequirements } from './shipping.ts';
import { takingBackRequirements } from './taking-back.ts';
import { taskObjectAndReadingRequirements } from './task-object-and-reading.ts';
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
  ...loginAndAdminRequirements,
  ...workbenchRequirements,
  ...consoleRequirements,
  ...consoleJobsRequirements,
  ...consoleLogsRequirements,
  ...consoleOverviewRequirements,
  ...consolePeopleRequirements,
  ...liveEventsRequirements,
  ...adminSettingsRequirements,
  ...accessRequirements,
  ...takingBackRequirements,
  ...requestLogRequirements,
  ...metricsRequirements,
  ...commandsAndSettingsRequirements,
  ...mockUpstreamRequirements,
  ...operationsRequirements,
  ...accountPoolRequirements,
  ...blobStorageRequirements,
  ...fleetRequirements,
  ...redisStorageRequirements,
  ...migrationRequirements,
  ...shippingRequirements,
  ...invariantsRequirements,
];
