import { whole } from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Limits of concurrent use by callers. */
export const limitsSettings = {
  FILMGATE_MAX_CONNECTIONS: {
    form: whole(1, 1_000_000).default(20_000),
    group: 'process',
  },
  FILMGATE_MAX_UNKNOWN_CONNECTIONS_PER_ADDRESS: {
    form: whole(1, 1_000_000).default(4_096),
    group: 'process',
  },
  FILMGATE_MAX_OPEN_REQUESTS: {
    form: whole(1, 1_000_000).default(20_000),
    group: 'process',
  },
  FILMGATE_MAX_OPEN_REQUESTS_PER_CALLER: {
    form: whole(1, 1_000_000).default(12_000),
    group: 'process',
  },
  FILMGATE_MAX_BODY_MIB: {
    form: whole(64, 1_000_000).default(512),
    group: 'process',
    unit: 'mebibytes',
  },
  FILMGATE_MAX_BODY_MIB_PER_CALLER: {
    form: whole(64, 1_000_000).default(192),
    group: 'process',
    unit: 'mebibytes',
  },
  FILMGATE_MAX_OPEN_FILES: {
    form: whole(1, 100_000).default(1_024),
    group: 'process',
  },
  FILMGATE_MAX_OPEN_FILES_PER_CALLER: {
    form: whole(1, 100_000).default(256),
    group: 'process',
  },
} as const satisfies DeclaredSettings;
