import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Clock } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { addressPrefixes } from './address-prefix.ts';
import { type AllowanceLimits, createAllowance, createTurns, type Turns } from './allowance.ts';
import { fileCosts, type Shares, shareOfUnknown, take, usualCosts } from './caller-shares.ts';
import type { RefusedRequest } from './refused-request.ts';
import { drainAtMost, mostDiscarded } from './drain-upload.ts';
import {
  type BodyPaceLimits,
  type BodyWatch,
  createBodyWatch,
  defaultBodyPace,
} from './body-watch.ts';
import {
  type ConnectionBounds,
  type ConnectionLimits,
  createConnectionBounds,
} from './connection-bounds.ts';
import {
  accountOf,
  MeteredBody,
  RequestAccount,
  requestAccountDecorator,
} from './request-account.ts';

/** What the requests of all callers may cost at once, in bytes and in number; `each` is one credential's. */
export interface RequestLimits {
  /** Bytes of bodies from their first byte until they were dealt with. */
  readonly bodyBytes: AllowanceLimits;
  /** Requests that were let in and whose responses are not over. */
  readonly openRequests: AllowanceLimits;
  /** Responses that are files. */
  readonly openFiles: AllowanceLimits;
  readonly connections: ConnectionLimits;
  readonly bodyPace?: BodyPaceLimits;
}

/** The bounds of one process, for all its listeners together. */
export interface RequestBounds {
  /** Puts a listener under the bounds. Call it before anything else is registered. */
  apply(app: FastifyInstance): void;
  /** For requests that are answered past everything `apply` mounts. */
  readonly atOnce: BoundsAtOnce;
}

/** The bounds of requests that are answered within the turn they came in. */
export interface BoundsAtOnce {
  /**
   * Takes the share of a request until `give`. False where it has to wait for its turn, since a response of its connection is
   * under way, and where its credential has no share left.
   */
  take(response: ServerResponse, caller: string): boolean;
  /** Gives the share back. */
  give(caller: string): void;
  /** The credential was accepted over the connection. */
  accepted(response: ServerResponse): void;
}

/** What a body counts as that is handed on as it comes: the buffers on its way. */
const streamedBytes = 1024 * 1024;
/** Bodies of other methods are never parsed. */
const bodylessMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Makes bounds that know nothing of any request yet. */
export function createRequestBounds(
  limits: RequestLimits,
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
): RequestBounds {
  const bounds = new Bounds(limits, clock);
  return {
    apply(app) {
      bounds.connections.watch(app.server);
      app.decorateRequest(requestAccountDecorator, null);
      app.addHook('onRequest', (request, reply, done) => bounds.begin(request, reply, done));
      app.addHook('preParsing', async (request, _reply, payload) => bounds.admit(request, payload));
    },
    atOnce: {
      take: (response, caller) => bounds.takeAtOnce(response, caller),
      give: (caller) => bounds.giveAtOnce(caller),
      accepted: ({ socket }) => {
        if (socket !== null) bounds.connections.accepted(socket);
      },
    },
  };
}

class Bounds {
  readonly connections: ConnectionBounds;
  readonly #turns: Turns = createTurns();
  readonly #bodies: BodyWatch;
  readonly #known: Shares;
  readonly #unknown: Shares;

  constructor(limits: RequestLimits, clock: Pick<Clock, 'monotonicMs' | 'sleep'>) {
    this.connections = createConnectionBounds(limits.connections);
    this.#bodies = createBodyWatch(clock, limits.bodyPace ?? defaultBodyPace);
    // Signed links carry no credential, so files have one share for all.
    const openFiles = createAllowance(limits.openFiles);
    this.#known = {
      bodyBytes: createAllowance(limits.bodyBytes),
      openRequests: createAllowance(limits.openRequests),
      openFiles,
    };
    this.#unknown = {
      bodyBytes: createAllowance(shareOfUnknown(limits.bodyBytes)),
      openRequests: createAllowance(shareOfUnknown(limits.openRequests)),
      openFiles,
    };
  }

  /** Lets a request in when its turn has come, and watches its body from then on, whatever becomes of it. */
  begin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const account = new RequestAccount();
    request.setDecorator(requestAccountDecorator, account);
    const { socket } = request.raw;
    this.#turns.take(socket, reply.raw, () => {
      reply.raw.once('close', () => account.close());
      if (hasBody(request) && socket instanceof Socket) this.#watch(request, reply, account);
      done();
    });
  }

  /**
   * Takes what a request costs under the name of its credential; its body comes through what is given back.
   *
   * @throws RefusedRequest when that is more than its share
   */
  admit(request: FastifyRequest, payload: RequestPayload): RequestPayload {
    const account = accountOf(request);
    if (account === undefined) return payload;
    const isKnown = account.caller !== null;
    if (isKnown) this.connections.accepted(request.raw.socket);
    const shares = isKnown ? this.#known : this.#unknown;
    const name = account.caller ?? addressPrefixes(request.ip).site;
    for (const cost of request.routeOptions.config.sendsFile === true ? fileCosts : usualCosts) {
      const refusal = take(shares, { cost, name, amount: 1 });
      if (refusal !== undefined) throw refusal;
      account.keep(() => shares[cost].give(name, 1));
    }
    if (!hasBody(request) || bodylessMethods.has(request.method)) return payload;
    return admitBody(request, account, { shares, name });
  }

  takeAtOnce({ socket }: ServerResponse, caller: string): boolean {
    // Node gives a response its connection when those before it are over.
    if (socket === null || socket.writableLength > 0) return false;
    return this.#known.openRequests.take(caller, 1) === 'taken';
  }

  giveAtOnce(caller: string): void {
    this.#known.openRequests.give(caller, 1);
  }

  #watch(request: FastifyRequest, reply: FastifyReply, account: RequestAccount): void {
    const { raw } = request;
    this.#bodies.add(raw, (error) => {
      if (account.body === null || reply.raw.headersSent) {
        raw.socket.destroy();
        return;
      }
      account.bodyIsTooLate = true;
      reply.raw.setHeader('connection', 'close');
      account.body.destroy(error);
    });
    reply.raw.once('finish', () => {
      if (raw.complete) return;
      account.body?.detach();
      drainAtMost(raw, mostDiscarded);
    });
  }
}

/** Announced bytes are taken before the first is read, others as they come. */
function admitBody(
  request: FastifyRequest,
  account: RequestAccount,
  { shares, name }: { readonly shares: Shares; readonly name: string },
): RequestPayload {
  const announced = announcedBytes(request);
  let taken = 0;
  let isHeld = true;
  const takeBytes = (amount: number): RefusedRequest | undefined => {
    const refusal = take(shares, { cost: 'bodyBytes', name, amount });
    if (refusal === undefined) taken += amount;
    return refusal;
  };
  const refusal = takeBytes(announced ?? 0);
  if (refusal !== undefined) throw refusal;
  account.keepBody(() => {
    isHeld = false;
    shares.bodyBytes.give(name, taken);
  });
  account.body = new MeteredBody(request.raw, (bytes) =>
    announced === null && isHeld ? takeBytes(bytes) : undefined,
  );
  return account.body;
}

/** Null where nothing is announced. What is longer than its route takes is refused there before it is read, and costs nothing. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number | null {
  if (routeOptions.config.streamsBody === true) return streamedBytes;
  const length = headers['content-length'];
  if (length === undefined) return null;
  return Number(length) > routeOptions.bodyLimit ? 0 : Number(length);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
