import { z } from 'zod';
import { aliases, baseUrl, imageHosts, names } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Models on offer, and the mock. */
export const modelsSettings = {
  FILMGATE_MODEL_ALIASES: {
    form: aliases.default({}),
    group: 'models',
    isChangeable: true,
  },
  FILMGATE_IMAGE_HOSTS: {
    form: imageHosts.default([]),
    group: 'models',
    isChangeable: true,
  },
  FILMGATE_CATALOG: {
    form: names.default([]),
    group: 'models',
  },
  FILMGATE_CATALOG_FILE: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
  },
  FILMGATE_DEFAULT_MODEL_TASKS: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
  },
  FILMGATE_DEFAULT_MODEL_LOCAL: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
  },
  FILMGATE_PROVIDERS_FILE: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
  },
  FILMGATE_PROVIDER_MODULES: {
    form: names.default([]),
    group: 'models',
  },
  FILMGATE_ACCOUNTS_FILE: {
    form: z.string().min(1, 'must not be empty').optional(),
    group: 'models',
  },
  FILMGATE_MOCK_URL: {
    form: baseUrl.optional(),
    group: 'mock',
  },
  FILMGATE_MOCK_SPEED: {
    form: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a positive number')
      .transform(Number)
      .refine((speed) => speed > 0, 'must be a positive number')
      .default(1),
    group: 'mock',
    unit: 'times',
  },
  FILMGATE_MOCK_SEED: {
    form: z.string().default('filmgate'),
    group: 'mock',
  },
} as const satisfies DeclaredSettings;
