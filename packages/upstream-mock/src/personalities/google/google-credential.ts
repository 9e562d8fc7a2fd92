import { type CredentialReading, readBearer } from '../authorization.ts';
import type { PersonalityCall } from '../personality.ts';

/** The API key of a call, in its header or its URL, or else the access token of a `Bearer` header. */
export function readGoogleCredential(
  call: Pick<PersonalityCall, 'header' | 'url'>,
): CredentialReading {
  const key = call.header('x-goog-api-key') ?? call.url.searchParams.get('key');
  if (key === null) return readBearer(call);
  return /^\S{1,4096}$/.test(key) ? { kind: 'token', token: key } : { kind: 'malformed' };
}
