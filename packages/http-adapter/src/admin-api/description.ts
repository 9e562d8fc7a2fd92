import type { SurfaceDescription } from '../mechanics/surface-description.ts';
import { refuseMethod } from './refuse-method.ts';
import { account } from './schemas/account.ts';
import { apiUser } from './schemas/api-user.ts';
import { auditEntry } from './schemas/audit-entry.ts';
import { adminJob } from './schemas/job.ts';
import { detailBody } from './schemas/page.ts';
import { sessionAnswer } from './schemas/session.ts';

/** The admin API for the description of its listener. */
export const adminDescription: SurfaceDescription = {
  title: 'Filmgate administration',
  summary:
    'Administration: API users and their keys, upstream accounts, every job with its event trail, the audit log.',
  schemas: [
    { name: 'AdminSession', schema: sessionAnswer },
    { name: 'ApiUser', schema: apiUser },
    { name: 'Account', schema: account },
    { name: 'AdminJob', schema: adminJob },
    { name: 'AuditEntry', schema: auditEntry },
    { name: 'Detail', schema: detailBody },
  ],
  securitySchemes: {
    adminSession: {
      type: 'apiKey',
      in: 'cookie',
      name: 'filmgate_session',
      description:
        'The session cookie that `POST /api/v1/auth/login` sets; named `__Host-filmgate_session` over https.',
    },
  },
  refuseMethod,
};
