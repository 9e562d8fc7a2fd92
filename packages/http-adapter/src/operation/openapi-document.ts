import { z } from 'zod';

/** A JSON Schema as far as the page shows it. */
export interface ShownSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly ShownSchema[] | undefined;
  readonly oneOf?: readonly ShownSchema[] | undefined;
  readonly items?: ShownSchema | undefined;
  readonly properties?: { readonly [name: string]: ShownSchema } | undefined;
  readonly required?: readonly string[] | undefined;
}

const schema: z.ZodType<ShownSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: schema.optional() }));

const operation = z.object({
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).default(['Other']),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        description: z.string().optional(),
        required: z.boolean().optional(),
        schema: schema.optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z
    .record(
      z.string(),
      z.object({ description: z.string().optional(), content: content.optional() }),
    )
    .default({}),
});

const openApi = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().optional() }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(z.string(), z.record(z.string(), operation)).default({}),
  components: z
    .object({
      schemas: z.record(z.string(), schema).default({}),
      securitySchemes: z
        .record(z.string(), z.object({ description: z.string().optional() }))
        .default({}),
    })
    .default({ schemas: {}, securitySchemes: {} }),
});

/** The parts of an OpenAPI document that the page shows. */
export type ShownDocument = z.infer<typeof openApi>;
export type ShownOperation = z.infer<typeof operation>;
export type ShownContent = z.infer<typeof content>;

/** Takes an OpenAPI document apart. @throws ZodError when it is not one */
export function decodeOpenApi(document: unknown): ShownDocument {
  return openApi.parse(document);
}
