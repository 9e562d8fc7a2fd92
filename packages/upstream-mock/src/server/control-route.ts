import * as z from 'zod';
import type { MockSpace } from '../space/mock-space.ts';
import { jsonReply, type ProviderResponse, type WantedRange } from '../wire/provider-request.ts';
import { knownFields, readQuery } from './strict-input.ts';

/** A control call, as its route reads it. */
export interface ControlCall {
  readonly query: URLSearchParams;
  /** Parsed JSON; null without a body, undefined when it was not JSON. */
  readonly body: unknown;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  readonly range: WantedRange | null;
  /** The header `Accept`; empty without one. */
  readonly accept: string;
  /** The header `Host`. */
  readonly host: string;
}

export type ControlMethod = 'GET' | 'POST' | 'DELETE';

/** A route of one space: below `/_mock/` for the default one, below `/_mock/s/<space>/` for each. */
export interface ControlRoute {
  readonly method: ControlMethod;
  /** Behind `/_mock/` or `/_mock/s/<space>/`. */
  readonly path: string;
  /** What its parameters are read by, and described by to callers [mock.openapi]. */
  readonly query: z.ZodRawShape;
  /** The same for its body; null where none is read. */
  readonly body: z.ZodType | null;
  readonly handle: (
    space: MockSpace,
    call: ControlCall,
  ) => ProviderResponse | Promise<ProviderResponse>;
}

/** What a route does with the parameters of its URL. */
type ActOnQuery<Shape extends z.ZodRawShape> = (
  space: MockSpace,
  given: z.output<z.ZodObject<Shape, z.core.$strict>>,
  call: ControlCall,
) => ProviderResponse | Promise<ProviderResponse>;

/** A route that reads nothing but the parameters of its URL. */
export function reading<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  act: ActOnQuery<Shape>,
): ControlRoute {
  return byQuery('GET', path, { shape, act });
}

/** The same, of a route that takes something away. */
export function removing<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  act: ActOnQuery<Shape>,
): ControlRoute {
  return byQuery('DELETE', path, { shape, act });
}

function byQuery<Shape extends z.ZodRawShape>(
  method: ControlMethod,
  path: string,
  { shape, act }: { readonly shape: Shape; readonly act: ActOnQuery<Shape> },
): ControlRoute {
  return {
    method,
    path,
    query: shape,
    body: null,
    handle: (space, call) => {
      const read = readQuery(call.query, shape);
      return read.kind === 'refused' ? invalid(read.message) : act(space, read.value, call);
    },
  };
}

/** A route that reads nothing but its body [mock.control-fields]. */
export function posting<Given>(
  path: string,
  schema: z.ZodType<Given>,
  act: (space: MockSpace, given: Given) => ProviderResponse | Promise<ProviderResponse>,
): ControlRoute {
  return {
    method: 'POST',
    path,
    query: {},
    body: schema,
    handle: (space, { query, body }) => {
      const read = readQuery(query, {});
      if (read.kind === 'refused') return invalid(read.message);
      const parsed = schema.safeParse(body);
      return parsed.success ? act(space, parsed.data) : invalid(z.prettifyError(parsed.error));
    },
  };
}

export function invalid(message: string): ProviderResponse {
  return jsonReply(400, { error: { kind: 'invalid', message } });
}

/** A body of no fields, which may be left out. */
export const nothing = knownFields({}).nullable();
