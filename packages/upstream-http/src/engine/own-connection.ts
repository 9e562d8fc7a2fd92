import { buildConnector } from 'undici';
import { NotSent } from './transport.ts';

/**
 * The connection of one submission. Whatever goes wrong before it is handed over (no such name, refused, TLS not agreed,
 * too late, given up) is proof that nothing was sent: application data follows the handshake (RFC 8446 §2). Afterwards
 * an error proves nothing: a host can also become unreachable when the request has left.
 */
export class OwnConnection {
  readonly connect: buildConnector.connector;
  #isHandedOver = false;
  #isShut = false;

  /** `mayStart` is asked when the connection stands. */
  constructor(mayStart: () => boolean, timeoutMs: number) {
    const connect = buildConnector({ timeout: timeoutMs, allowH2: false });
    this.connect = (options, done) => {
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null && (this.#isShut || !mayStart())) {
          socket.destroy();
          done(new NotSent('the time to send ran out while connecting'), null);
          return;
        }
        if (error === null) this.#isHandedOver = true;
        done(...result);
      });
    };
  }

  /** Whether a byte may have left. If not, none will any more. */
  mayHaveSent(): boolean {
    this.#isShut = true;
    return this.#isHandedOver;
  }
}
