import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { WebSocketServer } from 'ws';
import { noValidation } from './route-compilers.ts';
import type { LiveCredential } from './subscribers.ts';
import { type LiveEventPosition, readLiveEventId } from './live-event-position.ts';
import type { LiveEvents } from './live-events.ts';
import { leaveHttp, acceptUpgradeRequests } from './upgrade-requests.ts';

/** Reasons for refusing a request for live events, apart from credentials. */
export type LiveRefusal =
  /** Not a WebSocket request. */
  | 'upgrade-required'
  /** A WebSocket request, but not a well-formed one of version 13 (RFC 6455 §4.2.1). */
  | 'handshake-invalid'
  /** The last event id is not one of ours. */
  | 'event-id-invalid';

export interface LiveEventsRoute {
  /** Path below the scope's prefix. */
  readonly url: string;
  readonly schema: FastifySchema;
  readonly live: LiveEvents;
  /** Returns the credential that the scope's hooks accepted. */
  readonly credentialOf: (request: FastifyRequest) => LiveCredential;
  /** Sends the surface's own response. */
  readonly refuse: (reply: FastifyReply, reason: LiveRefusal) => FastifyReply;
}

/** Query parameter and header that name the last event seen; browsers cannot set the header. */
export const lastEventIdParameter = 'last_event_id';
const lastEventIdHeader = 'last-event-id';

/** Maximum size of one message of a caller, in bytes: none is expected. */
const mostInboundBytes = 4096;

const webSocketKey = /^[+/0-9A-Za-z]{22}==$/;

/**
 * Mounts live events: an ordinary GET route for hooks and refusals, whose response is a WebSocket. The connections are
 * closed with 1001 when the server closes, before it waits for anything.
 */
export function registerLiveEvents(app: FastifyInstance, route: LiveEventsRoute): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostInboundBytes,
  });
  const requests = acceptUpgradeRequests(app, `${app.prefix}${route.url}`);
  app.addHook('preClose', () => route.live.close());
  app.get(
    route.url,
    {
      schema: route.schema,
      validatorCompiler: noValidation,
    },
    (request, reply) => {
      const offer = requests.take(request);
      if (offer === undefined) return route.refuse(reply, 'upgrade-required');
      if (!isHandshake(request)) return route.refuse(reply, 'handshake-invalid');
      const resumeAfter = lastEventOf(request);
      if (resumeAfter === undefined) return route.refuse(reply, 'event-id-invalid');
      const credential = route.credentialOf(request);
      route.live.requireRoom(credential.owner);
      reply.hijack();
      leaveHttp(reply.raw, offer.socket);
      sockets.handleUpgrade(request.raw, offer.socket, offer.head, (socket) => {
        route.live.open({
          connection: { socket, wire: offer.socket },
          credential,
          resumeAfter,
        });
      });
      return reply;
    },
  );
}

function isHandshake({ headers, raw }: FastifyRequest): boolean {
  const { 'sec-websocket-key': key, 'sec-websocket-version': version } = headers;
  return (
    raw.httpVersion === '1.1' && version === '13' && key !== undefined && webSocketKey.test(key)
  );
}

/** Returns null without an id, undefined for a foreign one. The header wins: programs set it when they reconnect. */
function lastEventOf({ headers, query }: FastifyRequest): LiveEventPosition | null | undefined {
  const named = typeof query === 'object' && query !== null ? query : {};
  const id: unknown = headers[lastEventIdHeader] ?? Reflect.get(named, lastEventIdParameter);
  if (id === undefined || id === '') return null;
  return typeof id === 'string' ? readLiveEventId(id) : undefined;
}
