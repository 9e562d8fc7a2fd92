import { defaultAdminApiSettings } from '@filmgate/http-adapter';
import type { RetentionTimes } from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const bytesPerMb = 1024 * 1024;

/** Maximum size of the request log, in bytes. */
export function requestLogMaxBytes({
  FILMGATE_REQUEST_LOG_MAX_MB: megabytes,
}: Pick<Settings, 'FILMGATE_REQUEST_LOG_MAX_MB'>): number {
  return megabytes * bytesPerMb;
}

/** Retention times from the settings in force, read at each use. */
export function retentionOf(current: () => Settings): RetentionTimes {
  return {
    get resultsMs() {
      return current().FILMGATE_RETENTION_RESULTS_HOURS * hour;
    },
    get jobsMs() {
      return current().FILMGATE_RETENTION_JOBS_DAYS * day;
    },
    get logsMs() {
      return current().FILMGATE_RETENTION_LOGS_DAYS * day;
    },
    get sessionIdleMs() {
      return current().FILMGATE_SESSION_IDLE_MINUTES * minute;
    },
    loginWindowMs: defaultAdminApiSettings.loginWindowMs,
  };
}
