import { z } from 'zod';
import { flag, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Retention and logs. */
export const recordsSettings = {
  FILMGATE_RETENTION_RESULTS_HOURS: {
    form: whole(1, 876_000).default(168),
    group: 'retention',
    unit: 'hours',
    isChangeable: true,
  },
  FILMGATE_RETENTION_JOBS_DAYS: {
    form: whole(1, 36_500).default(90),
    group: 'retention',
    unit: 'days',
    isChangeable: true,
  },
  FILMGATE_RETENTION_LOGS_DAYS: {
    form: whole(1, 36_500).default(30),
    group: 'retention',
    unit: 'days',
    isChangeable: true,
  },
  FILMGATE_LOG_LEVEL: {
    form: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .default('info'),
    group: 'log',
    isChangeable: true,
  },
  FILMGATE_LOG_TIME: {
    form: z.enum(['epoch', 'iso'], 'must be epoch or iso').default('epoch'),
    group: 'log',
  },
  FILMGATE_NODE_NAME: {
    form: z.string().trim().min(1).max(100).optional(),
    group: 'log',
  },
  FILMGATE_LOG_PROMPTS: {
    form: flag.default(false),
    group: 'log',
    isChangeable: true,
  },
  FILMGATE_REQUEST_LOG_MAX_MB: {
    form: whole(64, 1_048_576).default(1_024),
    group: 'log',
    unit: 'mebibytes',
  },
} as const satisfies DeclaredSettings;
