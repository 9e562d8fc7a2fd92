import { defaultAdminApiSettings } from '@filmgate/http-adapter';
import type { Retention } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long things are kept, from the settings. */
export function retentionOf(settings: Settings): Retention {
  return {
    resultsMs: settings.FILMGATE_RETENTION_RESULTS_HOURS * hour,
    jobsMs: settings.FILMGATE_RETENTION_JOBS_DAYS * day,
    sessionIdleMs: settings.FILMGATE_SESSION_IDLE_MINUTES * minute,
    loginWindowMs: defaultAdminApiSettings.loginWindowMs,
  };
}
