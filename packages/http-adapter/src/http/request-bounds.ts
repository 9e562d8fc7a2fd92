import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Clock } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { ambiguityOf } from './ambiguous-request.ts';
import { addressPrefixes } from './address-prefix.ts';
import { type AllowanceLimits, createTurns, type Turns } from './allowance.ts';
import {
  type Cost,
  createShares,
  noRoom,
  type SharesOfCallers,
  shortBodyBytes,
} from './caller-shares.ts';
import { RefusedRequest } from './refused-request.ts';
import { drainAtMost, mostDiscarded } from './drain-upload.ts';
import { OpenTransfers } from './open-transfers.ts';
import { defaultPace, type PaceLimits } from './transfer-pace.ts';
import { BodyTransfer } from './body-transfer.ts';
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

/** Maximum amounts for the requests of all callers at once, in bytes and in number; `each` is for one credential. */
export interface RequestLimits {
  /** Bytes of bodies that were received and are not dealt with yet, without the first 16 KiB of each body. */
  readonly bodyBytes: AllowanceLimits;
  /** Requests that were admitted and whose responses are not finished. */
  readonly openRequests: AllowanceLimits;
  /** Responses that are files; those by signed links may be three quarters of them. */
  readonly openFiles: AllowanceLimits;
  readonly connections: ConnectionLimits;
  readonly pace?: PaceLimits;
}

/** The limits of one process, for all its listeners together. */
export interface RequestBounds {
  /** Applies the limits to a listener. Call it before anything else is registered. */
  apply(app: FastifyInstance): void;
  /** Limits of requests that are served outside everything `apply` mounts. */
  readonly atOnce: BoundsAtOnce;
}

/** The limits of requests that are served within the turn they came in. */
export interface BoundsAtOnce {
  /**
   * Takes the share of a request until `give`. Returns false if the request has to wait for its turn, because a
   * response of its connection is under way, and if its credential has no share left.
   */
  take(response: ServerResponse, caller: string): boolean;
  /** Releases the share. */
  give(caller: string): void;
  /** Records that the credential was accepted over the connection. */
  accepted(response: ServerResponse): void;
}

/** Maximum bytes a streamed body counts as: the buffers on its way. */
const streamedBytes = 1024 * 1024;
/** Bodies of other methods are never parsed. */
const bodylessMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Creates limits with no request counted yet. */
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
  readonly #transfers: OpenTransfers<RequestAccount>;
  readonly #shares: SharesOfCallers;

  constructor(limits: RequestLimits, clock: Pick<Clock, 'monotonicMs' | 'sleep'>) {
    this.connections = createConnectionBounds(limits.connections);
    this.#transfers = new OpenTransfers(clock, limits.pace ?? defaultPace);
    this.#shares = createShares(limits);
  }

  /** Admits a request in its turn, if it can be read in one way only; watches its body whatever becomes of it. */
  begin(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const account = new RequestAccount(this.#transfers);
    request.setDecorator(requestAccountDecorator, account);
    const { socket } = request.raw;
    this.#turns.take(socket, reply.raw, () => {
      reply.raw.once('close', () => account.close());
      if (hasBody(request) && socket instanceof Socket) this.#watch({ request, reply, account });
      const ambiguity = ambiguityOf(request.raw);
      if (ambiguity === undefined) done();
      else done(new RefusedRequest('request-malformed', ambiguity));
    });
  }

  /**
   * Takes the cost of a request under the name of its credential; its body comes through the returned stream.
   *
   * @throws RefusedRequest when the cost exceeds its share
   */
  admit(request: FastifyRequest, payload: RequestPayload): RequestPayload {
    const account = accountOf(request);
    if (account === undefined) return payload;
    const isKnown = account.caller !== null;
    if (isKnown) this.connections.accepted(request.raw.socket);
    const shares = isKnown ? this.#shares.known : this.#shares.unknown;
    account.name = account.caller ?? addressPrefixes(request.ip).site;
    const { config } = request.routeOptions;
    for (const cost of [
      shares.openRequests,
      ...(config.sendsFile === true ? shares.openFiles : []),
    ]) {
      const refusal = this.#take(account, cost, 1);
      if (refusal !== undefined) throw refusal;
    }
    if (!hasBody(request) || bodylessMethods.has(request.method)) return payload;
    const most = config.streamsBody === true ? streamedBytes : Number.POSITIVE_INFINITY;
    return this.#meter(request, account, { cost: shares.bodyBytes, most });
  }

  takeAtOnce({ socket }: ServerResponse, caller: string): boolean {
    // Node gives a response its connection when those before it are finished.
    if (socket === null || socket.writableLength > 0) return false;
    return this.#shares.known.openRequests.allowance.take(caller, 1) === 'taken';
  }

  giveAtOnce(caller: string): void {
    this.#shares.known.openRequests.allowance.give(caller, 1);
  }

  /** Takes an amount, for which the slowest transfers that hold some of it make room. */
  #take(account: RequestAccount, cost: Cost, amount: number): RefusedRequest | undefined {
    const { allowance } = cost;
    for (;;) {
      const outcome = account.take(allowance, amount);
      if (outcome === 'taken') return undefined;
      const slow = this.#transfers.slowest(
        (other) => other.holds(allowance) && (outcome === 'all' || other.name === account.name),
      );
      if (slow === undefined || slow.holder === account)
        return noRoom(cost, outcome, { wasSlowest: slow !== undefined });
      slow.holder.close();
      slow.transfer.end(noRoom(cost, outcome, { wasSlowest: true }));
    }
  }

  /** Meters the body of a request, whose bytes are taken as they come. */
  #meter(
    { raw }: FastifyRequest,
    account: RequestAccount,
    { cost, most }: { readonly cost: Cost; readonly most: number },
  ): RequestPayload {
    let come = 0;
    let taken = 0;
    account.bodyBytes = cost.allowance;
    account.body = new MeteredBody(raw, (bytes) => {
      come += bytes;
      const amount = Math.min(come - shortBodyBytes, most) - taken;
      if (amount <= 0) return undefined;
      taken += amount;
      return this.#take(account, cost, amount);
    });
    return account.body;
  }

  #watch(watched: ConstructorParameters<typeof BodyTransfer>[0]): void {
    const { request, reply, account } = watched;
    const { raw } = request;
    raw.once('close', this.#transfers.add(new BodyTransfer(watched), account));
    reply.raw.once('finish', () => {
      if (raw.complete) return;
      account.body?.detach();
      drainAtMost(raw, mostDiscarded);
    });
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
