import type { IncomingHttpHeaders } from 'node:http';
import { textReply, type ProviderReply } from '../wire/provider-request.ts';
import { isOwnName } from './foreign-control.ts';

/** How long a browser may go by a preflight, in s. */
const preflightSeconds = '600';

/** The answer to what a browser asks before a page of another origin calls a wire; `shareReply` adds which pages may. */
export function preflightReply(headers: IncomingHttpHeaders): ProviderReply {
  return {
    ...textReply(200, 'text/plain', ''),
    headers: {
      'access-control-allow-methods': headers['access-control-request-method'] ?? '*',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': preflightSeconds,
    },
  };
}

/**
 * Lets a page of this machine, or of a name that was told, read a response of a wire [mock.cors]. Pages of other sites stay out, so that none
 * can fill the mock with jobs; callers that are no browsers see no difference.
 */
export function shareReply(
  reply: ProviderReply,
  { origin }: IncomingHttpHeaders,
  reported: readonly string[],
): ProviderReply {
  if (reply.kind !== 'response' || origin === undefined) return reply;
  const page = URL.parse(origin);
  if (page === null || !isOwnName(page.hostname, reported)) return reply;
  const sharing = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*',
    vary: 'Origin',
  };
  return { ...reply, headers: { ...reply.headers, ...sharing } };
}
