import { jobFailureCodes } from '@filmgate/core';
import type { FastifyPluginAsync } from 'fastify';
import { logCalls } from '../mechanics/call-log.ts';
import {
  keyDigestDecorator,
  lookUpCallersInStore,
  ownerDecorator,
  quotaDecorator,
  requireApiUser,
  requireUpstreamKey,
} from './credentials.ts';
import { defineSurface, type Paths, refuseMethods } from '../mechanics/define-surface.ts';
import { errorBody } from '../mechanics/error-codes.ts';
import { acceptJsonOnly } from '../mechanics/json-body.ts';
import { takeMultipart } from '../mechanics/multipart-body.ts';
import { type MediaRoute, registerMedia } from '../mechanics/signed-media.ts';
import { videoWords } from './answers.ts';
import { createContext, videoFile, type VideoTaskContext } from './context.ts';
import { type VideoTaskRoutes, videoTaskRoutes } from './deps.ts';
import { failureRules, videoTaskDialect } from './failure.ts';
import { registerCreateTask } from './tasks/create-task.ts';
import { modelList, modelObject, registerListModels } from './tasks/list-models.ts';
import { registerGetTask, registerListTasks, registerTaskContent } from './tasks/read-tasks.ts';
import { registerTaskEvents, taskEvent } from './tasks/task-events.ts';
import { registerCreateJob, registerGetJob, registerJobVideo } from './native/video-jobs.ts';
import { registerUploadAsset } from './native/upload-asset.ts';
import { errorAnswers, videoAnswer } from './route-description.ts';
import { createTaskBody } from './tasks/create-task-body.ts';
import { assetRecord, nativeJob, nativeJobBody } from './native/native-job.ts';
import { taskList, taskObject } from './tasks/task-object.ts';

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

/** Videos by their signed links [media.no-header]. */
const videoMedia: MediaRoute = {
  words: videoWords,
  signatureInvalid:
    'The link was altered, was revoked or has expired; read the task again for a new one.',
  file: /^(v[tj]_[0-9a-hjkmnp-tv-z]{26})\.mp4$/,
  fileOf: videoFile,
  described: {
    tags: ['Videos'],
    summary: 'Play a video by its signed link',
    file: '`<id>.mp4`',
    response: { 200: videoAnswer, 206: videoAnswer, ...errorAnswers },
  },
};

/** The Video Task API: compatible and native routes, and signed media links. */
const videoTaskApi = defineSurface({
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
  dialect: videoTaskDialect,
  errorCodes: videoTaskErrorCodes,
  openContext: createContext,
  choicesOf: ({ settings }) => settings,
  routes: async (app, context) => {
    app.decorateRequest(ownerDecorator, '');
    app.decorateRequest(quotaDecorator, null);
    app.decorateRequest(keyDigestDecorator, '');
    refuseMethods(app, videoTaskDialect, { '/media/:file': ['GET'] });
    registerMedia(app, context, videoMedia);
    await app.register(programmaticApi(context));
  },
});

export const { create: createVideoTaskApi, description: videoTaskDescription } = videoTaskApi;

/** Every call of these routes is logged, also the refused ones. */
function programmaticApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    logCalls(app, context.deps.callLog);
    const { routes } = context.settings;
    for (const group of videoTaskRoutes.filter((name) => routes[name]))
      refuseMethods(app, videoTaskDialect, methodsByPath[group]);
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
