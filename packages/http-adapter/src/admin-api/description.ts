import { sessionScheme } from '../mechanics/session-scheme.ts';
import type { SurfaceDescription } from '../mechanics/surface-description.ts';
import { refuseMethod } from './refuse-method.ts';
import { account } from './schemas/account.ts';
import { apiUser } from './schemas/api-user.ts';
import { auditEntry } from './schemas/audit-entry.ts';
import { adminJob } from './schemas/job.ts';
import { modelFamily } from './schemas/model.ts';
import { overview } from './schemas/overview.ts';
import { detailBody } from './schemas/page.ts';
import { sample } from './schemas/sample.ts';
import { requestLogEntry } from './schemas/request-log.ts';
import { setting } from './schemas/setting.ts';
import { openSession } from './schemas/open-session.ts';
import { sessionAnswer } from './schemas/session.ts';

/** The admin API for the description of its listener. */
export const adminDescription: SurfaceDescription = {
  title: 'Filmgate administration',
  summary:
    'Administration: API users and their keys, upstream accounts, every job with its event trail, the settings, open sessions, the audit log. Every name in an answer is in snake_case.',
  schemas: [
    { name: 'AdminSession', schema: sessionAnswer },
    { name: 'OpenAdminSession', schema: openSession },
    { name: 'ApiUser', schema: apiUser },
    { name: 'Account', schema: account },
    { name: 'AdminJob', schema: adminJob },
    { name: 'Setting', schema: setting },
    { name: 'AuditEntry', schema: auditEntry },
    { name: 'RequestLogEntry', schema: requestLogEntry },
    { name: 'ModelFamily', schema: modelFamily },
    { name: 'Overview', schema: overview },
    { name: 'Sample', schema: sample },
    { name: 'Detail', schema: detailBody },
  ],
  securitySchemes: {
    adminSession: sessionScheme,
    metricsToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of `FILMGATE_METRICS_TOKEN`.',
    },
  },
  refuseMethod,
};
