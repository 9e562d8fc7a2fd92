import type { RequestFacts } from '../evidence/exchange.ts';

/** Longest text of a header that is kept, in characters. */
const longestSign = 200;

/** Headers providers take a credential from. */
const credentialHeaders = ['authorization', 'x-goog-api-key', 'x-api-key'];

/** A request as its space sees it. */
interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** What may be kept of a request: names of its query, never values, and no credential wherever it stands [mock.journal-secrets]. */
export function requestFacts({ method, path, header }: SeenRequest, wire: string): RequestFacts {
  const { pathname, searchParams } = new URL(path, 'http://mock.invalid');
  const secrets = credentialsOf(header);
  const sign = (name: string) => signOf(header(name), secrets);
  return {
    method,
    path: withoutSecrets(pathname, secrets),
    query: [...new Set(searchParams.keys())],
    wire,
    client: {
      userAgent: sign('user-agent'),
      idempotencyKey: sign('idempotency-key'),
      retryCount: sign('x-stainless-retry-count'),
    },
    hasKeyInUrl: hasKey({ pathname, searchParams }, secrets),
    hasCredential: secrets.length > 0,
  };
}

/** The credentials a request brings, without the words before them. */
function credentialsOf(header: SeenRequest['header']): readonly string[] {
  return credentialHeaders
    .map((name) => (header(name) ?? '').replace(/^\S+ +/, '').trim())
    .filter((secret) => secret !== '');
}

/** Parameters whose value is a credential, whatever it is. */
const keyParameters = /^(?:(?:api|access|secret)[-_]?)?(?:key|token|secret)$|^authorization$/i;

function hasKey(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  secrets: readonly string[],
): boolean {
  const segments = pathname.split('/').map(decoded);
  return (
    segments.some((segment) => secrets.includes(segment)) ||
    [...searchParams].some(([name, value]) => secrets.includes(value) || keyParameters.test(name))
  );
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

function signOf(value: string | undefined, secrets: readonly string[]): string | null {
  if (value === undefined) return null;
  return secrets.some((secret) => value.includes(secret)) ? '***' : value.slice(0, longestSign);
}
