import { GuardedFetchError, type GuardedFetchRefusal } from './guarded-fetch-refusal.ts';
import { createOpenGuarded, type GuardedFetchOptions } from './open-guarded.ts';

/** Bytes from a URL that passed every check. */
export interface FetchedBytes {
  readonly kind: 'fetched';
  readonly bytes: Uint8Array;
  /** Content type claimed by the server, lower case, without parameters; null when it claims none. Sniff the bytes. */
  readonly contentType: string | null;
}

/** Fetches an untrusted URL completely; never rejects, whatever the URL, the network or the server does. */
export type GuardedFetch = (
  url: string,
  call?: { readonly signal?: AbortSignal },
) => Promise<FetchedBytes | GuardedFetchRefusal>;

/**
 * Fetches URLs from untrusted callers without server-side request forgery (OWASP): only allowed hosts, only public
 * addresses unless an operator allowed the host, no redirects, and hard limits on size and time. See {@link
 * createOpenGuarded} for the streaming form and the full list.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const open = createOpenGuarded(options);
  return async (url, call) => {
    const opened = await open(url, call);
    if (opened.kind === 'refused') return opened;
    try {
      const bytes = await collect(opened.body);
      return { kind: 'fetched', bytes, contentType: opened.contentType };
    } catch (error) {
      if (error instanceof GuardedFetchError) return error.refusal;
      throw error;
    }
  };
}

const FIRST_CAPACITY = 64 * 1024;

/** Copies into one growing block: a body sent one byte at a time must not cost an object for each byte. */
async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let block = new Uint8Array(FIRST_CAPACITY);
  let used = 0;
  for await (const chunk of body) {
    if (used + chunk.length > block.length) {
      const larger = new Uint8Array(Math.max(block.length * 2, used + chunk.length));
      larger.set(block.subarray(0, used));
      block = larger;
    }
    block.set(chunk, used);
    used += chunk.length;
  }
  return block.slice(0, used);
}
