import type { FastifyInstance, RouteOptions } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SurfaceDescription } from './surface-description.ts';

/** What zod writes into JSON Schema beside its own: a schema's description, and none of the bounds every integer has. */
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

/** Decorator of a listener whose document turns the schemas of the surfaces into JSON Schema by itself. */
export const describesSurfaces = 'describesSurfaces';

type Transform = ReturnType<typeof createJsonSchemaTransform>;

/**
 * Makes the routes of this scope readable for a `@fastify/swagger` that the program around registered: their schemas are zod's,
 * which it takes for broken JSON Schema. Each route brings its own translation, with nothing named, so that no name of the
 * program is taken. Call it before the scope's routes.
 */
export function describeInHost(
  app: FastifyInstance,
  { securitySchemes }: Pick<SurfaceDescription, 'securitySchemes'>,
): void {
  if (app.hasDecorator(describesSurfaces)) return;
  const schemaRegistry = z.registry<{ id: string }>();
  const fromZod = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig });
  const swaggerTransform: Transform = (route) => {
    // A document of the former version cannot say what these schemas say.
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
