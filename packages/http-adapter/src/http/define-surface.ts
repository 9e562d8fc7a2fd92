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

/** The error shape of a surface: its failures in its own words, and the shape of its response bodies. */
export interface ErrorShape<F extends { readonly kind: string }> {
  /** Sends the response of a failure. */
  readonly send: (reply: FastifyReply, failure: F) => FastifyReply;
  readonly unknownPath: F;
  /** `allow` is the value of the `Allow` header. */
  readonly wrongMethod: (allow: string) => F;
  /** Returns the failure behind an error that a route, a hook of the surface or the framework threw. */
  readonly failureOf: (error: unknown, request: FastifyRequest) => F;
}

/** Paths with the methods of their routes. */
export interface Paths {
  readonly [path: string]: readonly string[];
}

/** The parts of the embedding program that every surface needs. */
interface SurfaceDeps {
  readonly ids: IdSource;
  readonly log: Logger;
}

/** The definition of a surface. */
export interface SurfaceDefinition<Deps, Context, F extends { readonly kind: string }>
  extends Omit<SurfaceDescription, 'refuseMethod'> {
  readonly errorShape: ErrorShape<F>;
  /** Every code a response of the surface may have, if the embedding program may rename them. */
  readonly errorCodes?: readonly string[];
  /** Creates the context its routes share, once for each mounting. */
  readonly openContext: (deps: Deps) => Context;
  /** Choices of the embedding program; unknown paths are left to that program unless it says otherwise. */
  readonly choicesOf?: (context: Context) => {
    readonly errorCodes: ErrorCodes;
    readonly handleUnknownRoutes: boolean;
  };
  /** Makes the last change to the failure of a request. */
  readonly amend?: (context: Context, request: FastifyRequest, failure: F) => F;
  /** Routes whose errors have another shape: registered first, so that no hook of the others sees them. */
  readonly foreignRoutes?: (app: FastifyInstance, context: Context) => Promise<void>;
  readonly routes: (app: FastifyInstance, context: Context) => Promise<void>;
}

/** A surface, ready to be mounted and described. */
export interface Surface<Deps> {
  readonly description: SurfaceDescription;
  /**
   * Returns the surface as a Fastify plugin. Encapsulated: compilers, parsers, hooks and error shapes apply to its own
   * routes only, so it can be mounted under a prefix beside anything.
   */
  readonly create: (deps: Deps) => FastifyPluginAsync;
}

/**
 * Makes a surface of its own parts and adds the common ones: compilers, request ids, the headers of each response, the
 * description in a host, and responses in its error shape to unknown paths and thrown errors.
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

/** Installs the headers of every response and the error shape in a scope. */
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

/** Responds to paths below the scope that have no route. */
export function handleUnknown<F extends { readonly kind: string }>(
  app: FastifyInstance,
  { send, unknownPath }: ErrorShape<F>,
): void {
  app.setNotFoundHandler((_request, reply) => send(reply, unknownPath));
}

/** Refuses every other method on these paths. */
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
 * Returns Fastify options for a listener that serves a surface: requests that fail before any plugin runs (a path that
 * cannot be decoded, bytes that are not HTTP) get a response in the surface's shape, and a closing server still
 * responds.
 *
 * @param nextId - makes request ids
 */
export function surfaceServerOptions(describe: DescribeProblem, nextId: () => string) {
  return {
    frameworkErrors: createFrameworkErrorHandler(describe),
    clientErrorHandler: createClientErrorHandler(describe, nextId),
    genReqId: createRequestIds(nextId),
    return503OnClosing: false,
    // Ids have 29 characters; longer ones get the response of unknown ids.
    routerOptions: { maxParamLength: 512 },
    // No byte moves during the wait for a generation [local.wait.server-timeouts]: 0 is no limit.
    connectionTimeout: 0,
    requestTimeout: 0,
    handlerTimeout: 0,
  } satisfies FastifyServerOptions;
}

/**
 * Responds in the surface's error shape to errors of a route, the framework or the surface's own hooks. An error with a
 * status that a hook of the embedding program throws is passed to that program's error handler, which words its own
 * 401, 402 or 429.
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
    // A hook of the embedding program may have failed before the surface set these headers.
    reply.headers(securityHeaders).header('x-request-id', request.id);
    send(reply, failure);
    return undefined;
  };
}

/** Logs a response that failed by our fault or the store's; callers' errors are not logged here. */
function logFailedRequest(
  log: Logger,
  request: FastifyRequest,
  { kind, error }: { readonly kind: string; readonly error: unknown },
): void {
  const fields = { request_id: request.id, route: request.routeOptions.url ?? '' };
  if (kind === 'internal') log.error('request_failed', error, fields);
  if (kind === 'storage-unavailable') log.error('storage_unavailable', error, fields);
}

/** Rejects with the error: the framework takes only a thrown Error for one, and plugins throw plain objects, too. */
async function handOn(error: unknown): Promise<never> {
  throw error;
}
