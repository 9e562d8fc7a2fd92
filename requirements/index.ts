import { aspectRequirements } from './aspect.ts';
import { commandsAndSettingsRequirements } from './commands-and-settings.ts';
import { createFieldsRequirements } from './create-fields.ts';
import { creditsAndQuotaRequirements } from './credits-and-quota.ts';
import { errorsAndAuthenticationRequirements } from './errors-and-authentication.ts';
import { idempotencyRequirements } from './idempotency.ts';
import { invariantsRequirements } from './invariants.ts';
import { jobLifeCycleRequirements } from './job-life-cycle.ts';
import { loginAndAdminRequirements } from './login-and-admin.ts';
import { mockUpstreamRequirements } from './mock-upstream.ts';
import { modelsAndCreateRequirements } from './models-and-create.ts';
import { nativeRequirements } from './native.ts';
import { operationsRequirements } from './operations.ts';
import type { Requirement } from './requirement.ts';
import { taskObjectAndReadingRequirements } from './task-object-and-reading.ts';

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
  ...jobLifeCycleRequirements,
  ...loginAndAdminRequirements,
  ...commandsAndSettingsRequirements,
  ...mockUpstreamRequirements,
  ...operationsRequirements,
  ...invariantsRequirements,
];
