import type { CallJson, PreparedCall } from './provider-call.ts';

/** Fields of a request's own JSON. */
export type CallFields = { readonly [field: string]: CallJson };

export function isFields(value: CallJson | undefined): value is CallFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the fields of a submission; of a form, those that are texts. */
export function askedIn({ body }: PreparedCall): CallFields {
  if (body.kind === 'json') return isFields(body.value) ? body.value : {};
  const texts = body.parts.flatMap((part) =>
    'text' in part ? [[part.name, part.text] as const] : [],
  );
  return Object.fromEntries(texts);
}
