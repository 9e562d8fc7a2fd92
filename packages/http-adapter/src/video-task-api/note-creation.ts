import type { FastifyRequest } from 'fastify';
import { noteCall } from '../mechanics/call-facts.ts';
import type { DecodedRequest } from './decode/decoded-request.ts';
import { isFields } from './decode/field-reader.ts';

/** Of a model that is refused, so much is told, in UTF-16 units. */
const longestModel = 200;

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
  // A copy: part of a text would keep the whole of it, which may be as long as a body.
  if (typeof model === 'string')
    noteCall(request, { model: Buffer.from(model.slice(0, longestModel)).toString() });
}
