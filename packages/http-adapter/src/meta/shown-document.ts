import { z } from 'zod';

/** The parts of a JSON Schema that the page shows. */
const schema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  get anyOf() {
    return z.array(schema).optional();
  },
  get oneOf() {
    return z.array(schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
});

const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const text = z.string().default('');

const operation = z.object({
  summary: text,
  description: text,
  tags: z.array(z.string()).default(['Other']),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        description: text,
        required: z.boolean().default(false),
        schema: schema.optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: text, content: content.default({}) })),
});

/** The parts of an OpenAPI document that the page shows. */
export const shownDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: text }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)).default({}),
  components: z.object({
    schemas: z.record(z.string(), schema).default({}),
    securitySchemes: z.record(z.string(), z.object({ description: text })).default({}),
  }),
});

export type ShownSchema = z.infer<typeof schema>;
export type ShownContent = z.infer<typeof content>;
export type ShownOperation = z.infer<typeof operation>;
export type ShownDocument = z.infer<typeof shownDocument>;
