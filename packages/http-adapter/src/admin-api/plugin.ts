import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import {
  describeInHost,
  refuseOtherMethods,
  type SurfaceDescription,
} from '../mechanics/surface-description.ts';
import { acceptJsonOnly } from '../mechanics/json-body.ts';
import { createRequestIds, openAnswers } from '../mechanics/open-answers.ts';
import { plainJsonSerializerCompiler } from '../mechanics/route-compilers.ts';
import { sessionScheme } from '../mechanics/session-cookie.ts';
import { type AdminContext, createContext } from './context.ts';
import type { AdminApiDeps } from './deps.ts';
import { createAdminErrorHandler, routeNotFound } from './error-handler.ts';
import { refuseMethod, sendAdminFailure } from './failure.ts';
import { registerAccountOptions } from './routes/account-options.ts';
import { registerAccounts } from './routes/accounts.ts';
import { registerAdministrator } from './routes/administrator.ts';
import { registerApiUsers } from './routes/api-users.ts';
import { auditEntry, registerAuditLog } from './routes/audit-log.ts';
import { registerJobContent } from './routes/job-content.ts';
import { registerJobs } from './routes/jobs.ts';
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
import { account } from './schemas/account.ts';
import { apiUser } from './schemas/api-user.ts';
import { adminJob } from './schemas/job.ts';
import { overview } from './schemas/overview.ts';
import { detailBody } from './schemas/page.ts';
import { requestLogEntry } from './schemas/request-log.ts';
import { sample } from './schemas/sample.ts';
import { openSession, sessionAnswer } from './schemas/session.ts';
import { setting } from './schemas/setting.ts';

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
  '/jobs/:id': ['GET'],
  '/jobs/:id/content': ['GET'],
  '/jobs/:id/check': ['POST'],
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

/**
 * Login and the admin API as a Fastify plugin, below `/api/v1/auth` and `/api/v1/admin`, and `/metrics`.
 * Encapsulated like the surfaces; it answers unknown paths below those two only.
 */
export function createAdminApi(deps: AdminApiDeps): FastifyPluginAsync {
  return async (app) => {
    const context = createContext(deps);
    describeInHost(app, adminDescription);
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(plainJsonSerializerCompiler);
    app.setGenReqId(createRequestIds(() => deps.ids.next()));
    app.setErrorHandler(createAdminErrorHandler(deps));
    acceptJsonOnly(app);
    openAnswers(app, (reply) => {
      sendAdminFailure(reply, routeNotFound);
    });
    registerMetrics(app, context);
    await app.register(sessionRoutes(context), { prefix: '/api/v1/auth' });
    await app.register(adminRoutes(context), { prefix: '/api/v1/admin' });
  };
}

function sessionRoutes(context: AdminContext): FastifyPluginAsync {
  return async (app) => {
    answerUnknown(app, sessionPaths);
    registerSession(app, context);
  };
}

function adminRoutes(context: AdminContext): FastifyPluginAsync {
  return async (app) => {
    answerUnknown(app, adminPaths);
    await app.register(async (guarded) => {
      guarded.addHook('onRequest', context.guard.requireOwnOrigin);
      guarded.addHook('onRequest', context.guard.requireSession);
      registerApiUsers(guarded, context);
      registerAccountOptions(guarded, context);
      registerAddresses(guarded, context);
      registerAccounts(guarded, context);
      registerJobs(guarded, context);
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

function answerUnknown(
  app: FastifyInstance,
  paths: { readonly [path: string]: readonly string[] },
): void {
  app.setNotFoundHandler((_request, reply) => sendAdminFailure(reply, routeNotFound));
  for (const [url, allowed] of Object.entries(paths))
    refuseOtherMethods(app, { url, allowed }, refuseMethod);
}
