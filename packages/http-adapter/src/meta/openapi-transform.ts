import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type SurfaceDescription, zodToJsonConfig } from '../http/surface-description.ts';

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/** Removes the named schemas that nothing in the document refers to. */
function pruneSchemas<
  T extends { readonly paths?: unknown; readonly components?: { readonly schemas?: object } },
>(document: T): T {
  const schemas: { readonly [name: string]: unknown } = { ...document.components?.schemas };
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part ?? null).matchAll(reference)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: kept } };
}

interface Transforms {
  readonly transform: ReturnType<typeof createJsonSchemaTransform>;
  readonly transformObject: ReturnType<typeof createJsonSchemaTransformObject>;
}

/**
 * Turns zod schemas into JSON Schema for the document. The named schemas are in a separate registry, because zod's
 * global one is the whole process's; the metadata of schemas is still read from the global one. Routes of a host that
 * describe themselves in JSON Schema pass unchanged.
 */
export function createTransforms(surfaces: readonly SurfaceDescription[]): Transforms {
  const schemaRegistry = z.registry<{ id: string }>();
  for (const { name, schema } of surfaces.flatMap(({ schemas }) => schemas)) {
    schemaRegistry.add(schema, { id: name });
  }
  const options = { schemaRegistry, zodToJsonConfig };
  const fromZod = createJsonSchemaTransform(options);
  const withSchemas = createJsonSchemaTransformObject(options);
  return {
    transform: (route) =>
      isOfZod(route.schema) ? fromZod(route) : { schema: route.schema, url: route.url },
    transformObject: (document) => pruneSchemas(withSchemas(document)),
  };
}

function isOfZod(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const parts = new Map<string, unknown>(Object.entries(schema));
  const response = parts.get('response');
  const responses: readonly unknown[] =
    typeof response === 'object' && response !== null ? Object.values(response) : [];
  return [...parts.values(), ...responses].some((part) => part instanceof z.ZodType);
}
