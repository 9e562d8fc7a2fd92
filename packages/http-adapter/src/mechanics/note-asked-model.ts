import type { ModelCatalog } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { noteCall } from './call-facts.ts';

/**
 * Tells the request log which model a creation asks for, before anything of it is judged: of a refused one, that is what
 * an operator wants to see. What is no text is left out.
 */
export function noteAskedModel(
  request: FastifyRequest,
  asked: unknown,
  { aliases }: Pick<ModelCatalog, 'aliases'>,
): void {
  if (typeof asked !== 'string' || asked === '') return;
  const canonical = Object.hasOwn(aliases, asked) ? aliases[asked] : undefined;
  noteCall(request, { model: canonical ?? asked });
}
