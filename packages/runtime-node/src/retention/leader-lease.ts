import type { Clock, KeyValueStore } from '@filmgate/core';

/** A turn in work that one of several processes on a store does for all of them. */
export interface LeaderLease {
  /** Takes or renews the turn for `forMs` from now; returns false while another process has it. */
  take(forMs: number): Promise<boolean>;
  /** Releases the turn, so that another process need not wait for its end. Does nothing without the turn. */
  giveBack(): Promise<void>;
}

interface Turn {
  readonly holder: string;
  readonly until: number;
}

/** `<end of the turn in ms since 1970> <holder>` */
function printTurn({ holder, until }: Turn): string {
  return `${until} ${holder}`;
}

function parseTurn(text: string): Turn {
  const position = text.indexOf(' ');
  const until = Number(text.slice(0, position));
  if (position < 1 || !Number.isSafeInteger(until)) throw new Error(`A turn is damaged: ${text}`);
  return { until, holder: text.slice(position + 1) };
}

/**
 * Creates a turn stored as one key-value entry. A process that dies loses it when it expires. It decides who begins,
 * and is no lock: two clocks that differ may let two begin, so the work must be safe to do twice.
 */
export function createLeaderLease(input: {
  readonly values: Pick<KeyValueStore, 'get' | 'putAllIf'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Purpose of the turn, for example `upkeep`. */
  readonly name: string;
  /** Unique per process start. */
  readonly holder: string;
}): LeaderLease {
  const { values, clock, holder } = input;
  const name = `turn|${input.name}`;
  const put = (until: number, over: string | undefined): Promise<boolean> =>
    values.putAllIf({
      values: new Map([[name, printTurn({ holder, until })]]),
      expected: { name, value: over },
    });
  return {
    async take(forMs) {
      const text = await values.get(name);
      const now = clock.now();
      if (text !== undefined) {
        const known = parseTurn(text);
        if (known.holder !== holder && known.until > now) return false;
      }
      return put(now + forMs, text);
    },
    async giveBack() {
      const text = await values.get(name);
      if (text === undefined || parseTurn(text).holder !== holder) return;
      await put(0, text);
    },
  };
}
