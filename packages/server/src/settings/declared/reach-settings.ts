import { z } from 'zod';
import {
  baseUrl,
  bypassedHosts,
  codeNames,
  flag,
  names,
  origins,
  proxies,
  proxyUrl,
  whole,
} from '../forms.ts';
import type { DeclaredSettings } from './declared-setting.ts';

/** Listeners, addresses and outgoing requests. */
export const reachSettings = {
  FILMGATE_LOCAL_PUBLIC_URL: {
    form: baseUrl.optional(),
    group: 'reach',
    isChangeable: true,
  },
  FILMGATE_TASKS_PUBLIC_URL: {
    form: baseUrl.optional(),
    group: 'reach',
    isChangeable: true,
  },
  FILMGATE_NOTICES_URL: {
    form: baseUrl.optional(),
    group: 'reach',
  },
  FILMGATE_ASSET_LINKS_URL: {
    form: baseUrl.optional(),
    group: 'reach',
  },
  FILMGATE_ALLOWED_ORIGINS: {
    form: origins.default([]),
    group: 'reach',
    isChangeable: true,
  },
  FILMGATE_TASKS_ERROR_CODES: {
    form: codeNames.default({}),
    group: 'reach',
  },
  FILMGATE_TASKS_ROUTES_OFF: {
    form: names.default([]),
    group: 'reach',
  },
  FILMGATE_LOCAL_ERROR_CODES: {
    form: codeNames.default({}),
    group: 'reach',
  },
  FILMGATE_LOCAL_ROUTES_OFF: {
    form: names.default([]),
    group: 'reach',
  },
  FILMGATE_TRUST_PROXY: {
    form: proxies.default([]),
    group: 'reach',
  },
  HTTPS_PROXY: {
    form: proxyUrl.optional(),
    group: 'reach',
    isSecret: true,
    isShared: true,
  },
  NO_PROXY: {
    form: bypassedHosts.default([]),
    group: 'reach',
    isShared: true,
  },
  FILMGATE_HOST: {
    form: z.string().min(1, 'must not be empty').default('127.0.0.1'),
    group: 'reach',
  },
  FILMGATE_LOCAL_PORT: {
    form: whole(0, 65_535).default(8787),
    group: 'reach',
  },
  FILMGATE_TASKS_PORT: {
    form: whole(0, 65_535).default(8788),
    group: 'reach',
  },
  FILMGATE_ALLOW_OPEN: {
    form: flag.default(false),
    group: 'reach',
  },
} as const satisfies DeclaredSettings;
