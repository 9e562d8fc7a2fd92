import type { IncomingMessage } from 'node:http';

const longestBody = 256 * 1024 * 1024;
/** Headers of one connection and one server (RFC 9110 §7.6.1); `fetch` has decoded the body. */
export const ownHeaders = new Set(
  'connection host keep-alive transfer-encoding content-length upgrade content-encoding accept-encoding expect proxy-authorization te trailer'.split(
    ' ',
  ),
);

/** URL at the upstream for a path below its prefix. */
export function targetOf(upstream: URL, { pathname, search }: URL): URL {
  const target = new URL(upstream);
  target.username = '';
  target.password = '';
  target.pathname = upstream.pathname.replace(/\/$/, '') + pathname;
  target.search = search;
  return target;
}

/** Error for a call that failed before its response. */
export function unanswered(name: string, { host }: URL, error: unknown): Error {
  return new Error(`${name} did not respond at ${host}: ${reasonOf(error)}`, { cause: error });
}

/** System error code of a failed call; messages of `fetch` may contain a header. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'the call timed out';
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || !('code' in cause)) return 'the call failed';
  return typeof cause.code === 'string' ? cause.code : 'the call failed';
}

/** A recording contains whole files, of which a replay serves any part. */
const partHeaders = new Set(['range', 'if-range', 'if-none-match', 'if-modified-since']);

/** Headers passed on to an upstream. A user and password in its URL are the default for `authorization`. */
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

/** A body to its end; undefined if it exceeds the limit of a recording. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > longestBody) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
