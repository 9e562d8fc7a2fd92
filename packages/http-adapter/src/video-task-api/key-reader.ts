import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { headerLines, readBearerToken } from '../http/request-headers.ts';
import type { VideoTaskApiDeps } from './deps.ts';

/** The key of a request, as the digest it is looked up by. */
type KeyReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'key'; readonly digest: string; readonly wasMade: boolean };

/** Maximum lines cached with their digests, and maximum characters of one: a key is shorter. */
const mostKeptLines = 1_000;
const longestKeptLine = 160;

/**
 * Reads the key of a request as the digest it is looked up by. Callers that poll send one line again and again, and a
 * proxy sends those of many over one connection: the digests of the last lines are cached. The cache contains only what
 * follows from the line alone, never the rights of a key.
 */
export function createKeyReader(
  keys: VideoTaskApiDeps['keys'],
): (raw: Pick<IncomingMessage, 'rawHeaders'>) => KeyReading {
  const kept = new LRUCache<string, KeyReading>({ max: mostKeptLines });
  return ({ rawHeaders }) => {
    const lines = headerLines(rawHeaders, 'authorization');
    const [line = ''] = lines;
    const known = lines.length === 1 ? kept.get(line) : undefined;
    if (known !== undefined) return known;
    const bearer = readBearerToken(rawHeaders);
    if (bearer.kind !== 'token') return bearer;
    if (!keys.isWellFormed(bearer.token)) return { kind: 'malformed' };
    const { token } = bearer;
    const wasMade = keys.wasMade?.(token) === true;
    const reading: KeyReading = { kind: 'key', digest: keys.digestOf(token), wasMade };
    if (line.length <= longestKeptLine) kept.set(line, reading);
    return reading;
  };
}
