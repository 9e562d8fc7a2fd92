import { jobFailureCodes } from '@filmgate/core';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { logRequests } from '../http/request-log.ts';
import { defineSurface, type Paths, refuseMethods } from '../http/define-surface.ts';
import { errorBody } from '../http/error-codes.ts';
import { withPreflights } from '../http/open-to-pages.ts';
import { mediaResponse, type MediaRoute, registerMedia } from '../http/signed-media.ts';
import { amendFailure, createContext, type VideoTaskContext } from './context.ts';
import { keyDigestDecorator, ownerDecorator, quotaDecorator } from './credentials.ts';
import { type VideoTaskRoutes, videoTaskRoutes } from './deps.ts';
import { errorResponses, failureRules, videoTaskErrors, videoWords } from './failure.ts';
import { nativeApi, nativePaths, nativeSchemas } from './native/plugin.ts';
import { noticesApi } from './notices/plugin.ts';
import { linkedReferencesApi } from './references/plugin.ts';
import { tasksApi, tasksPaths, tasksSchemas } from './tasks/plugin.ts';

/** Every path with a credential, and its methods, by group, to distinguish a wrong method from an unknown path. */
const methodsByPath: { readonly [G in VideoTaskRoutes]: Paths } = {
  ...tasksPaths,
  native: nativePaths,
};

/** Every code a response or a failed task of this API may have. */
export const videoTaskErrorCodes: readonly string[] = [
  ...Object.values(failureRules).map(({ code }) => code),
  ...jobFailureCodes,
];

/** Results by their signed links [media.no-header]. */
const videoMedia: MediaRoute = {
  words: videoWords,
  signatureInvalid:
    'The link is invalid, was revoked or has expired; read the task again for a new link.',
  jobId: /^v[tj]_[0-9a-hjkmnp-tv-z]{26}$/,
  described: {
    tags: ['Videos'],
    summary: 'Play a video or download an image by its signed link',
    file: '`<id>.mp4` or `<id>.png`; another extension for other formats',
    response: { 200: mediaResponse, 206: mediaResponse, ...errorResponses },
  },
};

/** The Video Task API: the dialects of tasks and of native jobs, and signed media links. */
const videoTaskApi = defineSurface({
  title: 'Filmgate Video Task API',
  summary:
    'Creates video generation tasks and reports their progress. Send an `Idempotency-Key` with each creation: a retry with the same key and content returns the same task and is never paid twice.',
  schemas: [...tasksSchemas, ...nativeSchemas, { name: 'Error', schema: errorBody }],
  securitySchemes: {
    apiUserKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'Key of an API user, created in the console: `Authorization: Bearer <key>`.',
    },
    nativeKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'Key of the native API, configured on the server. Never use it in a browser.',
    },
  },
  errorShape: videoTaskErrors,
  errorCodes: videoTaskErrorCodes,
  openContext: createContext,
  choicesOf: ({ settings }) => settings,
  amend: amendFailure,
  routes: async (app, context) => {
    app.decorateRequest(ownerDecorator, '');
    app.decorateRequest(quotaDecorator, null);
    app.decorateRequest(keyDigestDecorator, '');
    refuseMethods(app, withPreflights(videoTaskErrors), { '/media/:file': ['GET'] });
    if (!context.settings.routes.events) leaveUnknown(app, '/v1/videos/events');
    registerMedia(app, context, videoMedia);
    const { notices, references } = context.deps;
    if (references !== undefined)
      await app.register(async (scope) => linkedReferencesApi(scope, context, references));
    if (notices !== undefined)
      await app.register(async (scope) => noticesApi(scope, context, notices));
    await app.register(programmaticApi(context));
  },
});

export const { create: createVideoTaskApi, description: videoTaskDescription } = videoTaskApi;

/** Every call of these routes is logged, refused ones included. */
function programmaticApi(context: VideoTaskContext): FastifyPluginAsync {
  return async (app) => {
    logRequests(app, context.deps.requestLog);
    const { routes } = context.settings;
    for (const group of videoTaskRoutes.filter((name) => routes[name]))
      refuseMethods(app, videoTaskErrors, methodsByPath[group]);
    await app.register(tasksApi(context));
    if (routes.native) await app.register(nativeApi(context));
  };
}

/** Prevents a path whose group is off from being taken for the id of a task. */
function leaveUnknown(app: FastifyInstance, url: string): void {
  app.route({
    method: app.supportedMethods,
    url,
    exposeHeadRoute: false,
    schema: { hide: true },
    onRequest: (_request, reply) => reply.callNotFound(),
    handler: (_request, reply) => reply.callNotFound(),
  });
}
