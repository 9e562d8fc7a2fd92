import { z } from 'zod';
import { headerKey, masterKey, masterKeys, secret, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Keys and logins. */
export const accessSettings = {
  FILMGATE_SERVICE_API_KEY: {
    form: headerKey(0).optional(),
    group: 'keys',
    isChangeable: true,
    isSecret: true,
    canBeMade: true,
  },
  FILMGATE_NATIVE_API_KEY: {
    form: headerKey(8).optional(),
    group: 'keys',
    isChangeable: true,
    isSecret: true,
    canBeMade: true,
    formerly: 'FILMGATE_UPSTREAM_API_KEY',
  },
  FILMGATE_METRICS_TOKEN: {
    form: headerKey(8).optional(),
    group: 'keys',
    isChangeable: true,
    isSecret: true,
    canBeMade: true,
  },
  FILMGATE_MASTER_KEY: {
    form: masterKey.optional(),
    group: 'keys',
    isSecret: true,
  },
  FILMGATE_MASTER_KEY_PREVIOUS: {
    form: masterKeys.default([]),
    group: 'keys',
    isSecret: true,
  },
  FILMGATE_ADMIN_USERNAME: {
    form: z.string().min(1, 'must not be empty').default('admin'),
    group: 'sessions',
  },
  FILMGATE_ADMIN_PASSWORD: {
    form: secret(8).optional(),
    group: 'sessions',
    isSecret: true,
  },
  FILMGATE_SESSION_IDLE_MINUTES: {
    form: whole(1, 100_000).default(30),
    group: 'sessions',
    unit: 'minutes',
    isChangeable: true,
  },
  FILMGATE_SESSION_MAX_HOURS: {
    form: whole(1, 10_000).default(12),
    group: 'sessions',
    unit: 'hours',
    isChangeable: true,
  },
} as const satisfies DeclaredSettings;
