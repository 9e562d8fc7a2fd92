import type { CallJson, PreparedCall } from './provider-call.ts';

/** Fields of a request's own JSON. */
export type CallFields = { readonly [field: string]: CallJson };

export function isFields(value: CallJson | undefined): value is CallFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the fields of a submission, where it is JSON. */
export function askedIn({ body }: PreparedCall): CallFields {
  return body.kind === 'json' && isFields(body.value) ? body.value : {};
}
