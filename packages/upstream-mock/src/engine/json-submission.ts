import type * as z from 'zod';
import { readJsonBody } from './json-body.ts';
import type { ReadSubmission, WireCall } from './wire-call.ts';

/** Reads a JSON body by a schema, which may depend on the call. */
export function json(
  schema: z.ZodType<ReadSubmission> | ((call: WireCall) => z.ZodType<ReadSubmission>),
  longest?: number,
) {
  return (call: WireCall) =>
    readJsonBody(call, typeof schema === 'function' ? schema(call) : schema, longest);
}
