import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressPrefixes } from './address-prefix.ts';

/** Maximum open connections. */
export interface ConnectionLimits {
  /** Of one listener. */
  readonly inAll: number;
  /** Of one block of addresses, over which no credential was accepted yet. */
  readonly unknownEach: number;
  /** Addresses shared by many callers, such as a proxy's: no limit per address applies to them. */
  readonly isShared: (address: string) => boolean;
}

export interface ConnectionBounds {
  /** Refuses connections of the server beyond the limits before reading a byte of them. */
  watch(server: Server): void;
  /** Records that a credential was accepted over the connection: it no longer counts as unknown. */
  accepted(socket: Socket): void;
}

/** Creates the limits. Refused connections get no response: a caller that opens thousands of them reads none. */
export function createConnectionBounds(limits: ConnectionLimits): ConnectionBounds {
  const unknown = new Map<string, number>();
  const blocks = new WeakMap<Socket, string>();
  const forget = (socket: Socket): void => {
    const block = blocks.get(socket);
    if (block === undefined) return;
    blocks.delete(socket);
    const left = (unknown.get(block) ?? 0) - 1;
    if (left > 0) unknown.set(block, left);
    else unknown.delete(block);
  };
  return {
    watch(server) {
      server.maxConnections = limits.inAll;
      server.prependListener('connection', (socket: Socket) => {
        const address = socket.remoteAddress ?? '';
        if (blocks.has(socket) || limits.isShared(address)) return;
        const block = addressPrefixes(address).site;
        const count = unknown.get(block) ?? 0;
        if (count >= limits.unknownEach) {
          socket.destroy();
          return;
        }
        unknown.set(block, count + 1);
        blocks.set(socket, block);
        socket.once('close', () => forget(socket));
      });
    },
    accepted: forget,
  };
}
