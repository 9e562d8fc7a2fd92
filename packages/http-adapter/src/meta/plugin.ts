import swagger from '@fastify/swagger';
import type { Logger } from '@filmgate/core';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import {
  describesSurfaces,
  refuseOtherMethods,
  type SurfaceDescription,
} from '../http/surface-description.ts';
import {
  jsonContentType,
  noValidation,
  plainJsonSerializerCompiler,
} from '../http/route-compilers.ts';
import { securityHeaders } from '../http/open-responses.ts';
import { docsSecurityPolicy, operationTag, renderDocsPage } from './docs-page.ts';
import { createTransforms } from './openapi-transform.ts';

/** Readiness of a node for work. */
export type Readiness =
  /** `reasons` are limitations of a node that accepts work, such as `free space low`. */
  | { readonly kind: 'ready'; readonly reasons?: readonly string[] }
  /** `reasons` are short words for an operator, such as `draining`, `store unreachable` or `store lost changes`. */
  | { readonly kind: 'not-ready'; readonly reasons: readonly string[] };

/** The parts that health and description of one listener need. */
export interface MetaDeps {
  /** The surfaces on this listener; the first gives the document its title. */
  readonly surfaces: readonly [SurfaceDescription, ...SurfaceDescription[]];
  readonly version: string;
  /** External URL of this listener. */
  readonly publicUrl: () => string;
  /** Checks at each call: store reachable, migrations done, not draining. */
  readonly readiness: () => Promise<Readiness>;
  readonly log: Logger;
}

const paths = ['/healthz', '/readyz', '/openapi.json', '/docs'] as const;
const alive = z.object({ status: z.literal('ok') });
const readiness = z.object({
  status: z.enum(['ready', 'not_ready']),
  reasons: z.array(z.string()),
});

/**
 * Health and description of one listener [health.openapi]: `/healthz`, `/readyz`, `/openapi.json`, `/docs`. Not
 * encapsulated, because it describes its siblings: register it on the listener itself, before the surfaces, and await
 * it.
 */
export function createMetaRoutes(deps: MetaDeps): FastifyPluginAsync {
  const plugin: FastifyPluginAsync = async (app) => {
    app.decorate(describesSurfaces, true);
    await describeRoutes(app, deps);
    requireSecureTransport(app, deps);
    const [{ refuseMethod }] = deps.surfaces;
    for (const url of paths) refuseOtherMethods(app, { url, allowed: ['GET'] }, refuseMethod);
    registerHealth(app, deps);
    registerDescription(app, deps);
  };
  // As fastify-plugin does: the plugin's own scope is the one it is registered in.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

async function describeRoutes(
  app: FastifyInstance,
  { surfaces, version }: MetaDeps,
): Promise<void> {
  const [{ title }] = surfaces;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description: surfaces.map(({ summary }) => summary).join('\n\n') },
      components: {
        securitySchemes: Object.fromEntries(
          surfaces.flatMap(({ securitySchemes }) => Object.entries(securitySchemes)),
        ),
      },
    },
    ...createTransforms(surfaces),
  });
}

/** One year, for this name alone: other names of its domain are not ours. */
const strictTransport = 'max-age=31536000';

/** Returns the value of `Strict-Transport-Security` for a listener with this URL; undefined = it is not sent. */
export function strictTransportOf(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https:') ? strictTransport : undefined;
}

/** Browsers that connected by https use nothing else afterwards (RFC 6797); not sent if our URL is http (§7.2). */
function requireSecureTransport(
  app: FastifyInstance,
  { publicUrl }: Pick<MetaDeps, 'publicUrl'>,
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const value = strictTransportOf(publicUrl());
    if (value !== undefined) reply.header('strict-transport-security', value);
    done();
  });
}

function registerHealth(app: FastifyInstance, deps: MetaDeps): void {
  const compilers = {
    validatorCompiler: noValidation,
    serializerCompiler: plainJsonSerializerCompiler,
  };
  const tags = [operationTag];
  app.get(
    '/healthz',
    {
      ...compilers,
      schema: {
        tags,
        summary: 'Check the process',
        security: [],
        response: { 200: alive },
      },
    },
    (_request, reply) => {
      reply.headers(securityHeaders).send({ status: 'ok' });
    },
  );
  const response = { 200: readiness, 503: readiness };
  app.get(
    '/readyz',
    { ...compilers, schema: { tags, summary: 'Check the readiness', security: [], response } },
    async (_request, reply) => {
      const state = await askReadiness(deps);
      const { reasons = [] } = state;
      const status = state.kind === 'ready' ? 'ready' : 'not_ready';
      return reply
        .code(state.kind === 'ready' ? 200 : 503)
        .headers(securityHeaders)
        .send({ status, reasons });
    },
  );
}

async function askReadiness({ readiness: ask, log }: MetaDeps): Promise<Readiness> {
  try {
    return await ask();
  } catch (error) {
    log.error('readiness_unknown', error);
    return { kind: 'not-ready', reasons: ['store unreachable'] };
  }
}

/** The description under one public URL. */
interface Described {
  readonly publicUrl: string;
  readonly json: string;
  readonly page: string;
}

/** Rendered once for each public URL, which is known when the listener is bound, and which an operator may change. */
function registerDescription(app: FastifyInstance, { publicUrl }: MetaDeps): void {
  let last: Described | undefined;
  const describe = (url: string): Described => {
    const document = { ...app.swagger(), servers: [{ url }] };
    const json = JSON.stringify(document);
    return { publicUrl: url, json, page: renderDocsPage(document) };
  };
  const described = (): Described => {
    const url = publicUrl();
    if (last?.publicUrl !== url) last = describe(url);
    return last;
  };
  const schema = { hide: true };
  app.get('/openapi.json', { schema }, (_request, reply) => {
    const { json } = described();
    reply.headers(securityHeaders).header('content-type', jsonContentType).send(json);
  });
  app.get('/docs', { schema }, (_request, reply) => {
    reply
      .headers({ ...securityHeaders, 'content-security-policy': docsSecurityPolicy })
      .header('content-type', 'text/html; charset=utf-8')
      .send(described().page);
  });
}
