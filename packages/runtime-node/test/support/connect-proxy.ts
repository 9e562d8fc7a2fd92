import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OutboundProxy } from '../../src/proxy/outbound-proxy.ts';
import { createOutboundProxy } from '../../src/proxy/outbound-proxy.ts';
import { parseProxyUrl } from '../../src/proxy/http-proxy.ts';
import type { Listener } from './listen.ts';
import { start } from './site.ts';

/** Anything a proxy does with a CONNECT. */
export type ProxyDeed = (socket: Duplex, request: IncomingMessage) => void;

/** A proxy on a free port, with the CONNECTs that it received. */
export interface ConnectProxy extends Listener {
  /** Destination and login of each. */
  readonly connects: readonly { readonly to: string; readonly login: string | undefined }[];
  /** Every byte that the proxy was sent inside its tunnels. */
  readonly carried: () => Buffer;
  outbound(bypass?: readonly string[]): OutboundProxy;
}

/** Forwards to a port of this machine, whatever the destination. */
export function forwardTo(port: number, carried: Buffer[] = []): ProxyDeed {
  return (socket) => {
    const onwards = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.on('data', (chunk: Buffer) => {
        carried.push(chunk);
        onwards.write(chunk);
      });
      onwards.pipe(socket);
    });
    onwards.on('error', () => socket.destroy());
    socket.on('close', () => onwards.destroy());
  };
}

/** Starts a proxy that is closed after the test. `deed` gets the list that bytes of tunnels are collected in. */
export async function connectProxy(deed: (carried: Buffer[]) => ProxyDeed): Promise<ConnectProxy> {
  const connects: { to: string; login: string | undefined }[] = [];
  const carried: Buffer[] = [];
  const act = deed(carried);
  const server = createServer();
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    // What is left unread would hide the end of the connection.
    socket.resume().on('end', () => socket.end());
    connects.push({
      to: request.url ?? '',
      login: request.headers['proxy-authorization'],
    });
    act(socket, request);
  });
  const listener = await start(server);
  return {
    ...listener,
    connects,
    carried: () => Buffer.concat(carried),
    outbound: (bypass = []) => {
      const reading = parseProxyUrl(`http://studio:p%40ss-word@127.0.0.1:${listener.port}`);
      if (reading.kind === 'refused') throw new Error(reading.rule);
      return createOutboundProxy(reading.proxy, bypass);
    },
  };
}
