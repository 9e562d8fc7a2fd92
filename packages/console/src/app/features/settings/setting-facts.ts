/** Groups in the order somebody sets a gateway up. */
export const settingGroups = [
  'keys',
  'reach',
  'models',
  'jobs',
  'retention',
  'sessions',
  'log',
  'process',
  'mock',
] as const;

export type SettingGroup = (typeof settingGroups)[number];

/** How a value is written. */
export type SettingForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'url' }
  /** Texts separated by commas. */
  | { readonly kind: 'list' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly unit: SettingUnit }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'secret'; readonly canBeMade: boolean };

export type SettingUnit =
  | 'none'
  | 'tasks'
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'times'
  | 'percent'
  | 'bytes'
  | 'mebibytes';

/** What the page knows of a setting besides its value. */
export interface SettingFacts {
  readonly group: SettingGroup;
  readonly form: SettingForm;
}

const text: SettingForm = { kind: 'text' };
const url: SettingForm = { kind: 'url' };
const list: SettingForm = { kind: 'list' };
const flag: SettingForm = { kind: 'flag' };
const key: SettingForm = { kind: 'secret', canBeMade: true };
const givenSecret: SettingForm = { kind: 'secret', canBeMade: false };
const number = (unit: SettingUnit): SettingForm => ({ kind: 'number', unit });
const choice = (...choices: readonly string[]): SettingForm => ({ kind: 'choice', choices });

/** Every setting by its short name, in the order it is shown. */
export const settingFacts = {
  service_api_key: { group: 'keys', form: key },
  upstream_api_key: { group: 'keys', form: key },
  metrics_token: { group: 'keys', form: key },
  master_key: { group: 'keys', form: givenSecret },
  master_key_previous: { group: 'keys', form: givenSecret },
  local_public_url: { group: 'reach', form: url },
  tasks_public_url: { group: 'reach', form: url },
  allowed_origins: { group: 'reach', form: list },
  trust_proxy: { group: 'reach', form: list },
  host: { group: 'reach', form: text },
  local_port: { group: 'reach', form: number('none') },
  tasks_port: { group: 'reach', form: number('none') },
  allow_open: { group: 'reach', form: flag },
  model_aliases: { group: 'models', form: list },
  image_hosts: { group: 'models', form: list },
  catalog: { group: 'models', form: list },
  catalog_file: { group: 'models', form: text },
  default_model_tasks: { group: 'models', form: text },
  default_model_local: { group: 'models', form: text },
  providers_file: { group: 'models', form: text },
  accounts_file: { group: 'models', form: text },
  queue_limit: { group: 'jobs', form: number('tasks') },
  queue_owner_share_percent: { group: 'jobs', form: number('percent') },
  asset_allowance_bytes: { group: 'jobs', form: number('bytes') },
  free_space_min_bytes: { group: 'jobs', form: number('bytes') },
  send_timeout_seconds: { group: 'jobs', form: number('seconds') },
  job_deadline_seconds: { group: 'jobs', form: number('seconds') },
  result_fetch_hours: { group: 'jobs', form: number('hours') },
  result_copies: { group: 'jobs', form: number('none') },
  result_copy_mib: { group: 'jobs', form: number('mebibytes') },
  result_idle_seconds: { group: 'jobs', form: number('seconds') },
  result_min_bytes_per_second: { group: 'jobs', form: number('bytes') },
  unknown_slot_seconds: { group: 'jobs', form: number('seconds') },
  sync_wait_seconds: { group: 'jobs', form: number('seconds') },
  retention_results_hours: { group: 'retention', form: number('hours') },
  retention_jobs_days: { group: 'retention', form: number('days') },
  retention_logs_days: { group: 'retention', form: number('days') },
  admin_username: { group: 'sessions', form: text },
  admin_password: { group: 'sessions', form: givenSecret },
  session_idle_minutes: { group: 'sessions', form: number('minutes') },
  session_max_hours: { group: 'sessions', form: number('hours') },
  log_level: {
    group: 'log',
    form: choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
  log_prompts: { group: 'log', form: flag },
  request_log_max_mb: { group: 'log', form: number('mebibytes') },
  max_connections: { group: 'process', form: number('none') },
  max_unknown_connections_per_address: { group: 'process', form: number('none') },
  max_open_requests: { group: 'process', form: number('none') },
  max_open_requests_per_caller: { group: 'process', form: number('none') },
  max_body_mib: { group: 'process', form: number('mebibytes') },
  max_body_mib_per_caller: { group: 'process', form: number('mebibytes') },
  max_open_files: { group: 'process', form: number('none') },
  max_open_files_per_caller: { group: 'process', form: number('none') },
  data_dir: { group: 'process', form: text },
  witness_dir: { group: 'process', form: text },
  storage: { group: 'process', form: choice('sqlite', 'redis') },
  redis_url: { group: 'process', form: givenSecret },
  redis_prefix: { group: 'process', form: text },
  redis_durability: { group: 'process', form: choice('every-write', 'every-second') },
  redis_vouched: { group: 'process', form: flag },
  result_store: { group: 'process', form: choice('files', 's3') },
  s3_endpoint: { group: 'process', form: url },
  s3_region: { group: 'process', form: text },
  s3_bucket: { group: 'process', form: text },
  s3_prefix: { group: 'process', form: text },
  s3_access_key_id: { group: 'process', form: givenSecret },
  s3_secret_access_key: { group: 'process', form: givenSecret },
  role: { group: 'process', form: choice('all', 'http', 'runner') },
  lease_seconds: { group: 'process', form: number('seconds') },
  mock_url: { group: 'mock', form: url },
  mock_speed: { group: 'mock', form: number('times') },
  mock_seed: { group: 'mock', form: text },
} as const satisfies { readonly [name: string]: SettingFacts };

export type KnownSetting = keyof typeof settingFacts;

/** Names of the settings of these pages, in order. */
export const knownSettings = Object.keys(settingFacts).filter(isKnownSetting);

export function isKnownSetting(name: string): name is KnownSetting {
  return Object.hasOwn(settingFacts, name);
}

/** What is known of a setting; one of a newer server is a text about the process. */
export function factsOf(name: string): SettingFacts {
  return isKnownSetting(name) ? settingFacts[name] : { group: 'process', form: text };
}
