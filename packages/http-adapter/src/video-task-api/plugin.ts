import { jobFailureCodes } from '@filmgate/core';
import type { FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { logCalls } from '../mechanics/call-log.ts';
import {
  keyDigestDecorator,
  lookUpCallersInStore,
  ownerDecorator,
  quotaDecorator,
  requireApiUser,
  requireUpstreamKey,
} from './credentials.ts';
import {
  describeInHost,
  refuseOtherMethods,
  type SurfaceDescription,
} from '../mechanics/surface-description.ts';
import { errorBody, renameErrorCodes } from '../mechanics/error-codes.ts';
import { acceptJsonOnly } from '../mechanics/json-body.ts';
import { takeMultipart } from '../mechanics/multipart-body.ts';
import { createRequestIds, openAnswers } from '../mechanics/open-answers.ts';
import { plainJsonSerializerCompiler } from '../mechanics/route-compilers.ts';
import { createContext, type VideoTaskContext } from './context.ts';
import { type VideoTaskApiDeps, type VideoTaskRoutes, videoTaskRoutes } from './deps.ts';
import { createTaskErrorHandler, routeNotFound } from './error-handler.ts';
import { failureRules, refuseMethod, sendFailure } from './failure.ts';
import { registerCreateTask } from './routes/compatible/create-task.ts';
import { modelList, modelObject, registerListModels } from './routes/compatible/list-models.ts';
import {
  registerGetTask,
  registerListTasks,
  registerTaskContent,
} from './routes/compatible/read-tasks.ts';
import { registerTaskEvents, taskEvent } from './routes/compatible/task-events.ts';
import { registerMedia } from './routes/media.ts';
import { registerCreateJob, registerGetJob, registerJobVideo } from './routes/native/create-job.ts';
import { registerUploadAsset } from './routes/native/upload-asset.ts';
import { createTaskBody } from './schemas/create-task-body.ts';
import { assetRecord, nativeJob, nativeJobBody } from './schemas/native-job.ts';
import { taskList, taskObject } from './schemas/task-object.ts';

/** The Video Task API for the description of its listener. */
export const videoTaskDescription: SurfaceDescription = {
  title: 'Filmgate Video Task API',
  summary:
    'Creates video generation tasks and tells how they stand. Send an `Idempotency-Key` with each creation: a retry with the same key and content answers the same task and is never paid twice.',
  schemas: [
    { name: 'CreateTask', schema: createTaskBody },
    { name: 'Task', schema: taskObject },
    { name: 'TaskEvent', schema: taskEvent },
    { name: 'TaskList', schema: taskList },
    { name: 'Model', schema: modelObject },
    { name: 'ModelList', schema: modelList },
    { name: 'CreateNativeJob', schema: nativeJobBody },
    { name: 'NativeJob', schema: nativeJob },
    { name: 'Asset', schema: assetRecord },
    { name: 'Error', schema: errorBody },
  ],
  securitySchemes: {
    apiUserKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The key of an API user, made in the admin console: `Authorization: Bearer <key>`.',
    },
    upstreamKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The key configured on the server for the native API. Never give it to a browser.',
    },
  },
  refuseMethod,
};

type Paths = { readonly [path: string]: readonly string[] };

/** Every path that takes a credential, and its methods, by group, for telling a wrong method from an unknown path. */
const methodsByPath: { readonly [G in VideoTaskRoutes]: Paths } = {
  models: { '/v1/models': ['GET'] },
  videos: {
    '/v1/videos': ['GET', 'POST'],
    '/v1/videos/generations': ['POST'],
    '/v1/video/generations': ['POST'],
    '/v1/videos/:id': ['GET'],
    '/v1/videos/:id/content': ['GET'],
  },
  events: { '/v1/videos/events': ['GET'] },
  native: {
    '/api/v1/assets': ['POST'],
    '/api/v1/video-jobs': ['POST'],
    '/api/v1/video-jobs/:id': ['GET'],
    '/api/v1/video-jobs/:id/video': ['GET'],
  },
};

/** Every code an answer or a failed task of this API may have. */
export const videoTaskErrorCodes: readonly string[] = [
  ...Object.values(failureRules).map(({ code }) => code),
  ...jobFailureCodes,
];

/**
 * The Video Task API as a Fastify plugin: compatible and native routes, and signed media links. Encapsulated: compilers,
 * parsers, hooks and error shapes hold for its own routes only, so it can be mounted under a prefix beside anything.
 */
export function createVideoTaskApi(deps: VideoTaskApiDeps): FastifyPluginAsync {
  return async (app) => {
    const context = createContext(deps);
    renameErrorCodes(app, context.settings.errorCodes, videoTaskErrorCodes);
    describeInHost(app, videoTaskDescription);
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(plainJsonSerializerCompiler);
    app.setGenReqId(createRequestIds(() => deps.ids.next()));
    app.setErrorHandler(createTaskErrorHandler(context));
    app.decorateRequest(ownerDecorator, '');
    app.decorateRequest(quotaDecorator, null);
    app.decorateRequest(keyDigestDecorator, '');
    openAnswers(app, (reply) => {
      sendFailure(reply, routeNotFound);
    });
    if (context.settings.answerUnknownRoutes) {
      app.setNotFoundHandler((_request, reply) => sendFailure(reply, routeNotFound));
    }
    refuseOtherMethods(app, { url: '/media/:file', allowed: ['GET'] }, refuseMethod);
    registerMedia(app, context);
    await app.register(programmaticApi(context));
  };
}

/** Every call of these routes is logged, also the refused ones. */
function programmaticApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    logCalls(app, context.deps.callLog);
    const { routes } = context.settings;
    for (const group of videoTaskRoutes.filter((name) => routes[name])) {
      for (const [url, allowed] of Object.entries(methodsByPath[group]))
        refuseOtherMethods(app, { url, allowed }, refuseMethod);
    }
    await app.register(compatibleApi(context));
    if (routes.native) await app.register(nativeApi(context));
  };
}

function compatibleApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireApiUser(context));
    lookUpCallersInStore(app);
    acceptJsonOnly(app);
    takeMultipart(app);
    const { routes } = context.settings;
    if (routes.models) registerListModels(app, context);
    if (routes.events) registerTaskEvents(app, context);
    if (!routes.videos) return;
    registerCreateTask(app, context);
    registerListTasks(app, context);
    registerGetTask(app, context);
    registerTaskContent(app, context);
  };
}

function nativeApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireUpstreamKey(context));
    acceptJsonOnly(app);
    registerCreateJob(app, context);
    registerGetJob(app, context);
    registerJobVideo(app, context);
    await app.register(async (uploads) => registerUploadAsset(uploads, context));
  };
}
