import { buildConnector, errors } from 'undici';
import { z } from 'zod';
import { NotSent } from './transport.ts';

/** System calls that come before a connection stands (libuv's names). */
const systemErrorSchema = z.object({ syscall: z.enum(['connect', 'getaddrinfo']) });

/**
 * Whether an error proves that no connection came about, so that nothing was sent. An error code alone
 * does not: a host can also become unreachable after the request has left.
 */
export function neverConnected(error: unknown): boolean {
  if (error instanceof NotSent || error instanceof errors.ConnectTimeoutError) return true;
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(neverConnected);
  return error instanceof Error && systemErrorSchema.safeParse(error).success;
}

/** Connects, and lets go of the connection unused when by then nothing may be sent any more. */
export function connectIfAllowed(
  mayStart: () => boolean,
  timeoutMs: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false });
  return (options, done) => {
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null && !mayStart()) {
        socket.destroy();
        done(new NotSent('the time to send ran out while connecting'), null);
      } else {
        done(...result);
      }
    });
  };
}
