import type { ParseKeys } from 'i18next';
import type { IconName } from './icon.tsx';
import { lazyPage } from './lazy-page.ts';

/** A page of the console, for the navigation and the router. */
export interface ConsolePage {
  /** Path below the base; `/console/<name>`, except for the workbench. */
  readonly path: `/${string}`;
  readonly title: ParseKeys<'shell'> & `page.${string}`;
  readonly section: 'create' | 'operate' | 'govern';
  readonly icon: IconName;
  /** Loads the page, as a separate chunk. */
  readonly page: ReturnType<typeof lazyPage>;
}

/**
 * All pages, in the order of the navigation: create (workbench); operate (overview, jobs, accounts, api-users,
 * capacity, models, request-logs); govern (settings, audit-log, sessions, security). To add a page: add a folder in
 * `features` and a line here.
 */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '/video',
    title: 'page.workbench',
    section: 'create',
    icon: 'video',
    page: lazyPage(() => import('../features/workbench/workbench-page.tsx'), 'WorkbenchPage'),
  },
  {
    path: '/console/overview',
    title: 'page.overview',
    section: 'operate',
    icon: 'gauge',
    page: lazyPage(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  },
  {
    path: '/console/jobs',
    title: 'page.jobs',
    section: 'operate',
    icon: 'list',
    page: lazyPage(() => import('../features/jobs/jobs-page.tsx'), 'JobsPage'),
  },
  {
    path: '/console/accounts',
    title: 'page.accounts',
    section: 'operate',
    icon: 'pool',
    page: lazyPage(() => import('../features/accounts/accounts-page.tsx'), 'AccountsPage'),
  },
  {
    path: '/console/api-users',
    title: 'page.api-users',
    section: 'operate',
    icon: 'key',
    page: lazyPage(() => import('../features/api-users/api-users-page.tsx'), 'ApiUsersPage'),
  },
  {
    path: '/console/capacity',
    title: 'page.capacity',
    section: 'operate',
    icon: 'chart',
    page: lazyPage(() => import('../features/capacity/capacity-page.tsx'), 'CapacityPage'),
  },
  {
    path: '/console/models',
    title: 'page.models',
    section: 'operate',
    icon: 'grid',
    page: lazyPage(() => import('../features/models/models-page.tsx'), 'ModelsPage'),
  },
  {
    path: '/console/request-logs',
    title: 'page.request-logs',
    section: 'operate',
    icon: 'log',
    page: lazyPage(
      () => import('../features/request-logs/request-logs-page.tsx'),
      'RequestLogsPage',
    ),
  },
  {
    path: '/console/settings',
    title: 'page.settings',
    section: 'govern',
    icon: 'sliders',
    page: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  },
  {
    path: '/console/audit-log',
    title: 'page.audit-log',
    section: 'govern',
    icon: 'shield',
    page: lazyPage(() => import('../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  },
  {
    path: '/console/sessions',
    title: 'page.sessions',
    section: 'govern',
    icon: 'clock',
    page: lazyPage(() => import('../features/sessions/sessions-page.tsx'), 'SessionsPage'),
  },
  {
    path: '/console/security',
    title: 'page.security',
    section: 'govern',
    icon: 'lock',
    page: lazyPage(() => import('../features/security/security-page.tsx'), 'SecurityPage'),
  },
];

/** Destination of `/console`: the first page about operating the gateway. */
export const firstConsolePath =
  consolePages.find(({ path }) => path.startsWith('/console/'))?.path ?? '/video';
