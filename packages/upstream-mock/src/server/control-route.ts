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

/** A route of one space: below `/_mock/` for the default one, below `/_mock/s/<space>/` for each. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Behind `/_mock/` or `/_mock/s/<space>/`. */
  readonly path: string;
  readonly handle: (
    space: MockSpace,
    call: ControlCall,
  ) => ProviderResponse | Promise<ProviderResponse>;
}

/** A route that reads nothing but the parameters of its URL. */
export function reading<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  act: (
    space: MockSpace,
    given: z.output<z.ZodObject<Shape, z.core.$strict>>,
  ) => ProviderResponse | Promise<ProviderResponse>,
): ControlRoute {
  return {
    method: 'GET',
    path,
    handle: (space, { query }) => {
      const read = readQuery(query, shape);
      return read.kind === 'refused' ? invalid(read.message) : act(space, read.value);
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
