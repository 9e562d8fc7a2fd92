import type { FastifyPluginAsync } from 'fastify';
import { handleUnknown, defineSurface, refuseMethods } from '../http/define-surface.ts';
import { acceptJsonOnly } from '../http/json-body.ts';
import { sessionScheme } from '../http/session-cookie.ts';
import { type AdminContext, createContext } from './context.ts';
import { adminErrors } from './failure.ts';
import { requireFreshLogin } from './fresh-login.ts';
import { refuseUnknownParameters } from './refuse-unknown-parameters.ts';
import { registerActsOnJobs } from './routes/acts-on-jobs.ts';
import { registerAccountOptions } from './routes/account-options.ts';
import { registerAccounts } from './routes/accounts.ts';
import { registerAdministrator } from './routes/administrator.ts';
import { registerApiUsers } from './routes/api-users.ts';
import { auditEntry, registerAuditLog } from './routes/audit-log.ts';
import { registerJobContent, registerJobs } from './routes/jobs.ts';
import { registerMetrics } from './routes/metrics.ts';
import { modelFamily, registerModels } from './routes/models.ts';
import { registerOverview, registerSamples } from './routes/overview.ts';
import { registerRequestLogExport } from './routes/request-log-export.ts';
import { registerRequestLogHistogram, registerRequestLogs } from './routes/request-logs.ts';
import { registerSession } from './routes/session.ts';
import { registerSessions } from './routes/sessions.ts';
import { registerSettings } from './routes/settings.ts';
import {
  registerAddresses,
  registerClock,
  registerStore,
  registerUnreadableJobs,
} from './routes/gateway-state.ts';
import { registerTakingBack } from './routes/taking-back.ts';
import { accountRecord } from './schemas/account.ts';
import { apiUser } from './schemas/api-user.ts';
import { adminJob } from './schemas/job.ts';
import { overview } from './schemas/overview.ts';
import { detailBody } from './schemas/page.ts';
import { requestLogEntry } from './schemas/request-log.ts';
import { sample } from './schemas/sample.ts';
import { openSession, sessionResponse } from './schemas/session.ts';
import { setting } from './schemas/setting.ts';

const sessionPaths = { '/login': ['POST'], '/logout': ['POST'], '/session': ['GET'] } as const;

const adminPaths = {
  '/api-users': ['GET', 'POST'],
  '/api-users/:id': ['PATCH'],
  '/api-users/:id/rotate': ['POST'],
  '/api-users/:id/revoke-links': ['POST'],
  '/api-users/:id/erase': ['POST'],
  '/revoke-links': ['POST'],
  '/jobs/:id/result': ['DELETE'],
  '/account-options': ['GET'],
  '/addresses': ['GET'],
  '/accounts': ['GET', 'POST'],
  '/accounts/:id': ['PATCH', 'DELETE'],
  '/accounts/:id/test': ['POST'],
  '/jobs': ['GET'],
  '/jobs/acts': ['POST'],
  '/jobs/acts/preview': ['POST'],
  '/jobs/:id': ['GET'],
  '/jobs/:id/content': ['GET'],
  '/jobs/:id/cancel': ['POST'],
  '/jobs/:id/check': ['POST'],
  '/jobs/:id/look-up': ['POST'],
  '/jobs/:id/resolve': ['POST'],
  '/settings': ['GET', 'PUT'],
  '/password': ['PUT'],
  '/second-factor': ['GET', 'POST'],
  '/second-factor/confirm': ['POST'],
  '/second-factor/remove': ['POST'],
  '/sessions': ['GET', 'DELETE'],
  '/sessions/:id': ['DELETE'],
  '/audit-log': ['GET'],
  '/request-logs': ['GET'],
  '/request-logs/export': ['GET'],
  '/request-logs/histogram': ['GET'],
  '/models': ['GET'],
  '/overview': ['GET'],
  '/samples': ['GET'],
  '/unreadable-jobs': ['GET'],
  '/clock': ['GET'],
  '/store': ['GET'],
  '/clock/confirm': ['POST'],
} as const;

/** Login and admin API below `/api/v1/auth` and `/api/v1/admin`, with responses to unknown paths there; `/metrics`. */
const adminApi = defineSurface({
  title: 'Filmgate administration',
  summary:
    'Administration: API users and their keys, provider accounts, all jobs with their trail, settings, open sessions, audit log. All names in responses are in snake_case.',
  schemas: [
    { name: 'AdminSession', schema: sessionResponse },
    { name: 'OpenAdminSession', schema: openSession },
    { name: 'ApiUser', schema: apiUser },
    { name: 'Account', schema: accountRecord },
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
      description: 'The token in `FILMGATE_METRICS_TOKEN`.',
    },
  },
  errorShape: adminErrors,
  openContext: createContext,
  routes: async (app, context) => {
    acceptJsonOnly(app);
    registerMetrics(app, context);
    await app.register(sessionRoutes(context), { prefix: '/api/v1/auth' });
    await app.register(adminRoutes(context), { prefix: '/api/v1/admin' });
  },
});

export const { create: createAdminApi, description: adminDescription } = adminApi;

function sessionRoutes(context: AdminContext): FastifyPluginAsync {
  return async (app) => {
    handleUnknown(app, adminErrors);
    refuseMethods(app, adminErrors, sessionPaths);
    registerSession(app, context);
  };
}

function adminRoutes(context: AdminContext): FastifyPluginAsync {
  return async (app) => {
    handleUnknown(app, adminErrors);
    refuseMethods(app, adminErrors, adminPaths);
    await app.register(async (guarded) => {
      guarded.addHook('onRequest', context.guard.requireOwnOrigin);
      guarded.addHook('onRequest', context.guard.requireSession);
      guarded.addHook('preValidation', refuseUnknownParameters);
      requireFreshLogin(guarded, context);
      registerApiUsers(guarded, context);
      registerAccountOptions(guarded, context);
      registerAddresses(guarded, context);
      registerAccounts(guarded, context);
      registerJobs(guarded, context);
      registerActsOnJobs(guarded, context);
      registerJobContent(guarded, context);
      registerTakingBack(guarded, context);
      registerSettings(guarded, context);
      registerAdministrator(guarded, context);
      registerSessions(guarded, context);
      registerAuditLog(guarded, context);
      registerRequestLogs(guarded, context);
      registerRequestLogExport(guarded, context);
      registerRequestLogHistogram(guarded, context);
      registerModels(guarded, context);
      registerOverview(guarded, context);
      registerSamples(guarded, context);
      registerUnreadableJobs(guarded, context);
      registerClock(guarded, context);
      registerStore(guarded, context);
    });
  };
}
