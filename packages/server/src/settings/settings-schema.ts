import { z } from 'zod';
import {
  aliases,
  baseUrl,
  bucketName,
  flag,
  imageHosts,
  keyPrefix,
  masterKey,
  masterKeys,
  names,
  origins,
  proxies,
  secret,
  whole,
} from './forms.ts';

const port = whole(0, 65_535);

/** Every setting by its environment variable (decisions §1.2), its form and its default. */
export const settingsSchema = z.object({
  FILMGATE_HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  FILMGATE_LOCAL_PORT: port.default(8787),
  FILMGATE_TASKS_PORT: port.default(8788),
  FILMGATE_LOCAL_PUBLIC_URL: baseUrl.optional(),
  FILMGATE_TASKS_PUBLIC_URL: baseUrl.optional(),
  FILMGATE_DATA_DIR: z.string().min(1, 'must not be empty').default('./data'),
  FILMGATE_WITNESS_DIR: z.string().min(1, 'must not be empty').optional(),
  FILMGATE_STORAGE: z.enum(['sqlite', 'redis'], 'must be sqlite or redis').default('sqlite'),
  FILMGATE_REDIS_URL: z
    .url({ protocol: /^(rediss?|unix)$/, error: 'must be a redis, rediss or unix URL' })
    .optional(),
  FILMGATE_REDIS_PREFIX: keyPrefix.default('filmgate'),
  FILMGATE_REDIS_DURABILITY: z
    .enum(['every-write', 'every-second'], 'must be every-write or every-second')
    .default('every-write'),
  FILMGATE_REDIS_VOUCHED: flag.default(false),
  FILMGATE_RESULT_STORE: z.enum(['files', 's3'], 'must be files or s3').default('files'),
  FILMGATE_S3_ENDPOINT: baseUrl.optional(),
  FILMGATE_S3_REGION: z.string().min(1, 'must not be empty').default('us-east-1'),
  FILMGATE_S3_BUCKET: bucketName.optional(),
  FILMGATE_S3_PREFIX: keyPrefix.default('filmgate'),
  FILMGATE_S3_ACCESS_KEY_ID: secret(1).optional(),
  FILMGATE_S3_SECRET_ACCESS_KEY: secret(1).optional(),
  FILMGATE_ADMIN_USERNAME: z.string().min(1, 'must not be empty').default('admin'),
  FILMGATE_ADMIN_PASSWORD: secret(8).optional(),
  FILMGATE_SERVICE_API_KEY: z.string().optional(),
  FILMGATE_UPSTREAM_API_KEY: secret(8).optional(),
  FILMGATE_MASTER_KEY: masterKey.optional(),
  FILMGATE_MASTER_KEY_PREVIOUS: masterKeys.default([]),
  FILMGATE_MOCK_URL: baseUrl.optional(),
  FILMGATE_MOCK_SPEED: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a positive number')
    .transform(Number)
    .refine((speed) => speed > 0, 'must be a positive number')
    .default(1),
  FILMGATE_MOCK_SEED: z.string().default('filmgate'),
  FILMGATE_IMAGE_HOSTS: imageHosts.default([]),
  FILMGATE_MODEL_ALIASES: aliases.default({}),
  FILMGATE_PROVIDERS_FILE: z.string().min(1, 'must not be empty').optional(),
  FILMGATE_ACCOUNTS_FILE: z.string().min(1, 'must not be empty').optional(),
  FILMGATE_CATALOG: names.default([]),
  FILMGATE_CATALOG_FILE: z.string().min(1, 'must not be empty').optional(),
  FILMGATE_DEFAULT_MODEL_TASKS: z.string().min(1, 'must not be empty').optional(),
  FILMGATE_DEFAULT_MODEL_LOCAL: z.string().min(1, 'must not be empty').optional(),
  FILMGATE_QUEUE_LIMIT: whole(0, 10_000_000).default(10_000),
  FILMGATE_QUEUE_OWNER_SHARE_PERCENT: whole(0, 100).default(10),
  FILMGATE_ASSET_ALLOWANCE_BYTES: whole(0, 999_999_999_999).default(10_737_418_240),
  FILMGATE_FREE_SPACE_MIN_BYTES: whole(0, 999_999_999_999).default(1_073_741_824),
  FILMGATE_SEND_TIMEOUT_SECONDS: whole(1, 7_200).default(60),
  FILMGATE_SYNC_WAIT_SECONDS: whole(1, 7_200).optional(),
  FILMGATE_JOB_DEADLINE_SECONDS: whole(1, 2_592_000).default(7_200),
  FILMGATE_RESULT_FETCH_HOURS: whole(1, 8_760).default(24),
  FILMGATE_RESULT_COPIES: whole(1, 1_000).default(16),
  FILMGATE_RESULT_COPY_MIB: whole(64, 1_000_000).default(4_096),
  FILMGATE_RESULT_IDLE_SECONDS: whole(1, 3_600).default(30),
  FILMGATE_RESULT_MIN_BYTES_PER_SECOND: whole(0, 1_000_000_000).default(1_024),
  FILMGATE_LEASE_SECONDS: whole(5, 600).default(15),
  FILMGATE_UNKNOWN_SLOT_SECONDS: whole(0, 2_592_000).default(900),
  FILMGATE_RETENTION_RESULTS_HOURS: whole(1, 876_000).default(168),
  FILMGATE_RETENTION_JOBS_DAYS: whole(1, 36_500).default(90),
  FILMGATE_RETENTION_LOGS_DAYS: whole(1, 36_500).default(30),
  FILMGATE_REQUEST_LOG_MAX_MB: whole(64, 1_048_576).default(1_024),
  FILMGATE_LOG_PROMPTS: flag.default(false),
  FILMGATE_METRICS_TOKEN: secret(8).optional(),
  FILMGATE_SESSION_IDLE_MINUTES: whole(1, 100_000).default(30),
  FILMGATE_SESSION_MAX_HOURS: whole(1, 10_000).default(12),
  FILMGATE_ALLOWED_ORIGINS: origins.default([]),
  FILMGATE_TRUST_PROXY: proxies.default([]),
  FILMGATE_ALLOW_OPEN: flag.default(false),
  FILMGATE_MAX_CONNECTIONS: whole(1, 1_000_000).default(20_000),
  FILMGATE_MAX_UNKNOWN_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000).default(4_096),
  FILMGATE_MAX_OPEN_REQUESTS: whole(1, 1_000_000).default(20_000),
  FILMGATE_MAX_OPEN_REQUESTS_PER_CALLER: whole(1, 1_000_000).default(12_000),
  FILMGATE_MAX_BODY_MIB: whole(64, 1_000_000).default(512),
  FILMGATE_MAX_BODY_MIB_PER_CALLER: whole(64, 1_000_000).default(192),
  FILMGATE_MAX_OPEN_FILES: whole(1, 100_000).default(1_024),
  FILMGATE_MAX_OPEN_FILES_PER_CALLER: whole(1, 100_000).default(256),
  FILMGATE_ROLE: z.enum(['all', 'http', 'runner'], 'must be all, http or runner').default('all'),
  FILMGATE_LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    )
    .default('info'),
});

/** Settings whose value must never be printed, and that may come from a file named by `<NAME>_FILE`. */
export const secretSettings = [
  'FILMGATE_ADMIN_PASSWORD',
  'FILMGATE_SERVICE_API_KEY',
  'FILMGATE_UPSTREAM_API_KEY',
  'FILMGATE_MASTER_KEY',
  'FILMGATE_MASTER_KEY_PREVIOUS',
  'FILMGATE_METRICS_TOKEN',
  'FILMGATE_REDIS_URL',
  'FILMGATE_S3_ACCESS_KEY_ID',
  'FILMGATE_S3_SECRET_ACCESS_KEY',
] as const satisfies readonly (keyof z.infer<typeof settingsSchema>)[];

/** Validated settings by environment variable. */
export type Settings = Readonly<z.infer<typeof settingsSchema>>;
