import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A connection whose caller asks to switch to WebSocket. */
export interface UpgradeOffer {
  readonly socket: Socket;
  /** Bytes the caller already sent after its request. */
  readonly head: Buffer;
}

export interface UpgradeRequests {
  /** Returns the offer of a request that asks for the switch; undefined with an ordinary one. Can be taken once. */
  take(request: FastifyRequest): UpgradeOffer | undefined;
}

/** Marks our listeners among those of a host. */
const ours = Symbol('filmgate.upgrade');

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Lets WebSocket requests for one path through to its route, hooks and refusals included, like ordinary ones. Node
 * hands every request with an `Upgrade` header to the listeners, even if the client merely offers HTTP/2 (RFC 9110 §7.8
 * lets a server ignore that). Unless the host listens itself, such requests are put back and served as if we were not
 * there.
 *
 * @param path - whole path of the route, mount prefix included
 */
export function acceptUpgradeRequests(app: FastifyInstance, path: string): UpgradeRequests {
  const offers = new WeakMap<IncomingMessage, UpgradeOffer>();
  const listener: UpgradeListener = (request, socket, head) => {
    if (!(socket instanceof Socket)) return;
    if (asksForWebSocket(request) && pathOf(request) === path) {
      offers.set(request, { socket, head });
      route(app, request, socket);
    } else if (isUnclaimed(app, listener, pathOf(request))) putBack(app, request, { socket, head });
  };
  Object.assign(listener, { [ours]: path });
  app.server.on('upgrade', listener);
  app.addHook('onClose', (_instance, done) => {
    app.server.off('upgrade', listener);
    done();
  });
  return {
    take({ raw }) {
      const offer = offers.get(raw);
      offers.delete(raw);
      return offer;
    },
  };
}

/**
 * Ends the HTTP part of an exchange whose socket continues in another protocol, for observers of responses: the status
 * is 101, and nothing is written.
 */
export function leaveHttp(response: ServerResponse, socket: Socket): void {
  response.detachSocket(socket);
  response.writeHead(101);
  Object.defineProperty(response, 'writableFinished', { value: true });
  response.emit('finish');
  response.emit('close');
}

function route(app: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  const cut = (): void => {
    socket.destroy();
  };
  socket.on('error', cut);
  response.once('finish', () => {
    // After a change of protocol the socket is no longer the response's.
    if (response.socket === null) socket.off('error', cut);
    // Not merely its own half: a caller that never ends its half would keep the socket for ever.
    else socket.destroySoon();
  });
  app.routing(request, response);
}

/** Returns a request to the server as one without `Upgrade`: its bytes are read again, by a new parser. */
function putBack(
  app: FastifyInstance,
  request: IncomingMessage,
  { socket, head }: UpgradeOffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const kept = keptValue(name.toLowerCase(), value);
    if (kept !== undefined) lines.push(`${name}: ${kept}`);
  }
  const text = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.unshift(Buffer.concat([text, head]));
  app.server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

/** Returns the rest of a header line after all offers are removed; undefined if nothing is left. */
function keptValue(name: string, value: string): string | undefined {
  if (name === 'upgrade' || name === 'http2-settings') return undefined;
  if (name !== 'connection') return value;
  const tokens = value.split(',').map((token) => token.trim());
  const kept = tokens.filter((token) => !/^(?:upgrade|http2-settings)$/i.test(token));
  return kept.length === 0 ? undefined : kept.join(', ');
}

function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** Returns true if no route takes a request and our listener must refuse it; a host's own listener has precedence. */
function isUnclaimed(
  { server }: FastifyInstance,
  listener: UpgradeListener,
  path: string,
): boolean {
  const listeners = server.listeners('upgrade');
  const paths = listeners.map((one): unknown => Reflect.get(one, ours));
  return listeners[0] === listener && paths.every((one) => one !== undefined && one !== path);
}
