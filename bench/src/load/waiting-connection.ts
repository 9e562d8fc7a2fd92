import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sent one request and waits for what comes. */
export class WaitingConnection {
  readonly #socket: Socket;
  readonly #onMark: () => void;
  #mark: string | null;
  #received = '';

  private constructor(
    socket: Socket,
    { mark, onMark }: { readonly mark: string | null; readonly onMark: () => void },
  ) {
    this.#socket = socket;
    this.#mark = mark;
    this.#onMark = onMark;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
  }

  static async open(options: {
    readonly port: number;
    readonly request: string;
    readonly mark: string | null;
    readonly onMark: () => void;
    readonly onFault: (error: Error) => void;
  }): Promise<WaitingConnection> {
    const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    socket.on('error', options.onFault);
    socket.on('end', () => options.onFault(new Error('the server closed a connection')));
    socket.write(options.request, 'latin1');
    return new WaitingConnection(socket, options);
  }

  /** What it received since it last expected something. */
  get received(): string {
    return this.#received;
  }

  expect(mark: string): void {
    this.#received = '';
    this.#mark = mark;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    if (this.#mark === null || !this.#received.includes(this.#mark)) return;
    this.#mark = null;
    this.#onMark();
  }
}
