import type { PersonalityCall } from './personality.ts';

/** Account of a call: at the mock, any token is the account itself. */
export type CredentialReading =
  | { readonly kind: 'account'; readonly account: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1). */
export function readBearer(call: Pick<PersonalityCall, 'header'>): CredentialReading {
  return readAuthorization(call, /^Bearer +(\S{1,4096})$/i);
}

/** The key of an `Authorization: Key` header, as fal has it: `id:secret`, of which the id is the account. */
export function readKey(call: Pick<PersonalityCall, 'header'>): CredentialReading {
  return readAuthorization(call, /^Key +([^\s:]{1,4096})(?::\S{0,4096})?$/i);
}

/** @param form - with the account in its first group */
export function readAuthorization(
  call: Pick<PersonalityCall, 'header'>,
  form: RegExp,
): CredentialReading {
  const header = call.header('authorization')?.trim() ?? '';
  if (header === '') return { kind: 'missing' };
  const [, account] = form.exec(header) ?? [];
  return account === undefined ? { kind: 'malformed' } : { kind: 'account', account };
}
