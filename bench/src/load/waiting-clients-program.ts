import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { programParent } from '../harness/child-program.ts';
import { type ClientCommand, clientCommand, type ClientReport } from '../servers/messages.ts';

/** A connection that sent one request and waits for the response. */
class WaitingConnection {
  readonly #socket: Socket;
  readonly #onFound: () => void;
  #needle: string | null;
  #received = '';

  private constructor(
    socket: Socket,
    { needle, onFound }: { readonly needle: string | null; readonly onFound: () => void },
  ) {
    this.#socket = socket;
    this.#needle = needle;
    this.#onFound = onFound;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
  }

  static async open(options: {
    readonly port: number;
    readonly request: string;
    readonly needle: string | null;
    readonly onFound: () => void;
    readonly onFault: (error: Error) => void;
  }): Promise<WaitingConnection> {
    const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    socket.on('error', options.onFault);
    socket.on('end', () => options.onFault(new Error('the server closed a connection')));
    socket.write(options.request, 'latin1');
    return new WaitingConnection(socket, options);
  }

  /** Text received since the last expectation. */
  get received(): string {
    return this.#received;
  }

  expect(needle: string): void {
    this.#received = '';
    this.#needle = needle;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    if (this.#needle === null || !this.#received.includes(this.#needle)) return;
    this.#needle = null;
    this.#onFound();
  }
}

/** Program: thousands of callers that wait, controlled by messages. */

/** Connections opened at once, fewer than the backlog of every server here. */
const openedAtOnce = 200;
const patienceMs = 120_000;

class WaitingClients {
  #connections: WaitingConnection[] = [];
  #missing = 0;
  #arrived: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  async obey(command: ClientCommand): Promise<ClientReport> {
    switch (command.kind) {
      case 'open':
        await this.#open(command);
        break;
      case 'expect':
        this.#missing = this.#connections.length;
        for (const connection of this.#connections) connection.expect(command.needle);
        break;
      case 'arrived':
        await this.#untilArrived();
        break;
      case 'close':
        for (const connection of this.#connections) connection.close();
        this.#connections = [];
        break;
      default:
        command satisfies never;
    }
    return { kind: 'done', sample: this.#connections[0]?.received ?? '' };
  }

  async #open(order: Extract<ClientCommand, { kind: 'open' }>): Promise<void> {
    const { port, count, request, needle } = order;
    this.#missing = needle === null ? 0 : count;
    const onFound = (): void => {
      this.#missing -= 1;
      if (this.#missing === 0) this.#arrived();
    };
    const onFault = (error: Error): void => this.#fail(error);
    const options = { port, request, needle, onFound, onFault };
    for (let left = count; left > 0; left -= openedAtOnce) {
      const group = Array.from({ length: Math.min(left, openedAtOnce) }, () =>
        WaitingConnection.open(options),
      );
      this.#connections.push(...(await Promise.all(group)));
    }
    await this.#untilArrived();
  }

  async #untilArrived(): Promise<void> {
    if (this.#missing === 0) return;
    const timer = setTimeout(
      () => this.#fail(new Error(`${this.#missing} callers still wait`)),
      patienceMs,
    );
    try {
      await new Promise<void>((resolve, reject) => {
        this.#arrived = resolve;
        this.#fail = reject;
      });
    } finally {
      clearTimeout(timer);
      this.#fail = () => {};
    }
  }
}

const clients = new WaitingClients();
const parent = programParent();
parent.onMessage((message) => {
  clients.obey(clientCommand.parse(message)).then(
    (report) => parent.send(report),
    (error: unknown) => parent.send({ kind: 'failed', reason: String(error) }),
  );
});
parent.send({ kind: 'ready' });
