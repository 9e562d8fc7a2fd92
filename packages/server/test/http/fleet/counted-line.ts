import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Traffic of a line so far. */
export interface Traffic {
  /** Number of commands sent. */
  readonly commands: number;
  /**
   * Number of times the node waited for a response before it sent the next command: commands sent together count once.
   */
  readonly roundTrips: number;
}

/** Delay of responses, in ms: longer than sending commands that do not wait for them, so that waiting ones show. */
const responsesTakeMs = 10;

/** Beginning of a command in the protocol of Redis: a list of texts, each preceded by its length. */
const commandHead = /(?=\*\d+\r\n\$\d+\r\n)/;

/**
 * Writes of a node in the background without a waiting caller: rows of the request log, last uses of keys, its sign of
 * life.
 */
const byTheWay = /\}:(?:call-order|user-uses|node:)/;

/** A slow line to Redis that counts its traffic. */
export class CountedLine {
  readonly #target: string;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  #commands = 0;
  #roundTrips = 0;

  private constructor(target: string) {
    this.#target = target;
  }

  /** `target`: the socket Redis listens on. */
  static async open(target: string): Promise<CountedLine> {
    const line = new CountedLine(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the line is closed');
    return `redis://127.0.0.1:${address.port}`;
  }

  /**
   * Most frequent traffic of an act: occasional background writes of a node affect only some of several runs, and
   * commands sent during them do not count as waiting.
   */
  async usualOf(times: number, act: (time: number) => Promise<unknown>): Promise<Traffic> {
    const seen = new Map<string, number>();
    let usual: Traffic = { commands: 0, roundTrips: 0 };
    let mostOften = 0;
    for (let time = 0; time < times; time += 1) {
      const [commands, roundTrips] = [this.#commands, this.#roundTrips];
      await act(time);
      const sent = {
        commands: this.#commands - commands,
        roundTrips: this.#roundTrips - roundTrips,
      };
      const name = `${sent.commands} in ${sent.roundTrips}`;
      const often = (seen.get(name) ?? 0) + 1;
      seen.set(name, often);
      if (often > mostOften) [usual, mostOften] = [sent, often];
    }
    return usual;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        this.#sockets.delete(socket);
      });
    }
    let isAnswered = true;
    near.on('data', (piece) => {
      far.write(piece);
      const sent = piece.toString('latin1').split(commandHead);
      const commands = sent.filter((command) => !byTheWay.test(command)).length;
      if (commands === 0) return;
      this.#commands += commands;
      if (isAnswered) this.#roundTrips += 1;
      isAnswered = false;
    });
    let order = Promise.resolve();
    far.on('data', (piece) => {
      const arrival = pause(responsesTakeMs);
      order = order.then(async () => {
        await arrival;
        isAnswered = true;
        near.write(piece);
      });
    });
  }
}
