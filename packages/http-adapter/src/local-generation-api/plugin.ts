import type { FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { logCalls } from '../mechanics/call-log.ts';
import {
  describeInHost,
  refuseOtherMethods,
  type SurfaceDescription,
} from '../mechanics/surface-description.ts';
import { errorBody, renameErrorCodes } from '../mechanics/error-codes.ts';
import { acceptJsonOnly } from '../mechanics/json-body.ts';
import { createRequestIds, openAnswers } from '../mechanics/open-answers.ts';
import { plainJsonSerializerCompiler } from '../mechanics/route-compilers.ts';
import { sessionScheme } from '../mechanics/session-cookie.ts';
import { createContext, type LocalContext } from './context.ts';
import { requireServiceKey } from './credentials.ts';
import { imageBody } from './decode/image-request.ts';
import {
  type LocalGenerationApiDeps,
  type LocalGenerationRoutes,
  localGenerationRoutes,
} from './deps.ts';
import { createLocalErrorHandler, routeNotFound } from './error-handler.ts';
import { failureRules, refuseMethod, sendFailure } from './failure.ts';
import { registerChatCompletions } from './routes/chat-completions.ts';
import { registerImageGenerations } from './routes/image-generations.ts';
import { localModel, localModelList, registerListModels } from './routes/list-models.ts';
import { registerMedia } from './routes/media.ts';
import {
  poolCapacityBody,
  registerPoolCapacity,
  registerSubmitStatus,
  submitStatusBody,
} from './routes/pool-status.ts';
import { workbenchModels } from './routes/workbench/models.ts';
import { workbenchApi } from './routes/workbench/plugin.ts';
import { chatBody } from './schemas/chat-body.ts';
import { chatCompletion, imageList } from './schemas/chat-completion.ts';
import {
  workbenchCreation,
  workbenchEvent,
  workbenchJob,
  workbenchJobs,
} from './schemas/workbench-job.ts';

/** The Local Generation API for the description of its listener. */
export const localGenerationDescription: SurfaceDescription = {
  title: 'Filmgate Local Generation API',
  summary:
    'Chat-style generation of videos and images: the call waits until the generation has ended and answers with a URL. Give clients as many seconds as the catalog lets the model take (900 or 1800 in the built-in one) and no retries of their own.',
  schemas: [
    { name: 'LocalModel', schema: localModel },
    { name: 'LocalModelList', schema: localModelList },
    { name: 'ChatGeneration', schema: chatBody },
    { name: 'ChatCompletion', schema: chatCompletion },
    { name: 'ImageGeneration', schema: imageBody },
    { name: 'ImageList', schema: imageList },
    { name: 'PoolCapacity', schema: poolCapacityBody },
    { name: 'SubmitStatus', schema: submitStatusBody },
    { name: 'WorkbenchModels', schema: workbenchModels },
    { name: 'CreateWorkbenchJob', schema: workbenchCreation },
    { name: 'WorkbenchJob', schema: workbenchJob },
    { name: 'WorkbenchJobs', schema: workbenchJobs },
    { name: 'WorkbenchEvent', schema: workbenchEvent },
    { name: 'Error', schema: errorBody },
  ],
  securitySchemes: {
    adminSession: sessionScheme,
    serviceKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'The service API key: `Authorization: Bearer <key>`.',
    },
    serviceKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The same key in a header of its own; a Bearer key wins where both are sent.',
    },
  },
  refuseMethod,
};

type Paths = { readonly [path: string]: readonly string[] };

/** Every programmatic path and its methods, by group, for telling a wrong method from an unknown path. */
const methodsByPath: { readonly [G in LocalGenerationRoutes]: Paths } = {
  models: { '/v1/models': ['GET'] },
  chat: { '/v1/chat/completions': ['POST'] },
  images: { '/v1/images/generations': ['POST'] },
  pool: { '/api/v1/video-pool-capacity': ['GET'], '/api/v1/video-submit-status': ['GET'] },
  workbench: {},
};

/** Every code an answer of this API may have. */
export const localGenerationErrorCodes: readonly string[] = Object.values(failureRules).map(
  ({ code }) => code,
);

/**
 * The Local Generation API as a Fastify plugin: models, synchronous generation, pool capacity, signed results.
 * Encapsulated: compilers, parsers, hooks and error shapes hold for its own routes only, so it can be mounted under a
 * prefix beside anything.
 */
export function createLocalGenerationApi(deps: LocalGenerationApiDeps): FastifyPluginAsync {
  return async (app) => {
    const context = createContext(deps);
    renameErrorCodes(app, context.settings.errorCodes, localGenerationErrorCodes);
    describeInHost(app, localGenerationDescription);
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(plainJsonSerializerCompiler);
    app.setGenReqId(createRequestIds(() => deps.ids.next()));
    // Before the hooks of this scope: the workbench answers in a shape of its own.
    if (context.settings.routes.workbench) await app.register(workbenchApi(context));
    app.setErrorHandler(createLocalErrorHandler(context));
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
function programmaticApi(context: LocalContext): FastifyPluginAsync {
  return async (app) => {
    logCalls(app, context.deps.callLog);
    const { routes } = context.settings;
    for (const group of localGenerationRoutes.filter((name) => routes[name])) {
      for (const [url, allowed] of Object.entries(methodsByPath[group]))
        refuseOtherMethods(app, { url, allowed }, refuseMethod);
    }
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
    if (routes.images) registerImageGenerations(app, context);
    if (routes.pool) registerPoolCapacity(app, context);
  };
}
