import { connect, type Socket } from 'node:net';

export interface ConnectionOptions {
  readonly port: number;
  readonly readBytes: number;
  readonly onResponse: (response: { readonly isSuccess: boolean }) => void;
  readonly onFault: (error: Error) => void;
}

const firstDigitOfStatus = 'HTTP/1.1 '.length;

/** An HTTP/1.1 connection with at most one request in flight; responses must state their length. */
export class KeepAliveConnection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #head = '';
  /** Bytes of the body still to come; -1 while the head is incomplete. */
  #missing = -1;
  #received = 0;
  #isSuccess = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const buffer = Buffer.allocUnsafeSlow(options.readBytes);
    const callback = (length: number): boolean => {
      this.#take(buffer, length);
      return true;
    };
    this.#socket = connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback },
    });
    this.#socket.on('error', options.onFault);
    this.#socket.on('end', () => options.onFault(new Error('the server closed a connection')));
  }

  onceConnected(listener: () => void): void {
    this.#socket.once('connect', listener);
  }

  /** Bytes received so far, heads included. */
  get receivedBytes(): number {
    return this.#received;
  }

  send(request: string): void {
    this.#head = '';
    this.#missing = -1;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(buffer: Buffer, length: number): void {
    this.#received += length;
    if (this.#missing === -1) {
      if (!this.#readHead(buffer, length)) return;
    } else {
      this.#missing -= length;
    }
    if (this.#missing > 0) return;
    this.#options.onResponse({ isSuccess: this.#isSuccess });
  }

  /** Returns false if the head continues in the next read. */
  #readHead(buffer: Buffer, length: number): boolean {
    const before = this.#head.length;
    this.#head += buffer.toString('latin1', 0, Math.min(length, 2048));
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return false;
    const status = this.#head.slice(firstDigitOfStatus, firstDigitOfStatus + 3);
    this.#isSuccess = status.startsWith('2') || status === '304';
    // RFC 9110 §15.4.5: it ends after its head.
    if (status === '304') this.#missing = 0;
    else this.#missing = this.#statedLength(end) - (length - (end + 4 - before));
    return true;
  }

  #statedLength(end: number): number {
    const ours = this.#head.indexOf('ontent-length: ');
    const at = ours === -1 ? this.#head.indexOf('ontent-Length: ') : ours;
    if (at === -1 || at > end) {
      this.#options.onFault(new Error('a response does not state its length'));
      return 0;
    }
    const start = at + 'ontent-length: '.length;
    return Number(this.#head.slice(start, this.#head.indexOf('\r\n', start)));
  }
}
