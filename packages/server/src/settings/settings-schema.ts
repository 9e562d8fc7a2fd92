import { z } from 'zod';

/** Whole number written in decimal digits, within bounds. */
function whole(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);
}

const flag = z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((text) => text === 'true' || text === '1');

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((text) => text.replace(/\/+$/, ''));

const port = whole(0, 65_535);

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const aliases = z
  .string()
  .transform((text, context) => {
    const entries = text.split(',').map((pair) => pair.trim()).filter((pair) => pair !== '');
    const result: Record<string, string> = {};
    for (const entry of entries) {
      const [alias, target, ...rest] = entry.split('=').map((side) => side.trim());
      if (alias === undefined || target === undefined || alias === '' || target === '' || rest.length > 0) {
        context.addIssue({ code: 'custom', message: 'must be a list like alias=model,alias=model' });
        return z.NEVER;
      }
      result[alias] = target;
    }
    return result;
  });

/** Every setting by its environment variable (decisions §1.2), its form and its default. */
export const settingsSchema = z.object({
  FILMGATE_HOST: z.string().min(1).default('127.0.0.1'),
  FILMGATE_LOCAL_PORT: port.default(8787),
  FILMGATE_TASKS_PORT: port.default(8788),
  FILMGATE_LOCAL_PUBLIC_URL: httpUrl.optional(),
  FILMGATE_TASKS_PUBLIC_URL: httpUrl.optional(),
  FILMGATE_DATA_DIR: z.string().min(1).default('./data'),
  FILMGATE_STORAGE: z.enum(['sqlite', 'redis'], 'must be sqlite or redis').default('sqlite'),
  FILMGATE_REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis or rediss URL' }).optional(),
  FILMGATE_ADMIN_USERNAME: z.string().min(1).default('admin'),
  FILMGATE_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  FILMGATE_SERVICE_API_KEY: z.string().optional(),
  FILMGATE_UPSTREAM_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  FILMGATE_MASTER_KEY: z.string().min(1).optional(),
  FILMGATE_MOCK_URL: httpUrl.optional(),
  FILMGATE_MOCK_SPEED: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a positive number')
    .transform(Number)
    .refine((speed) => speed > 0, 'must be a positive number')
    .default(1),
  FILMGATE_MOCK_SEED: z.string().default('filmgate'),
  FILMGATE_IMAGE_HOSTS: commaList.default([]),
  FILMGATE_MODEL_ALIASES: aliases.default({}),
  FILMGATE_CATALOG_FILE: z.string().min(1).optional(),
  FILMGATE_QUEUE_LIMIT: whole(0, 10_000_000).default(10_000),
  FILMGATE_SEND_TIMEOUT_SECONDS: whole(1, 7_200).default(60),
  FILMGATE_SYNC_WAIT_SECONDS: whole(1, 7_200).optional(),
  FILMGATE_JOB_DEADLINE_SECONDS: whole(1, 2_592_000).default(7_200),
  FILMGATE_UNKNOWN_SLOT_SECONDS: whole(0, 2_592_000).default(900),
  FILMGATE_RETENTION_RESULTS_HOURS: whole(1, 876_000).default(168),
  FILMGATE_RETENTION_JOBS_DAYS: whole(1, 36_500).default(90),
  FILMGATE_RETENTION_LOGS_DAYS: whole(1, 36_500).default(30),
  FILMGATE_LOG_PROMPTS: flag.default(false),
  FILMGATE_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  FILMGATE_SESSION_IDLE_MINUTES: whole(1, 100_000).default(30),
  FILMGATE_SESSION_MAX_HOURS: whole(1, 10_000).default(12),
  FILMGATE_ALLOWED_ORIGINS: commaList.default([]),
  FILMGATE_TRUST_PROXY: commaList.default([]),
  FILMGATE_ALLOW_OPEN: flag.default(false),
  FILMGATE_ROLE: z.enum(['all', 'http', 'runner'], 'must be all, http or runner').default('all'),
  FILMGATE_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info'),
});

/** Settings whose value must never be printed, and that may come from a file named by `<NAME>_FILE`. */
export const secretSettings = [
  'FILMGATE_ADMIN_PASSWORD',
  'FILMGATE_SERVICE_API_KEY',
  'FILMGATE_UPSTREAM_API_KEY',
  'FILMGATE_MASTER_KEY',
  'FILMGATE_METRICS_TOKEN',
  'FILMGATE_REDIS_URL',
] as const satisfies readonly (keyof z.infer<typeof settingsSchema>)[];

/** Validated settings by environment variable. */
export type Settings = Readonly<z.infer<typeof settingsSchema>>;
