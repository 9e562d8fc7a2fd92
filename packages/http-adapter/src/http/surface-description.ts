import type { FastifyInstance, FastifyReply, FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** A surface's part of its listener's description. */
export interface SurfaceDescription {
  readonly title: string;
  readonly summary: string;
  /** Schemas with a name in the document. */
  readonly schemas: readonly { readonly name: string; readonly schema: z.ZodType }[];
  /** OpenAPI security schemes by name. */
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  /** Sends the surface's 405. */
  readonly refuseMethod: (reply: FastifyReply, allow: string) => void;
}

export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'cookie';
      readonly name: string;
      readonly description: string;
    };

/** Settings of zod's JSON Schema: adds a schema's description, and leaves out the bounds every integer has. */
export const zodToJsonConfig = {
  override: ({
    zodSchema,
    jsonSchema,
  }: {
    readonly zodSchema: z.core.$ZodType;
    readonly jsonSchema: z.core.JSONSchema.BaseSchema;
  }): void => {
    Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
};

/** Decorator of a listener whose document turns the schemas of the surfaces into JSON Schema automatically. */
export const describesSurfaces = 'describesSurfaces';

type Transform = ReturnType<typeof createJsonSchemaTransform>;

/**
 * Makes the routes of this scope readable for a `@fastify/swagger` that the embedding program registered: their schemas
 * are zod's, which swagger takes for broken JSON Schema. Each route brings its own translation, with nothing named, so
 * that no name of the program is taken. Call it before the scope's routes.
 */
export function describeInHost(
  app: FastifyInstance,
  { securitySchemes }: Pick<SurfaceDescription, 'securitySchemes'>,
): void {
  if (app.hasDecorator(describesSurfaces)) return;
  const schemaRegistry = z.registry<{ id: string }>();
  const fromZod = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig });
  const swaggerTransform: Transform = (route) => {
    // A document of the former version cannot express these schemas.
    if (!('openapiObject' in route)) return { schema: { hide: true }, url: route.url };
    const { components } = route.openapiObject;
    if (components !== undefined)
      components.securitySchemes = { ...securitySchemes, ...components.securitySchemes };
    return fromZod(route);
  };
  app.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, swaggerTransform };
  });
}

/** Keeps a route out of the OpenAPI document. */
const undescribed: FastifySchema & { readonly hide: true } = { hide: true };

/**
 * Refuses every other method on a known path: a wrong method and an unknown path get different responses
 * (RFC 9110 §15.5.6). The response is sent before any body is read.
 *
 * @param path.allowed - the methods the path has routes for
 * @param refuse - sends the response; `allow` is the value of the `Allow` header
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  path: { readonly url: string; readonly allowed: readonly string[] },
  refuse: (reply: FastifyReply, allow: string) => void,
): void {
  const allowed = path.allowed.includes('GET')
    ? [...new Set([...path.allowed, 'HEAD'])]
    : path.allowed;
  const allow = allowed.join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url: path.url,
    exposeHeadRoute: false,
    schema: undescribed,
    onRequest: (_request, reply) => refuse(reply, allow),
    handler: (_request, reply) => refuse(reply, allow),
  });
}
