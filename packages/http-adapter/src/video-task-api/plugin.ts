import type { FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { logCalls } from '../mechanics/call-log.ts';
import { lookUpCallersInStore } from '../mechanics/caller-in-store.ts';
import { takeJsonOnly } from '../mechanics/json-body.ts';
import { describeInHost } from '../mechanics/describe-in-host.ts';
import { refuseOtherMethods } from '../mechanics/method-not-allowed.ts';
import { takeMultipart } from '../mechanics/multipart-body.ts';
import { openAnswers } from '../mechanics/open-answers.ts';
import { plainJsonSerializerCompiler } from '../mechanics/plain-json.ts';
import { createRequestIds } from '../mechanics/request-id.ts';
import { createContext, type VideoTaskContext } from './context.ts';
import {
  keyDigestDecorator,
  ownerDecorator,
  requireApiUser,
  requireUpstreamKey,
} from './credentials.ts';
import type { VideoTaskApiDeps } from './deps.ts';
import { videoTaskDescription } from './description.ts';
import { createTaskErrorHandler, routeNotFound } from './error-handler.ts';
import { sendFailure } from './failure-response.ts';
import { refuseMethod } from './refuse-method.ts';
import { registerCreateTask } from './routes/compatible/create-task.ts';
import { registerGetTask } from './routes/compatible/get-task.ts';
import { registerListModels } from './routes/compatible/list-models.ts';
import { registerListTasks } from './routes/compatible/list-tasks.ts';
import { registerTaskContent } from './routes/compatible/task-content.ts';
import { registerTaskEvents } from './routes/compatible/task-events.ts';
import { registerMedia } from './routes/media.ts';
import { registerCreateJob } from './routes/native/create-job.ts';
import { registerGetJob } from './routes/native/get-job.ts';
import { registerJobVideo } from './routes/native/job-video.ts';
import { registerUploadAsset } from './routes/native/upload-asset.ts';

/** Every path that takes a credential, and its methods, for telling a wrong method from an unknown path. */
const methodsByPath: { readonly [path: string]: readonly string[] } = {
  '/v1/models': ['GET'],
  '/v1/videos': ['GET', 'POST'],
  '/v1/videos/generations': ['POST'],
  '/v1/video/generations': ['POST'],
  '/v1/videos/events': ['GET'],
  '/v1/videos/:id': ['GET'],
  '/v1/videos/:id/content': ['GET'],
  '/api/v1/assets': ['POST'],
  '/api/v1/video-jobs': ['POST'],
  '/api/v1/video-jobs/:id': ['GET'],
  '/api/v1/video-jobs/:id/video': ['GET'],
};

/**
 * The Video Task API as a Fastify plugin: compatible and native routes, and signed media links. Encapsulated: compilers,
 * parsers, hooks and error shapes hold for its own routes only, so it can be mounted under a prefix beside anything.
 */
export function createVideoTaskApi(deps: VideoTaskApiDeps): FastifyPluginAsync {
  return async (app) => {
    const context = createContext(deps);
    describeInHost(app, videoTaskDescription);
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(plainJsonSerializerCompiler);
    app.setGenReqId(createRequestIds(() => deps.ids.next()));
    app.setErrorHandler(createTaskErrorHandler(context));
    app.decorateRequest(ownerDecorator, '');
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
    for (const [url, allowed] of Object.entries(methodsByPath)) {
      refuseOtherMethods(app, { url, allowed }, refuseMethod);
    }
    await app.register(compatibleApi(context));
    await app.register(nativeApi(context));
  };
}

function compatibleApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireApiUser(context));
    lookUpCallersInStore(app);
    takeJsonOnly(app);
    takeMultipart(app);
    registerListModels(app, context);
    registerCreateTask(app, context);
    registerListTasks(app, context);
    registerTaskEvents(app, context);
    registerGetTask(app, context);
    registerTaskContent(app, context);
  };
}

function nativeApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireUpstreamKey(context));
    takeJsonOnly(app);
    registerCreateJob(app, context);
    registerGetJob(app, context);
    registerJobVideo(app, context);
    await app.register(async (uploads) => registerUploadAsset(uploads, context));
  };
}
