import type { FastifyPluginAsync } from 'fastify';
import { logRequests } from '../../http/request-log.ts';
import {
  handleUnknown,
  type Paths,
  refuseMethods,
  installErrorHandlers,
} from '../../http/define-surface.ts';
import { acceptJsonOnly } from '../../http/json-body.ts';
import { amendFailure, type LocalContext } from '../context.ts';
import { createWorkbenchContext, type WorkbenchContext } from './context.ts';
import { registerCreateJob } from './create-job.ts';
import { workbenchErrors } from './failure.ts';
import { registerJobContent, registerJobReference } from './job-content.ts';
import { workbenchCreation } from './job-creation.ts';
import { registerJobEvents, workbenchEvent } from './job-events.ts';
import { registerJobRequest } from './job-request.ts';
import { registerCheckJob, registerListJobs } from './list-jobs.ts';
import { registerModels, workbenchModels } from './models.ts';
import { workbenchJob, workbenchJobs } from './workbench-job.ts';

/** Named schemas of this dialect in the OpenAPI document. */
export const workbenchSchemas = [
  { name: 'WorkbenchModels', schema: workbenchModels },
  { name: 'CreateWorkbenchJob', schema: workbenchCreation },
  { name: 'WorkbenchJob', schema: workbenchJob },
  { name: 'WorkbenchJobs', schema: workbenchJobs },
  { name: 'WorkbenchEvent', schema: workbenchEvent },
];

/** Every path below `/local-video` and its methods. */
const methodsByPath: Paths = {
  '/models': ['GET'],
  '/jobs': ['GET', 'POST'],
  '/jobs/:id/check': ['POST'],
  '/jobs/:id/content': ['GET'],
  '/jobs/:id/request': ['GET'],
  '/jobs/:id/references/:index': ['GET'],
  '/events': ['GET'],
};

/** The workbench's routes: below `/local-video` for the administrator's session, with errors as `{detail}`. */
export function workbenchApi(local: LocalContext): FastifyPluginAsync {
  return async (app) => {
    const context = createWorkbenchContext(local);
    const { log } = context.deps;
    installErrorHandlers(app, workbenchErrors, {
      log,
      amend: (request, failure) => amendFailure(context, request, failure),
    });
    await app.register(jobRoutes(context), { prefix: '/local-video' });
  };
}

function jobRoutes(context: WorkbenchContext): FastifyPluginAsync {
  return async (app) => {
    handleUnknown(app, workbenchErrors);
    refuseMethods(app, workbenchErrors, methodsByPath);
    acceptJsonOnly(app);
    await app.register(guardedRoutes(context));
    await app.register(eventRoutes(context));
    await app.register(creation(context));
  };
}

function guardedRoutes(context: WorkbenchContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', context.guard.requireOwnOrigin);
    app.addHook('onRequest', context.guard.requireSession);
    registerModels(app, context);
    registerListJobs(app, context);
    registerCheckJob(app, context);
    registerJobContent(app, context);
    registerJobRequest(app, context);
    registerJobReference(app, context);
  };
}

/** A page of another site could open a WebSocket with its visitor's cookie; only the server can refuse it. */
function eventRoutes(context: WorkbenchContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', context.requireOwnPage);
    app.addHook('onRequest', context.guard.requireSession);
    registerJobEvents(app, context);
  };
}

/** Creations alone are logged, refused ones included [workbench.call-log]. */
function creation(context: WorkbenchContext): FastifyPluginAsync {
  return async (app) => {
    logRequests(app, context.deps.requestLog);
    app.addHook('onRequest', context.guard.requireOwnOrigin);
    app.addHook('onRequest', context.guard.requireSession);
    registerCreateJob(app, context);
  };
}
