import * as z from 'zod';
import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { jsonReply, type ProviderResponse, type WantedRange } from '../http/provider-request.ts';
import { repeatedKey } from '../input/repeated-key.ts';
import { readQuery } from '../input/strict-input.ts';

/** A control call, as routes read it. */
export interface ControlCall {
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array;
  readonly range: WantedRange | null;
  /** The header `Accept`; empty without one. */
  readonly accept: string;
  /** The header `Host`. */
  readonly host: string;
  /** All spaces of the mock. */
  readonly spaces: MockSpaces;
}

type Handled = ProviderResponse | Promise<ProviderResponse>;

/** A route of one space: below `/_mock/` for the default one, below `/_mock/s/<space>/` for each. */
export interface ControlRoute<Subject = MockSpace> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path after `/_mock/` or `/_mock/s/<space>/`. */
  readonly path: string;
  /** Schema of its parameters, also for its description [mock.openapi]. */
  readonly query: z.ZodRawShape;
  /** Schema of its body, also for its description; null if none is read. */
  readonly body: z.ZodType | null;
  readonly handle: (subject: Subject, call: ControlCall) => Handled;
}

/** A GET route that reads only the parameters of its URL. */
export function reading<Shape extends z.ZodRawShape, Subject = MockSpace>(
  path: string,
  query: Shape,
  act: (
    subject: Subject,
    given: z.output<z.ZodObject<Shape, z.core.$strict>>,
    call: ControlCall,
  ) => Handled,
): ControlRoute<Subject> {
  return {
    method: 'GET',
    path,
    query,
    body: null,
    handle: (subject, call) => {
      const read = readQuery(call.query, query);
      return read.kind === 'refused' ? invalid(read.message) : act(subject, read.value, call);
    },
  };
}

/** A POST route that reads only its body [mock.control-fields]. */
export function posting<Given>(
  path: string,
  body: z.ZodType<Given>,
  act: (space: MockSpace, given: Given) => Handled,
): ControlRoute {
  return {
    method: 'POST',
    path,
    query: {},
    body,
    handle: (space, { query, bytes }) => {
      const read = readQuery(query, {});
      if (read.kind === 'refused') return invalid(read.message);
      const text = Buffer.from(bytes).toString('utf8');
      let value: unknown = null;
      try {
        if (text !== '') value = JSON.parse(text);
      } catch (error) {
        // The parser names the position.
        return invalid(`the body is not JSON: ${error instanceof Error ? error.message : ''}`);
      }
      const twice = repeatedKey(text);
      if (twice !== undefined)
        return invalid(`the body has the key ${JSON.stringify(twice)} twice`);
      const parsed = body.safeParse(value);
      return parsed.success ? act(space, parsed.data) : invalid(z.prettifyError(parsed.error));
    },
  };
}

export function invalid(message: string): ProviderResponse {
  return jsonReply(400, { error: { kind: 'invalid', message } });
}

export function notFound(message: string): ProviderResponse {
  return jsonReply(404, { error: { kind: 'not_found', message } });
}
