import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum pipelined requests waiting on one connection; no client we know sends any ahead. */
const mostPipelined = 100;

/** Admits the requests of each connection one after the other, in the order they came. */
export interface Turns {
  /** Calls `proceed` when every earlier response is finished; never, if the connection closes before. */
  take(socket: Socket, response: ServerResponse, proceed: () => void): void;
}

interface Waiting {
  readonly response: ServerResponse;
  readonly proceed: () => void;
}

/**
 * Queues pipelined requests. Node hands them over as fast as it reads them, and each would open its file and take its
 * buffer, only to queue behind the responses before it (RFC 9112 §9.3.2 wants those in order). A connection with more
 * than `most` waiting requests is closed.
 */
export function createTurns(most = mostPipelined): Turns {
  const lines = new WeakMap<Socket, Waiting[]>();
  const begin = (socket: Socket, line: Waiting[], { response, proceed }: Waiting): void => {
    response.once('close', () => {
      const next = line.shift();
      if (next === undefined) lines.delete(socket);
      else if (!socket.destroyed) begin(socket, line, next);
    });
    proceed();
  };
  return {
    take(socket, response, proceed) {
      const line = lines.get(socket);
      if (line === undefined) {
        const first: Waiting[] = [];
        lines.set(socket, first);
        begin(socket, first, { response, proceed });
      } else if (socket.destroyed) line.length = 0;
      else if (line.length < most) line.push({ response, proceed });
      else {
        line.length = 0;
        socket.destroy();
      }
    },
  };
}

/** Maximum amounts in use at once. */
export interface AllowanceLimits {
  /** For one name. */
  readonly each: number;
  /** For all names together. */
  readonly inAll: number;
}

/** A bounded resource: bytes, requests or downloads of which only a limited amount may be in use at once. */
export interface Allowance {
  readonly limits: AllowanceLimits;
  /** Takes all of the amount or nothing. `own`: the name's share is used up; `all`: the common share is used up. */
  take(name: string, amount: number): 'taken' | 'own' | 'all';
  /** Returns an amount that was taken under the name. */
  give(name: string, amount: number): void;
  /** The amount in use. */
  readonly out: number;
}

/** Creates an allowance. It keeps one entry for each name with something in use, and none for the others. */
export function createAllowance(limits: AllowanceLimits): Allowance {
  const outByName = new Map<string, number>();
  let out = 0;
  return {
    limits,
    take(name, amount) {
      const own = (outByName.get(name) ?? 0) + amount;
      if (own > limits.each) return 'own';
      if (out + amount > limits.inAll) return 'all';
      if (own > 0) outByName.set(name, own);
      out += amount;
      return 'taken';
    },
    give(name, amount) {
      const left = (outByName.get(name) ?? 0) - amount;
      if (left > 0) outByName.set(name, left);
      else outByName.delete(name);
      out -= amount;
    },
    get out() {
      return out;
    },
  };
}
