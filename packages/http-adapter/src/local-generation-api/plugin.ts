import type { FastifyPluginAsync } from 'fastify';
import { logRequests } from '../http/request-log.ts';
import { defineSurface, type Paths, refuseMethods } from '../http/define-surface.ts';
import { errorBody } from '../http/error-codes.ts';
import { acceptJsonOnly } from '../http/json-body.ts';
import { acceptMultipart } from '../http/multipart-body.ts';
import { sessionScheme } from '../http/session-cookie.ts';
import { withPreflights } from '../http/open-to-pages.ts';
import { mediaResponse, type MediaRoute, registerMedia } from '../http/signed-media.ts';
import { chatCompletion, registerChatCompletions } from './chat/chat-completions.ts';
import { chatBody } from './chat/chat-request.ts';
import { amendFailure, createContext, type LocalContext } from './context.ts';
import { requireServiceKey, serviceKeySecurity } from './credentials.ts';
import {
  defaultLocalGenerationApiSettings,
  type LocalGenerationRoutes,
  localGenerationRoutes,
} from './deps.ts';
import { errorResponses, failureRules, localErrors } from './failure.ts';
import { imageList, type ImageRoute, registerImages } from '../generations/image-routes.ts';
import { imageBodies } from '../generations/image-request.ts';
import { localModel, localModelList, registerListModels } from './list-models.ts';
import {
  poolCapacityBody,
  registerPoolCapacity,
  registerSubmitStatus,
  submitStatusBody,
} from './pool-status.ts';
import { workbenchApi, workbenchSchemas } from './workbench/plugin.ts';

/** Every programmatic path and its methods, by group, to distinguish a wrong method from an unknown path. */
const methodsByPath: { readonly [G in LocalGenerationRoutes]: Paths } = {
  models: { '/v1/models': ['GET'] },
  chat: { '/v1/chat/completions': ['POST'] },
  images: { '/v1/images/generations': ['POST'], '/v1/images/edits': ['POST'] },
  pool: { '/api/v1/video-pool-capacity': ['GET'], '/api/v1/video-submit-status': ['GET'] },
  workbench: {},
};

/** Every code a response of this API may have. */
export const localGenerationErrorCodes: readonly string[] = Object.values(failureRules).map(
  ({ code }) => code,
);

const imagesBodies = imageBodies(defaultLocalGenerationApiSettings.mostImagesAtOnce);

/** Results by their signed links [local.result.url]. */
const resultMedia: MediaRoute = {
  words: {
    errorShape: localErrors,
    notFound: {
      kind: 'job-not-found',
      message: 'There is no such result, or it was removed.',
    },
    noun: 'file',
  },
  signatureInvalid: 'The link is invalid, was revoked or has expired.',
  jobId: /^lj_[0-9a-hjkmnp-tv-z]{26}$/,
  described: {
    tags: ['Generation'],
    summary: 'Download a result by its signed link',
    file: '`<job>.mp4` or `<job>.png`; another extension for other formats',
    response: { 200: mediaResponse, 206: mediaResponse, ...errorResponses },
  },
};

/** The Local Generation API: models, synchronous generation, pool capacity, signed results, and the workbench. */
const localGenerationApi = defineSurface({
  title: 'Filmgate Local Generation API',
  summary:
    'Chat-style generation of videos and images: the call waits until the generation has ended and returns a URL. Set the client timeout to the maximum wait of the model in the catalog (900 or 1800 seconds in the built-in catalog), without automatic retries.',
  schemas: [
    { name: 'LocalModel', schema: localModel },
    { name: 'LocalModelList', schema: localModelList },
    { name: 'ChatGeneration', schema: chatBody },
    { name: 'ChatCompletion', schema: chatCompletion },
    { name: 'ImageGeneration', schema: imagesBodies.generations },
    { name: 'ImageEdit', schema: imagesBodies.edits },
    { name: 'ImageList', schema: imageList },
    { name: 'PoolCapacity', schema: poolCapacityBody },
    { name: 'SubmitStatus', schema: submitStatusBody },
    ...workbenchSchemas,
    { name: 'Error', schema: errorBody },
  ],
  securitySchemes: {
    adminSession: sessionScheme,
    serviceKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'Service API key: `Authorization: Bearer <key>`.',
    },
    serviceKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'Service API key in a separate header; a Bearer key takes precedence.',
    },
  },
  errorShape: localErrors,
  errorCodes: localGenerationErrorCodes,
  openContext: createContext,
  choicesOf: ({ settings }) => settings,
  amend: amendFailure,
  foreignRoutes: async (app, context) => {
    if (context.settings.routes.workbench) await app.register(workbenchApi(context));
  },
  routes: async (app, context) => {
    refuseMethods(app, withPreflights(localErrors), { '/media/:file': ['GET'] });
    registerMedia(app, context, resultMedia);
    await app.register(programmaticApi(context));
  },
});

export const { create: createLocalGenerationApi, description: localGenerationDescription } =
  localGenerationApi;

/** Every call of these routes is logged, refused ones included. */
function programmaticApi(context: LocalContext): FastifyPluginAsync {
  return async (app) => {
    logRequests(app, context.deps.requestLog);
    const { routes } = context.settings;
    for (const group of localGenerationRoutes.filter((name) => routes[name]))
      refuseMethods(app, localErrors, methodsByPath[group]);
    acceptJsonOnly(app);
    if (routes.pool) registerSubmitStatus(app, context);
    await app.register(keyedApi(context));
  };
}

function keyedApi(context: LocalContext): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', requireServiceKey(context));
    const { routes } = context.settings;
    if (routes.models) registerListModels(app, context);
    if (routes.chat) registerChatCompletions(app, context);
    if (routes.images) {
      registerImages(app, context, imageRoute('generations'));
      await app.register(imageEdits(context));
    }
    if (routes.pool) registerPoolCapacity(app, context);
  };
}

/** Edits may be forms. */
function imageEdits(context: LocalContext): FastifyPluginAsync {
  return async (app) => {
    acceptMultipart(app);
    registerImages(app, context, imageRoute('edits'));
  };
}

function imageRoute(endpoint: ImageRoute['endpoint']): ImageRoute {
  return {
    endpoint,
    schema: {
      tags: ['Generation'],
      description:
        'Each of the `n` images is a separate generation. If one fails, the call fails and lists the others.',
      body: imagesBodies[endpoint],
      security: serviceKeySecurity,
      response: { 200: imageList, ...errorResponses },
    },
  };
}
