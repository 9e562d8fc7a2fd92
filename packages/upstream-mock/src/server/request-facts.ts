import type { RequestFacts } from '../evidence/exchange.ts';
import type { ReceivedRequest } from './received-request.ts';

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
  /** Whether its caller is on this machine. */
  readonly isLocal: boolean;
}

/** What may be kept of a request: names of its query, never values, and no credential wherever it stands [mock.journal-secrets]. */
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

/** The path of a request whose space is not known. Empty where it cannot be read: then nothing tells what of it is a credential. */
export function seenPath({ method = '', url = '', headers }: ReceivedRequest): string {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return URL.canParse(url, 'http://mock.invalid')
    ? requestFacts({ method, path: url, header, isLocal: false }, '').path
    : '';
}

/** The credentials a request brings, without the words before them; of `id:secret` the secret, too. */
function credentialsOf(header: SeenRequest['header']): readonly string[] {
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

/** Parameters whose value is a credential, whatever it is. */
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

/** A segment in which a credential stands, percent-encoded or not, is told as `***`. */
function withoutSecrets(path: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return path;
  const segments = path.split('/');
  return segments
    .map((segment) => (isSecret(decoded(segment), secrets) ? '***' : segment))
    .join('/');
}

/** Shorter credentials, as tests have them, stand in other words by chance. */
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
