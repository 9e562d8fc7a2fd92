import { flag, whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Acceptance and execution of jobs. */
export const jobsSettings = {
  FILMGATE_QUEUE_LIMIT: {
    form: whole(0, 10_000_000).default(10_000),
    group: 'jobs',
    unit: 'tasks',
    isChangeable: true,
  },
  FILMGATE_QUEUE_OWNER_SHARE_PERCENT: {
    form: whole(0, 100).default(10),
    group: 'jobs',
    unit: 'percent',
    isChangeable: true,
  },
  FILMGATE_ASSET_ALLOWANCE_BYTES: {
    form: whole(0, 999_999_999_999).default(10_737_418_240),
    group: 'jobs',
    unit: 'bytes',
    isChangeable: true,
  },
  FILMGATE_FREE_SPACE_MIN_BYTES: {
    form: whole(0, 999_999_999_999).default(1_073_741_824),
    group: 'jobs',
    unit: 'bytes',
    isChangeable: true,
  },
  FILMGATE_SEND_TIMEOUT_SECONDS: {
    form: whole(1, 7_200).default(60),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
  },
  FILMGATE_JOB_DEADLINE_SECONDS: {
    form: whole(1, 2_592_000).default(7_200),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
  },
  FILMGATE_RESULT_FETCH_HOURS: {
    form: whole(1, 8_760).default(24),
    group: 'jobs',
    unit: 'hours',
    isChangeable: true,
  },
  FILMGATE_RESULT_COPIES: {
    form: whole(1, 1_000).default(16),
    group: 'jobs',
    isChangeable: true,
  },
  FILMGATE_RESULT_COPY_MIB: {
    form: whole(64, 1_000_000).default(4_096),
    group: 'jobs',
    unit: 'mebibytes',
    isChangeable: true,
  },
  FILMGATE_RESULT_IDLE_SECONDS: {
    form: whole(1, 3_600).default(30),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
  },
  FILMGATE_RESULT_MIN_BYTES_PER_SECOND: {
    form: whole(0, 1_000_000_000).default(1_024),
    group: 'jobs',
    unit: 'bytes',
    isChangeable: true,
  },
  FILMGATE_UNKNOWN_SLOT_SECONDS: {
    form: whole(0, 2_592_000).default(900),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
  },
  FILMGATE_REFUSE_TITLE_PROMPTS: {
    form: flag.default(true),
    group: 'jobs',
    isChangeable: true,
  },
  FILMGATE_SYNC_WAIT_SECONDS: {
    form: whole(1, 7_200).optional(),
    group: 'jobs',
    unit: 'seconds',
    isChangeable: true,
  },
} as const satisfies DeclaredSettings;
