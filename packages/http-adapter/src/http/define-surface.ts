import type { IdSource, Logger } from '@filmgate/core';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { drainUpload } from './drain-upload.ts';
import { type ErrorCodes, renameErrorCodes } from './error-codes.ts';
import { isRefusalOfHost } from './framework-problem.ts';
import {
  createClientErrorHandler,
  createFrameworkErrorHandler,
  type DescribeProblem,
} from './json-error-fallback.ts';
import { createRequestIds, openResponses, securityHeaders } from './open-responses.ts';
import { plainJsonSerializerCompiler } from './route-compilers.ts';
import {
  describeInHost,
  refuseOtherMethods,
  type SurfaceDescription,
} from './surface-description.ts';

/** How a surface says what it refuses and what failed: its words, and the shape of its bodies. */
export interface ErrorShape<F extends { readonly kind: string }> {
  /** Answers a failure. */
  readonly send: (reply: FastifyReply, failure: F) => FastifyReply;
  readonly unknownPath: F;
  /** `allow` is the value of the `Allow` header. */
  readonly wrongMethod: (allow: string) => F;
  /** The failure behind what a route, a hook of the surface or the framework threw. */
  readonly failureOf: (error: unknown, request: FastifyRequest) => F;
}

/** Paths with the methods each has routes for. */
export interface Paths {
  readonly [path: string]: readonly string[];
}

/** What every surface needs of the program around it. */
interface SurfaceDeps {
  readonly ids: IdSource;
  readonly log: Logger;
}

/** What a surface is made of. */
export interface SurfaceDefinition<Deps, Context, F extends { readonly kind: string }>
  extends Omit<SurfaceDescription, 'refuseMethod'> {
  readonly errorShape: ErrorShape<F>;
  /** Every code that a response of it may have, where the program around may give them other names. */
  readonly errorCodes?: readonly string[];
  /** What its routes share, once for each mounting. */
  readonly openContext: (deps: Deps) => Context;
  /** What the program around chose; unknown paths are left to it unless they are to be answered. */
  readonly choicesOf?: (context: Context) => {
    readonly errorCodes: ErrorCodes;
    readonly handleUnknownRoutes: boolean;
  };
  /** Has the last word on the failure of a request. */
  readonly amend?: (context: Context, request: FastifyRequest, failure: F) => F;
  /** Routes whose errors have another shape: registered first, so that no hook of the others sees them. */
  readonly foreignRoutes?: (app: FastifyInstance, context: Context) => Promise<void>;
  readonly routes: (app: FastifyInstance, context: Context) => Promise<void>;
}

/** A surface, ready to be mounted and described. */
export interface Surface<Deps> {
  readonly description: SurfaceDescription;
  /**
   * The surface as a Fastify plugin. Encapsulated: compilers, parsers, hooks and error shapes hold for its own routes only, so it
   * can be mounted under a prefix beside anything.
   */
  readonly create: (deps: Deps) => FastifyPluginAsync;
}

/**
 * Makes a surface of what is its own. What all have in common is here: compilers, request ids, the headers of each response, its
 * description in a host, and answers unknown paths and whatever is thrown in its error shape.
 */
export function defineSurface<
  Deps extends SurfaceDeps,
  Context,
  F extends { readonly kind: string },
>(surface: SurfaceDefinition<Deps, Context, F>): Surface<Deps> {
  const { title, summary, schemas, securitySchemes, errorShape } = surface;
  const refuseMethod = (reply: FastifyReply, allow: string) =>
    void errorShape.send(reply, errorShape.wrongMethod(allow));
  const description = { title, summary, schemas, securitySchemes, refuseMethod };
  const create = (deps: Deps): FastifyPluginAsync => {
    return async (app) => {
      const context = surface.openContext(deps);
      const choices = surface.choicesOf?.(context);
      renameErrorCodes(app, choices?.errorCodes ?? {}, surface.errorCodes ?? []);
      describeInHost(app, description);
      app.setValidatorCompiler(validatorCompiler);
      app.setSerializerCompiler(plainJsonSerializerCompiler);
      app.setGenReqId(createRequestIds(() => deps.ids.next()));
      await surface.foreignRoutes?.(app, context);
      const amend = (request: FastifyRequest, failure: F): F =>
        surface.amend?.(context, request, failure) ?? failure;
      installErrorHandlers(app, errorShape, { log: deps.log, amend });
      if (choices?.handleUnknownRoutes === true) handleUnknown(app, errorShape);
      await surface.routes(app, context);
    };
  };
  return { description, create };
}

