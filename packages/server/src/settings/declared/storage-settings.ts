import { z } from 'zod';
import { baseUrl, bucketName, flag, keyPrefix, secret, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Storage locations. */
export const storageSettings = {
  FILMGATE_DATA_DIR: {
    form: z.string().min(1, 'must not be empty').default('./data'),
    group: 'process',
  },
  FILMGATE_BASELINE_DIR: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'process',
  },
  FILMGATE_STORAGE: {
    form: z.enum(['sqlite', 'redis'], 'must be sqlite or redis').default('sqlite'),
    group: 'process',
  },
  FILMGATE_REDIS_URL: {
    form: z
      .url({ protocol: /^(rediss?|unix)$/, error: 'must be a redis, rediss or unix URL' })
      .optional(),
    group: 'process',
    isSecret: true,
  },
  FILMGATE_REDIS_PREFIX: {
    form: keyPrefix.default('filmgate'),
    group: 'process',
  },
  FILMGATE_REDIS_DURABILITY: {
    form: z
      .enum(['every-write', 'every-second'], 'must be every-write or every-second')
      .default('every-write'),
    group: 'process',
  },
  FILMGATE_REDIS_VOUCHED: {
    form: flag.default(false),
    group: 'process',
  },
  FILMGATE_RESULT_STORE: {
    form: z.enum(['files', 's3'], 'must be files or s3').default('files'),
    group: 'process',
  },
  FILMGATE_S3_ENDPOINT: {
    form: baseUrl.optional(),
    group: 'process',
  },
  FILMGATE_S3_REGION: {
    form: z.string().min(1, 'must not be empty').default('us-east-1'),
    group: 'process',
  },
  FILMGATE_S3_BUCKET: {
    form: bucketName.optional(),
    group: 'process',
  },
  FILMGATE_S3_PREFIX: {
    form: keyPrefix.default('filmgate'),
    group: 'process',
  },
  FILMGATE_S3_ACCESS_KEY_ID: {
    form: secret(1).optional(),
    group: 'process',
    isSecret: true,
  },
  FILMGATE_S3_SECRET_ACCESS_KEY: {
    form: secret(1).optional(),
    group: 'process',
    isSecret: true,
  },
  FILMGATE_ROLE: {
    form: z.enum(['all', 'http', 'runner'], 'must be all, http or runner').default('all'),
    group: 'process',
  },
  FILMGATE_DRAIN_DELAY_SECONDS: {
    form: whole(0, 600).default(0),
    group: 'process',
    unit: 'seconds',
  },
  FILMGATE_LEASE_SECONDS: {
    form: whole(5, 600).default(15),
    group: 'process',
    unit: 'seconds',
  },
} as const satisfies DeclaredSettings;
