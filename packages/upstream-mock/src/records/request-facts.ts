import type { RequestFacts } from './exchange.ts';
import type { ReceivedRequest } from '../http/received-request.ts';

/** Maximum length of a header that is kept, in characters. */
const longestSign = 200;

/** Headers in which providers accept a credential. */
const credentialHeaders = ['authorization', 'x-goog-api-key', 'x-api-key'];

/** A request as its space sees it. */
interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** True if its caller is on this machine. */
  readonly isLocal: boolean;
}

/** Facts of a request that may be kept: query names without values, and no credential [mock.journal-secrets]. */
export function requestFacts(
  { method, path, header, isLocal }: SeenRequest,
  wire: string,
): RequestFacts {
  const { pathname, searchParams } = new URL(path, 'http://mock.invalid');
  const secrets = credentialsOf(header);
  const sign = (name: string) => signOf(header(name), secrets);
  return {
    method,
    path: withoutSecrets(pathname, secrets),
    query: [...new Set([...searchParams.keys()].map((name) => withoutSecrets(name, secrets)))],
    wire,
    client: {
      userAgent: sign('user-agent'),
      idempotencyKey: sign('idempotency-key'),
      retryCount: sign('x-stainless-retry-count'),
    },
    hasKeyInUrl: hasKey({ pathname, searchParams }, secrets),
    hasCredential: secrets.length > 0,
    isLocal,
  };
}

/** The path of a request of an unknown space. Empty if it cannot be parsed, and so may contain a credential. */
export function seenPath({ method = '', url = '', headers }: ReceivedRequest): string {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return URL.canParse(url, 'http://mock.invalid')
    ? requestFacts({ method, path: url, header, isLocal: false }, '').path
    : '';
}

/** The credentials of a request, without their schemes; of `id:secret` also the secret. */
export function credentialsOf(header: SeenRequest['header']): readonly string[] {
  return credentialHeaders
    .map((name) => (header(name) ?? '').replace(/^\S+ +/, '').trim())
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      secret,
      ...secret
        .split(':')
        .slice(1)
        .filter((part) => part.length >= shortestPart),
    ]);
}

/** Parameters whose value is always a credential. */
const keyParameters = /^(?:(?:api|access|secret)[-_]?)?(?:key|token|secret)$|^authorization$/i;

function hasKey(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  secrets: readonly string[],
): boolean {
  const texts = [...pathname.split('/').map(decoded), ...[...searchParams].flat()];
  const names = [...searchParams.keys()];
  return (
    texts.some((text) => isSecret(text, secrets)) || names.some((name) => keyParameters.test(name))
  );
}

/** Replaces each segment that contains a credential, percent-encoded or not, by `***`. */
function withoutSecrets(path: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return path;
  const segments = path.split('/');
  return segments
    .map((segment) => (isSecret(decoded(segment), secrets) ? '***' : segment))
    .join('/');
}

/** Shorter credentials, as in tests, appear in other words by chance. */
const shortestPart = 8;

function isSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some(
    (secret) => text === secret || (secret.length >= shortestPart && text.includes(secret)),
  );
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
