import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { zodToJsonConfig } from '../mechanics/describe-in-host.ts';
import type { SurfaceDescription } from '../mechanics/surface-description.ts';
import { pruneSchemas } from './prune-schemas.ts';

interface Transforms {
  readonly transform: ReturnType<typeof createJsonSchemaTransform>;
  readonly transformObject: ReturnType<typeof createJsonSchemaTransformObject>;
}

/**
 * Turns zod schemas into JSON Schema for the document. The named schemas live in a registry of their own, since zod's
 * global one is the whole process's; what schemas say of themselves is read from the global one all the same. Routes of
 * a host that describe themselves in JSON Schema pass as they are.
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
  const answers: readonly unknown[] =
    typeof response === 'object' && response !== null ? Object.values(response) : [];
  return [...parts.values(), ...answers].some((part) => part instanceof z.ZodType);
}
