import type { FastifyRequest } from 'fastify';
import { noteCall } from '../mechanics/call-facts.ts';
import type { DecodedRequest } from './decode/decoded-request.ts';
import { isFields } from './decode/field-reader.ts';

/** Tells the request log what a creation asks for; of one that is refused, the model as its caller wrote it. */
export function noteCreation(
  request: FastifyRequest,
  { fields, decoded }: { readonly fields: unknown; readonly decoded: DecodedRequest },
): void {
  if (decoded.kind === 'decoded') {
    const { model, prompt } = decoded.draft;
    noteCall(request, { model, prompt });
    return;
  }
  const model = isFields(fields) ? fields['model'] : undefined;
  if (typeof model === 'string') noteCall(request, { model });
}
