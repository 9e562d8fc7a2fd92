import type { Socket } from 'node:net';
import { createBypassList } from './bypass-list.ts';
import { authorityOf, type HttpProxy } from './http-proxy.ts';
import { openTunnel, type TunnelDestination } from './open-tunnel.ts';

/** The proxy of outgoing calls. Its login is in no field. */
export interface OutboundProxy {
  /** `host:port`, for messages. */
  readonly name: string;
  /** Returns false for a host that is reached directly: one of the bypass list, and loopback. */
  isUsedFor(host: string, port: number): boolean;
  /** Opens a tunnel over a connection of its own; throws `Unanswered`. */
  open(to: TunnelDestination, signal: AbortSignal): Promise<Socket>;
}

/** Creates the proxy of outgoing calls, without connecting. `bypass` has the entries of `NO_PROXY`. */
export function createOutboundProxy(proxy: HttpProxy, bypass: readonly string[]): OutboundProxy {
  const bypasses = createBypassList(bypass);
  return {
    name: authorityOf(proxy),
    isUsedFor: (host, port) => !bypasses(host, port),
    open: (to, signal) => openTunnel(proxy, to, signal),
  };
}
