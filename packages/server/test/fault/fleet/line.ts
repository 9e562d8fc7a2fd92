import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Faults of a line. */
interface Weather {
  /** Nothing passes any more, and neither end is notified. */
  isSilent: boolean;
  delayMs: number;
  /** Every n-th request with the text gets no response: its connection ends instead. 0: none. */
  loseEvery: number;
  /** Responses wait for this. */
  released: Promise<void> | undefined;
  /** Only responses to requests that contain this text. */
  holdsTo: string;
}

const clear: Readonly<Weather> = {
  isSilent: false,
  delayMs: 0,
  loseEvery: 0,
  released: undefined,
  holdsTo: '',
};

/** Part of every request that changes something, on a line to Redis. */
const changing = 'evalsha';

/** A line between a node and its peer, with the faults of networks. */
export class Line {
  #target: NetConnectOpts;
  readonly #weather: Weather = { ...clear };
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  #release: () => void = () => undefined;
  #changes = 0;
  #lost = 0;
  #held = 0;

  private constructor(target: NetConnectOpts) {
    this.#target = target;
  }

  static async open(target: NetConnectOpts): Promise<Line> {
    const line = new Line(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  /** Port of its entrance. */
  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the line is closed');
    return address.port;
  }

  /** Responses lost so far. */
  get lost(): number {
    return this.#lost;
  }

  /** Pieces of responses held back so far. */
  get held(): number {
    return this.#held;
  }

  /** Ends every connection; from now on it leads elsewhere. */
  leadTo(target: NetConnectOpts): void {
    this.#target = target;
    this.#endAll();
  }

  /** Both ends believe that the connection is open, and neither receives anything. */
  goSilent(): void {
    this.#weather.isSilent = true;
  }

  delay(ms: number): void {
    this.#weather.delayMs = ms;
  }

  /** Loses the response to every n-th change, which is carried out. */
  loseEvery(nth: number): void {
    this.#weather.loseEvery = nth;
  }

  /** Holds responses back, to requests that contain the text; none is lost. */
  holdResponses(to = ''): void {
    this.#weather.holdsTo = to;
    this.#weather.released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Ends all faults: held data arrives; silenced data was dropped, and its connections end. */
  heal(): void {
    if (this.#weather.isSilent) this.#endAll();
    Object.assign(this.#weather, clear);
    this.#release();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#release();
    this.#endAll();
    await closed;
  }

  #endAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    // An end comes after the data sent before it.
    const passEnd = (to: Socket) => void (this.#weather.isSilent || to.end());
    let isLosing = false;
    let asked: Buffer = Buffer.of();
    const request = (passing: Passing) => {
      asked = passing.piece;
      if (this.#isToBeLost(passing)) isLosing = true;
      return this.#pass(passing, far);
    };
    const response = async (passing: Passing) => {
      if (isLosing) {
        this.#lost += 1;
        end();
        return;
      }
      const { released, holdsTo } = this.#weather;
      if (released !== undefined && asked.includes(holdsTo)) {
        this.#held += 1;
        await released;
      }
      await this.#pass(passing, near);
    };
    inOrder(near, request, () => passEnd(far));
    inOrder(far, response, () => passEnd(near));
  }

  #isToBeLost({ piece }: Passing): boolean {
    const { loseEvery } = this.#weather;
    if (loseEvery === 0 || !piece.includes(changing)) return false;
    this.#changes += 1;
    return this.#changes % loseEvery === 0;
  }

  async #pass({ piece, at }: Passing, to: Socket): Promise<void> {
    const waitMs = at + this.#weather.delayMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    if (!this.#weather.isSilent && !to.destroyed) to.write(piece);
  }
}

/** Bytes in transit, and the time they were sent, in monotonic ms. */
interface Passing {
  readonly piece: Buffer;
  readonly at: number;
}

/** Handles data from a socket piece by piece, and its end after all of it. */
function inOrder(
  from: Socket,
  act: (passing: Passing) => Promise<void> | void,
  atEnd: () => void,
): void {
  let order = Promise.resolve();
  from.on('close', () => {
    order = order.then(atEnd);
  });
  from.on('data', (piece) => {
    const at = performance.now();
    order = order.then(() => act({ piece, at }));
  });
}
