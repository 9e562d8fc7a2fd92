import type { IncomingMessage } from 'node:http';

const longestResponse = 256 * 1024 * 1024;
/** Of one connection, and of the one who answers (RFC 9110 §7.6.1); `fetch` has taken the coding off. */
export const ownHeaders = new Set(
  'connection host keep-alive transfer-encoding content-length upgrade content-encoding accept-encoding expect proxy-authorization te trailer'.split(
    ' ',
  ),
);

/** The URL that an upstream has for a path below its prefix. */
export function targetOf(upstream: URL, { pathname, search }: URL): URL {
  const target = new URL(upstream);
  target.username = '';
  target.password = '';
  target.pathname = upstream.pathname.replace(/\/$/, '') + pathname;
  target.search = search;
  return target;
}

/** What is said of a call that failed before its answer was there. */
export function unanswered(name: string, { host }: URL, error: unknown): Error {
  return new Error(`${name} gave no answer at ${host}: ${reasonOf(error)}`, { cause: error });
}

/** The system's word for why a call failed; messages of `fetch` may repeat a header. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || !('code' in cause)) return 'it failed';
  return typeof cause.code === 'string' ? cause.code : 'it failed';
}

/** The headers of a request, each with one text. */
export function headersOf({
  headers,
}: Pick<IncomingMessage, 'headers'>): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}

/** A recording has whole files, of which a replay serves any part. */
const partHeaders = new Set(['range', 'if-range', 'if-none-match', 'if-modified-since']);

/** What an upstream is told of a request; one that is named with a credential is told that one. */
export function relayedHeaders(
  { headers }: IncomingMessage,
  { username, password }: URL,
): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (!ownHeaders.has(name) && !partHeaders.has(name) && value !== undefined)
      own[name] = String(value);
  if (username === '' || 'authorization' in own) return own;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { ...own, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Undefined for more than a recording takes. */
export async function bytesOf(response: Response): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > longestResponse) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
