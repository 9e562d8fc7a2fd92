import type { PersonalityCall } from './personality.ts';

export type BearerReading =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1). */
export function readBearer(call: Pick<PersonalityCall, 'header'>): BearerReading {
  const header = call.header('authorization')?.trim() ?? '';
  if (header === '') return { kind: 'missing' };
  const [, token] = /^Bearer +(\S{1,4096})$/i.exec(header) ?? [];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