/** Has a scope begin its answers as every surface does, and fail in this error shape. */
export function installErrorHandlers<F extends { readonly kind: string }>(
  app: FastifyInstance,
  errorShape: ErrorShape<F>,
  {
    log,
    amend = (_request, failure) => failure,
  }: { readonly log: Logger; readonly amend?: (request: FastifyRequest, failure: F) => F },
): void {
  app.setErrorHandler(createErrorHandler(errorShape, { log, amend }));
  openResponses(app, (reply) => void errorShape.send(reply, errorShape.unknownPath));
}

/** Answers paths below the scope that have no route. */
export function handleUnknown<F extends { readonly kind: string }>(
  app: FastifyInstance,
  { send, unknownPath }: ErrorShape<F>,
): void {
  app.setNotFoundHandler((_request, reply) => send(reply, unknownPath));
}

/** Answers every other method on these paths. */
export function refuseMethods<F extends { readonly kind: string }>(
  app: FastifyInstance,
  { send, wrongMethod }: ErrorShape<F>,
  paths: Paths,
): void {
  for (const [url, allowed] of Object.entries(paths))
    refuseOtherMethods(
      app,
      { url, allowed },
      (reply, allow) => void send(reply, wrongMethod(allow)),
    );
}

/**
 * Fastify options for a listener that serves a surface: what fails before any plugin is asked (a path that cannot be decoded, bytes
 * that are no HTTP) is answered in the surface's shape too, and a closing server still answers what arrives.
 *
 * @param nextId - makes request ids
 */
export function surfaceServerOptions(describe: DescribeProblem, nextId: () => string) {
  return {
    frameworkErrors: createFrameworkErrorHandler(describe),
    clientErrorHandler: createClientErrorHandler(describe, nextId),
    genReqId: createRequestIds(nextId),
    return503OnClosing: false,
    // Ids are 29 characters; longer ones are answered as the unknown ids they are.
    routerOptions: { maxParamLength: 512 },
  } satisfies FastifyServerOptions;
}

/**
 * Answers whatever a route, the framework or the surface's own hooks throw in the surface's error shape. What a hook of the program
 * around it throws with a status goes on to that program's error handler: its 401, 402 or 429 are its own to word.
 */
function createErrorHandler<F extends { readonly kind: string }>(
  { failureOf, send }: ErrorShape<F>,
  {
    log,
    amend,
  }: { readonly log: Logger; readonly amend: (request: FastifyRequest, failure: F) => F },
) {
  return (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined => {
    drainUpload(request, reply);
    if (isRefusalOfHost(error)) return handOn(error);
    const failure = amend(request, failureOf(error, request));
    logFailedRequest(log, request, { kind: failure.kind, error });
    // A hook of the program around the surface may have failed before the surface began its response.
    reply.headers(securityHeaders).header('x-request-id', request.id);
    send(reply, failure);
    return undefined;
  };
}

/** Tells the operator of a response that failed by a fault of ours or of the store; what callers do wrong is not told here. */
function logFailedRequest(
  log: Logger,
  request: FastifyRequest,
  { kind, error }: { readonly kind: string; readonly error: unknown },
): void {
  const fields = { request_id: request.id, route: request.routeOptions.url ?? '' };
  if (kind === 'internal') log.error('request_failed', error, fields);
  if (kind === 'storage-unavailable') log.error('storage_unavailable', error, fields);
}

/** As a rejection, since the framework takes only a thrown Error for one, and plugins throw plain objects, too. */
async function handOn(error: unknown): Promise<never> {
  throw error;
}
