import type { SettingName } from './setting-name.ts';

/**
 * Settings an administrator can change while the gateway runs: everything that reads them does so at each use. The
 * others say where and on what the process stands, or could lock everybody out, and come from the environment alone.
 */
const changeable: ReadonlySet<SettingName> = new Set<SettingName>([
  'FILMGATE_LOCAL_PUBLIC_URL',
  'FILMGATE_TASKS_PUBLIC_URL',
  'FILMGATE_SERVICE_API_KEY',
  'FILMGATE_UPSTREAM_API_KEY',
  'FILMGATE_IMAGE_HOSTS',
  'FILMGATE_MODEL_ALIASES',
  'FILMGATE_QUEUE_LIMIT',
  'FILMGATE_QUEUE_OWNER_SHARE_PERCENT',
  'FILMGATE_ASSET_ALLOWANCE_BYTES',
  'FILMGATE_FREE_SPACE_MIN_BYTES',
  'FILMGATE_SEND_TIMEOUT_SECONDS',
  'FILMGATE_SYNC_WAIT_SECONDS',
  'FILMGATE_JOB_DEADLINE_SECONDS',
  'FILMGATE_RESULT_FETCH_HOURS',
  'FILMGATE_RESULT_COPIES',
  'FILMGATE_RESULT_COPY_MIB',
  'FILMGATE_RESULT_IDLE_SECONDS',
  'FILMGATE_RESULT_MIN_BYTES_PER_SECOND',
  'FILMGATE_UNKNOWN_SLOT_SECONDS',
  'FILMGATE_RETENTION_RESULTS_HOURS',
  'FILMGATE_RETENTION_JOBS_DAYS',
  'FILMGATE_RETENTION_LOGS_DAYS',
  'FILMGATE_LOG_PROMPTS',
  'FILMGATE_METRICS_TOKEN',
  'FILMGATE_SESSION_IDLE_MINUTES',
  'FILMGATE_SESSION_MAX_HOURS',
  'FILMGATE_ALLOWED_ORIGINS',
  'FILMGATE_LOG_LEVEL',
]);

export function isChangeable(name: SettingName): boolean {
  return changeable.has(name);
}
