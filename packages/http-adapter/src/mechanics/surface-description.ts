import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** What a surface says about itself for the description of its listener. */
export interface SurfaceDescription {
  readonly title: string;
  readonly summary: string;
  /** Schemas that get a name of their own in the document. */
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
