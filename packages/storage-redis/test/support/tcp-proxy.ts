import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between a client and a server that simulates network faults. */
export interface TcpProxy {
  readonly port: number;
  readonly url: string;
  /** Number of connections made through the proxy so far. */
  readonly connections: () => number;
  /** Number of lost replies so far. */
  readonly lost: () => number;
  /**
   * Passes requests on, and cuts the connection in place of the reply to one that contains the text: the server has run
   * the request, and the client cannot know. For `times` requests.
   */
  loseRepliesTo(text: string, times: number): void;
  /** Does so for every n-th request that contains the text, from now on; 0 ends it. */
  loseEvery(text: string, nth: number): void;
  /** Passes on nothing any more in either direction, and closes nothing: both ends believe the connection is alive. */
  hold(): void;
  /** Delays each piece in both directions by `ms`. */
  delay(ms: number): void;
  /**
   * Holds requests that contain the text, and everything after them on their connections, until they are released;
   * those whose replies are to be lost pass. `heal` releases them, too.
   */
  park(text: string): void;
  /** Number of held requests so far. */
  readonly parked: () => number;
  release(): void;
  /** Cuts all connections; new ones are refused until `heal`. */
  cut(): void;
  /** Leads new connections to another server; existing ones are cut. */
  leadTo(port: number): void;
  /** New connections work again; data held on old ones is dropped with them. */
  heal(): void;
  close(): Promise<void>;
}

interface Weather {
  isHolding: boolean;
  isCut: boolean;
  delayMs: number;
  loss: { readonly text: string; times: number } | null;
  every: { readonly text: string; readonly nth: number } | null;
  matched: number;
  parking: { readonly text: string; readonly until: PromiseWithResolvers<void> } | null;
  parked: number;
  lost: number;
  connections: number;
}

/** Starts a proxy on a free port of the loopback address. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const weather: Weather = {
    isHolding: false,
    isCut: false,
    delayMs: 0,
    loss: null,
    every: null,
    matched: 0,
    parking: null,
    parked: 0,
    lost: 0,
    connections: 0,
  };
  const sockets = new Set<Socket>();
  let target = targetPort;
  const server = createServer((client) => {
    if (weather.isCut) return void client.destroy();
    weather.connections += 1;
    join(client, connect(target, '127.0.0.1'), weather, sockets);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    url: `redis://127.0.0.1:${String(address.port)}`,
    connections: () => weather.connections,
    lost: () => weather.lost,
    loseRepliesTo: (text, times) => {
      weather.loss = { text, times };
    },
    loseEvery: (text, nth) => {
      weather.every = nth === 0 ? null : { text, nth };
    },
    hold: () => {
      weather.isHolding = true;
    },
    delay: (ms) => {
      weather.delayMs = ms;
    },
    park: (text) => {
      weather.parking = { text, until: Promise.withResolvers() };
    },
    parked: () => weather.parked,
    release: () => release(weather),
    cut: () => {
      weather.isCut = true;
      cutAll();
    },
    leadTo: (port) => {
      target = port;
      cutAll();
    },
    heal: () => {
      release(weather);
      if (weather.isHolding) cutAll();
      Object.assign(weather, {
        isHolding: false,
        isCut: false,
        delayMs: 0,
        loss: null,
        every: null,
      });
    },
    close: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      cutAll();
      await closed;
    },
  };
}

function join(client: Socket, upstream: Socket, weather: Weather, sockets: Set<Socket>): void {
  let loseNext = false;
  const cut = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', cut);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!weather.isHolding) cut();
    });
  }
  pipe(client, upstream, weather, (piece) => {
    if (isToBeLost(piece, weather)) loseNext = true;
    else if (weather.parking !== null && piece.includes(weather.parking.text)) {
      weather.parked += 1;
      return weather.parking.until.promise;
    }
    return 'pass';
  });
  pipe(upstream, client, weather, () => {
    if (!loseNext) return 'pass';
    weather.lost += 1;
    cut();
    return 'drop';
  });
}

function release(weather: Weather): void {
  weather.parking?.until.resolve();
  weather.parking = null;
}

function isToBeLost(piece: Buffer, weather: Weather): boolean {
  const { loss, every } = weather;
  if (loss !== null && loss.times > 0 && piece.includes(loss.text)) {
    loss.times -= 1;
    return true;
  }
  if (every === null || !piece.includes(every.text)) return false;
  weather.matched += 1;
  return weather.matched % every.nth === 0;
}

/** Passes pieces on in order, each after the delay at its arrival, and after the reply it waits for. */
function pipe(
  from: Socket,
  to: Socket,
  weather: Weather,
  check: (piece: Buffer) => 'pass' | 'drop' | Promise<void>,
): void {
  let order = Promise.resolve();
  from.on('data', (piece) => {
    if (weather.isHolding) return;
    const verdict = check(piece);
    if (verdict === 'drop') return;
    const { delayMs } = weather;
    order = order.then(async () => {
      if (delayMs > 0) await sleep(delayMs);
      if (verdict !== 'pass') await verdict;
      if (!weather.isHolding && !to.destroyed) to.write(piece);
    });
  });
}
