import type { FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { logCalls } from '../mechanics/call-log.ts';
import { takeJsonOnly } from '../mechanics/json-body.ts';
import { describeInHost } from '../mechanics/describe-in-host.ts';
import { renameErrorCodes } from '../mechanics/error-codes.ts';
import { refuseOtherMethods } from '../mechanics/method-not-allowed.ts';
import { openAnswers } from '../mechanics/open-answers.ts';
import { plainJsonSerializerCompiler } from '../mechanics/plain-json.ts';
import { createRequestIds } from '../mechanics/request-id.ts';
import { createContext, type LocalContext } from './context.ts';
import { requireServiceKey } from './credentials.ts';
import type { LocalGenerationApiDeps } from './deps.ts';
import { localGenerationDescription } from './description.ts';
import { createLocalErrorHandler, routeNotFound } from './error-handler.ts';
import { failureRules, sendFailure } from './failure-response.ts';
import { refuseMethod } from './refuse-method.ts';
import { registerChatCompletions } from './routes/chat-completions.ts';
import { registerImageGenerations } from './routes/image-generations.ts';
import { registerListModels } from './routes/list-models.ts';
import { registerMedia } from './routes/media.ts';
import { workbenchApi } from './routes/workbench/plugin.ts';
import { registerPoolCapacity, registerSubmitStatus } from './routes/pool-status.ts';
import { type LocalGenerationRoutes, localGenerationRoutes } from './settings.ts';

/** Every programmatic path and its methods, by group, for telling a wrong method from an unknown path. */
const methodsByPath = {
  models: { '/v1/models': ['GET'] },
  chat: { '/v1/chat/completions': ['POST'] },
  images: { '/v1/images/generations': ['POST'] },
  pool: { '/api/v1/video-pool-capacity': ['GET'], '/api/v1/video-submit-status': ['GET'] },
  workbench: {},
} as const satisfies { readonly [G in LocalGenerationRoutes]: object };

const errorCodes = Object.values(failureRules).map(({ code }) => code);

/**
 * The Local Generation API as a Fastify plugin: models, synchronous generation, pool capacity, signed results.
 * Encapsulated: compilers, parsers, hooks and error shapes hold for its own routes only, so it can be mounted under a
 * prefix beside anything.
 */
export function createLocalGenerationApi(deps: LocalGenerationApiDeps): FastifyPluginAsync {
  return async (app) => {
    const context = createContext(deps);
    renameErrorCodes(app, context.settings.errorCodes, errorCodes);
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
    takeJsonOnly(app);
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
