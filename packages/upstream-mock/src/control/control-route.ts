import * as z from 'zod';
import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { jsonReply, type ProviderResponse, type WantedRange } from '../http/provider-request.ts';
import { readQuery } from '../input/strict-input.ts';

/** A control call, as routes read it. */
export interface ControlCall {
  readonly query: URLSearchParams;
  /** Parsed JSON; null without a body, undefined if it was not JSON. */
  readonly body: unknown;
  /** The unparsed body. */
  readonly bytes: Uint8Array;
  readonly range: WantedRange | null;
  /** The header `Accept`; empty without one. */
  readonly accept: string;
  /** The header `Host`. */
  readonly host: string;
  /** All spaces of the mock. */
  readonly spaces: MockSpaces;
}

export type ControlMethod = 'GET' | 'POST' | 'DELETE';

/** A route of one space: below `/_mock/` for the default one, below `/_mock/s/<space>/` for each. */
export interface ControlRoute {
  readonly method: ControlMethod;
  /** Path after `/_mock/` or `/_mock/s/<space>/`. */
  readonly path: string;
  /** Schema of its parameters, also for its description [mock.openapi]. */
  readonly query: z.ZodRawShape;
  /** Schema of its body, also for its description; null if none is read. */
  readonly body: z.ZodType | null;
  readonly handle: (
    space: MockSpace,
    call: ControlCall,
  ) => ProviderResponse | Promise<ProviderResponse>;
}

/** Action of a route with the parameters of its URL. */
type ActOnQuery<Shape extends z.ZodRawShape> = (
  space: MockSpace,
  given: z.output<z.ZodObject<Shape, z.core.$strict>>,
  call: ControlCall,
) => ProviderResponse | Promise<ProviderResponse>;

/** A GET route that reads only the parameters of its URL. */
export function reading<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  act: ActOnQuery<Shape>,
): ControlRoute {
  return byQuery('GET', path, { shape, act });
}

/** A DELETE route that reads only the parameters of its URL. */
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

/** A POST route that reads only its body [mock.control-fields]. */
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
    handle: (space, { query, body, bytes }) => {
      const read = readQuery(query, {});
      if (read.kind === 'refused') return invalid(read.message);
      if (body === undefined) return invalid(notJson(bytes));
      const parsed = schema.safeParse(body);
      return parsed.success ? act(space, parsed.data) : invalid(z.prettifyError(parsed.error));
    },
  };
}

/** Message of the parser, which names the position. */
function notJson(bytes: Uint8Array): string {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return 'the body is not JSON';
  } catch (error) {
    return `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function invalid(message: string): ProviderResponse {
  return jsonReply(400, { error: { kind: 'invalid', message } });
}
