import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestFacts } from '../evidence/exchange.ts';

/** Longest text of a header that is kept, in characters. */
const longestSign = 200;

/** Headers providers take a credential from. */
const credentialHeaders = ['authorization', 'x-goog-api-key', 'x-api-key'];

/** What may be kept of a request: names of its query, never values, and no credential wherever it stands [mock.journal-secrets]. */
export function requestFacts(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  wire: string,
): RequestFacts {
  const { pathname, searchParams } = new URL(url, 'http://mock.invalid');
  const secrets = credentialsOf(headers);
  return {
    method,
    path: withoutSecrets(pathname, secrets),
    query: [...new Set(searchParams.keys())],
    wire,
    client: {
      userAgent: signOf(headers, 'user-agent', secrets),
      idempotencyKey: signOf(headers, 'idempotency-key', secrets),
      retryCount: signOf(headers, 'x-stainless-retry-count', secrets),
    },
  };
}

/** The credentials a request brings, without the words before them. */
function credentialsOf(headers: IncomingHttpHeaders): readonly string[] {
  return credentialHeaders.flatMap((name) => {
    const value = headers[name];
    const secret = typeof value === 'string' ? value.replace(/^\S+ +/, '').trim() : '';
    return secret === '' ? [] : [secret];
  });
}

/** A segment that is a credential, percent-encoded or not, is told as `***`. */
function withoutSecrets(path: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return path;
  const segments = path.split('/');
  return segments
    .map((segment) => (secrets.includes(decoded(segment)) ? '***' : segment))
    .join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function signOf(
  headers: IncomingHttpHeaders,
  name: string,
  secrets: readonly string[],
): string | null {
  const value = headers[name];
  if (typeof value !== 'string') return null;
  return secrets.some((secret) => value.includes(secret)) ? '***' : value.slice(0, longestSign);
}
