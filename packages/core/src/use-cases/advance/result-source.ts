import { declineSource } from '../../blob/receive-blob.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpenResultOutcome, ResumeResult } from '../../ports/upstream-client.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { ConnectionPace } from './connection-pace.ts';

export type OpenedResult = Extract<OpenResultOutcome, { readonly kind: 'opened' }>;

/** Reopens the result where it ended; undefined when that failed. The connection lasts as long as the signal. */
export type Reopen = (
  resume: ResumeResult,
  connection: AbortSignal,
) => Promise<OpenResultOutcome | undefined>;

interface Connection {
  readonly opened: OpenedResult;
  readonly connection: AbortController;
}

type ConnectionEnd = 'whole' | 'broken' | 'crawled';

/** Consecutive connections that bring nothing before the copy is aborted. */
const mostFruitless = 3;
const firstPauseMs = 1_000;

/** The result cannot be read to its end this time. */
class ResultBroken extends Error {
  override readonly name = 'ResultBroken';
}

interface ResultSourceInput {
  readonly first: OpenedResult;
  /** Ends the first connection. */
  readonly connection: AbortController;
  readonly reopen: Reopen;
  readonly clock: Clock;
  readonly limits: Pick<GatewayOptions, 'resultIdleMs' | 'resultMinBytesPerSecond'>;
  /** Signal of the copy as a whole. */
  readonly signal: AbortSignal;
  readonly onReached: (bytes: number) => void;
}

/**
 * Yields the bytes of a result in order: after a connection that breaks, falls silent or crawls, another resumes if the
 * host can for the very same bytes. Throws `ResultBroken` if it cannot, or after several connections without bytes.
 */
export class ResultSource implements AsyncIterable<Uint8Array> {
  readonly #input: ResultSourceInput;
  #reached = 0;
  #endedShort = false;

  constructor(input: ResultSourceInput) {
    this.#input = input;
  }

  /** Bytes received before the source itself ended the result early; null when it did not. */
  get shortAt(): number | null {
    return this.#endedShort ? this.#reached : null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { first, signal, clock } = this.#input;
    let next: Connection | undefined = { opened: first, connection: this.#input.connection };
    let fruitless = 0;
    for (;;) {
      const before = this.#reached;
      const end = next === undefined ? 'broken' : yield* this.#readFrom(next);
      if (end === 'whole') return;
      fruitless = this.#reached > before && end !== 'crawled' ? 0 : fruitless + 1;
      const validator = first.validator ?? null;
      const isHopeless = validator === null || this.#reached === 0 || fruitless >= mostFruitless;
      if (isHopeless || signal.aborted) throw new ResultBroken('the download was interrupted');
      await clock.sleep(firstPauseMs * 2 ** fruitless, signal);
      next = await this.#openAgain(validator);
    }
  }

  /** Yields the bytes of one connection, without those received before. */
  async *#readFrom({ opened, connection }: Connection): AsyncGenerator<Uint8Array, ConnectionEnd> {
    const { clock, limits, onReached } = this.#input;
    const { body, length, startsAt = 0 } = opened;
    const pace = new ConnectionPace(clock, limits, connection);
    let position = startsAt;
    this.#endedShort = false;
    try {
      for await (const piece of pace.watch(body)) {
        const known = Math.max(0, this.#reached - position);
        position += piece.length;
        if (known >= piece.length) continue;
        this.#reached = position;
        onReached(position);
        yield known === 0 ? piece : piece.subarray(known);
      }
    } catch {
      return pace.crawled ? 'crawled' : 'broken';
    }
    this.#endedShort = length !== null && this.#reached < length;
    return this.#endedShort ? 'broken' : 'whole';
  }

  /** Opens a further connection to the same bytes; undefined when that fails now. */
  async #openAgain(validator: string): Promise<Connection | undefined> {
    const { reopen, first, signal } = this.#input;
    if (signal.aborted) return undefined;
    const connection = new AbortController();
    const opened = await reopen({ offset: this.#reached, validator }, connection.signal);
    if (opened?.kind !== 'opened') return undefined;
    const { startsAt = 0 } = opened;
    const isSame = opened.validator === validator && opened.length === first.length;
    if (isSame && startsAt <= this.#reached) return { opened, connection };
    connection.abort('refused');
    await declineSource(opened.body).catch(() => undefined);
    throw new ResultBroken('the result changed during the download');
  }
}
