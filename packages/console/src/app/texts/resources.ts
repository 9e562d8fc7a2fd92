import type accounts from './en/accounts.json';
import type apiUsers from './en/api-users.json';
import type auditLog from './en/audit-log.json';
import type banners from './en/banners.json';
import type capacity from './en/capacity.json';
import type forms from './en/forms.json';
import type jobDetails from './en/job-details.json';
import type jobWords from './en/job-words.json';
import type jobs from './en/jobs.json';
import type login from './en/login.json';
import type metrics from './en/metrics.json';
import type models from './en/models.json';
import type overview from './en/overview.json';
import type requestLogs from './en/request-logs.json';
import type security from './en/security.json';
import type sessions from './en/sessions.json';
import type settings from './en/settings.json';
import type shell from './en/shell.json';
import type workbench from './en/workbench.json';

/** English texts by namespace. */
export interface Resources {
  readonly accounts: typeof accounts;
  readonly 'api-users': typeof apiUsers;
  readonly 'audit-log': typeof auditLog;
  readonly banners: typeof banners;
  readonly capacity: typeof capacity;
  readonly forms: typeof forms;
  readonly 'job-details': typeof jobDetails;
  readonly 'job-words': typeof jobWords;
  readonly jobs: typeof jobs;
  readonly login: typeof login;
  readonly metrics: typeof metrics;
  readonly models: typeof models;
  readonly overview: typeof overview;
  readonly 'request-logs': typeof requestLogs;
  readonly security: typeof security;
  readonly sessions: typeof sessions;
  readonly settings: typeof settings;
  readonly shell: typeof shell;
  readonly workbench: typeof workbench;
}

declare module 'i18next' {
  /** Makes an unknown key a compile error. */
  interface CustomTypeOptions {
    resources: Resources;
    keySeparator: false;
    nsSeparator: false;
  }
}
