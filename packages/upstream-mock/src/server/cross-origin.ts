import type { IncomingHttpHeaders } from 'node:http';
import { textReply, type ProviderReply } from '../http/provider-request.ts';
import { isOwnName } from '../input/foreign-control.ts';

/** Time for which a browser may cache a preflight, in s. */
const preflightSeconds = '600';

/** Response to a browser's preflight for a call from another origin; `shareReply` adds the allowed origins. */
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
 * Allows pages of this machine, or of an allowed host, to read a response of an API [mock.cors]. Pages of other sites
 * are not allowed, so that none can fill the mock with jobs; callers other than browsers see no difference.
 */
export function shareReply(
  reply: ProviderReply,
  { origin }: IncomingHttpHeaders,
  hosts: readonly string[],
): ProviderReply {
  if (reply.kind !== 'response' || origin === undefined) return reply;
  const page = URL.parse(origin);
  if (page === null || !isOwnName(page.hostname, hosts)) return reply;
  const sharing = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*',
    vary: 'Origin',
  };
  return { ...reply, headers: { ...reply.headers, ...sharing } };
}
