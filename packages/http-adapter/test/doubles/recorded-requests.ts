import { createHash } from 'node:crypto';
import type { RequestLikeness, RequestLogEntry } from '@filmgate/core';
import type { RequestLog } from '../../src/index.ts';
import { createCountingIds } from './counting-ids.ts';

/** A log of requests that records every row. */
export class RecordedRequests implements RequestLog {
  readonly rows: RequestLogEntry[] = [];
  /** The likeness of each request, by which it may share a row. */
  readonly likenesses: RequestLikeness[] = [];
  readonly ids = createCountingIds();
  readonly digest = {
    sha256: (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex'),
  };
  /** Time of the clock, in ms. */
  now = 1_750_000_000_000;
  areKept = false;
  readonly clock = { now: () => this.now, monotonicMs: () => this.now };
  readonly record: RequestLog['record'] = (entry, likeness) => {
    this.likenesses.push(likeness);
    this.#take(entry);
  };
  readonly keepsPrompts = (): boolean => this.areKept;
  readonly #awaited: (() => void)[] = [];

  /** Resolves when this many rows have arrived. */
  async until(rows: number): Promise<readonly RequestLogEntry[]> {
    while (this.rows.length < rows) {
      await new Promise<void>((resolve) => {
        this.#awaited.push(resolve);
      });
    }
    return this.rows;
  }

  #take(entry: RequestLogEntry): void {
    this.rows.push(entry);
    for (const resolve of this.#awaited.splice(0)) resolve();
  }
}
