import { request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Unanswered, whyUnanswered } from '@filmgate/core';
import { authorityOf, type HttpProxy } from './http-proxy.ts';

/** Destination of a tunnel; `host` is a name or an address without brackets. */
export interface TunnelDestination {
  readonly host: string;
  readonly port: number;
}

/** Maximum size of the head of a proxy's response, in bytes. */
const longestHead = 16 * 1024;

/**
 * Opens a tunnel through a proxy over a connection of its own (RFC 9110 §9.3.6). Nothing but the CONNECT has been sent
 * on the socket; bytes that came after the proxy's response are still to be read.
 *
 * @param signal - limits the whole; without effect once the tunnel is open
 * @throws Unanswered with the names of proxy and destination, and the status or the reason
 */
export async function openTunnel(
  proxy: HttpProxy,
  to: TunnelDestination,
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const request = startRequest(connectTo(proxy, to));
  let isReached = false;
  request.once('socket', (socket) => {
    socket.once('connect', () => {
      isReached = true;
    });
  });
  request.once('connect', ({ statusCode = 0 }, socket, head) => {
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      reject(refusal(proxy, to, statusCode));
      return;
    }
    // TLS reports an error, too; one that comes before TLS must not end the process.
    socket.on('error', () => undefined);
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  });
  request.on('error', (error) => reject(failure({ proxy, to, isReached }, error)));
  const giveUp = () => request.destroy(abortError(signal));
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp);
  request.end();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** No agent: its pool would share connections. */
function connectTo({ authorization, ...proxy }: HttpProxy, to: TunnelDestination) {
  const authority = authorityOf(to);
  return {
    ...proxy,
    method: 'CONNECT',
    path: authority,
    agent: false,
    maxHeaderSize: longestHead,
    headers: {
      host: authority,
      connection: 'keep-alive',
      ...(authorization !== null && { 'proxy-authorization': authorization }),
    },
  } as const;
}

function abortError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('given up', 'AbortError');
}

function refusal(proxy: HttpProxy, to: TunnelDestination, status: number): Unanswered {
  const meaning = status === 407 ? ' (the user or password is missing or wrong)' : '';
  const connection = `the proxy ${authorityOf(proxy)} refused to connect to ${authorityOf(to)}`;
  return new Unanswered(`${connection}: ${status}${meaning}`, undefined);
}

interface Attempt {
  readonly proxy: HttpProxy;
  readonly to: TunnelDestination;
  readonly isReached: boolean;
}

/** Names the fault; the error itself stays out, as it may contain a response that repeats the login. */
function failure({ proxy, to, isReached }: Attempt, error: Error): Unanswered {
  const why = whyUnanswered(error) ?? 'no valid response';
  const at = `the proxy ${authorityOf(proxy)}`;
  const reason = isReached
    ? `${at} did not connect to ${authorityOf(to)}: ${why}`
    : `cannot reach ${at}: ${why}`;
  return new Unanswered(reason, undefined);
}
