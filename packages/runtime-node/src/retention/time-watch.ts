import {
  type AuditEntry,
  type Clock,
  type Logger,
  everyJob,
  judgeInstant,
  type StorageBundle,
} from '@filmgate/core';

/** The clock says `to`, and nothing else speaks for more than `from`; ms since 1970. */
export interface TimeJump {
  readonly from: number;
  readonly to: number;
}

/**
 * The trusted time, for whatever is removed by its age: the newest instant taken for true, which the store keeps, and what went
 * by since on a clock that cannot be set. On a shared store the clock is that of its server. A clock that runs ahead of it by more
 * than an hour is believed when it is confirmed; until then the trusted time goes on by itself.
 */
export interface TimeWatch {
  /** Looks now and then; returns at once. */
  start(): void;
  /** Ends after the look under way. Safe to repeat. */
  stop(): Promise<void>;
  /** Looks now. Gives the instant, ms since 1970, by which something may be called old. */
  look(): Promise<number>;
  /** What is not confirmed, as of the last look; null when the clock is believed. */
  jump(): TimeJump | null;
  /** Takes the clock for right, with an entry of the audit log in the same act; null when there is nothing to confirm. */
  confirm(entry: (jump: TimeJump) => AuditEntry): Promise<TimeJump | null>;
}

export interface TimeWatchInput {
  readonly storage: Pick<StorageBundle, 'values' | 'reader' | 'serverTime'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The key under which the store keeps the newest instant taken for true. */
const trustedTimeKey = 'time-witness';

/** Pause between two looks, and how much newer an instant must be to be written down, in ms. */
const lookEveryMs = 60_000;
const noteAfterMs = 30_000;

export function createTimeWatch(input: TimeWatchInput): TimeWatch {
  return new StoredTimeWatch(input);
}

interface Look {
  /** What the store keeps; undefined where it keeps nothing yet. */
  readonly stored: string | undefined;
  /** What the clock says. */
  readonly told: number;
  /** The trusted time. */
  readonly at: number;
  readonly jump: TimeJump | null;
}

class StoredTimeWatch implements TimeWatch {
  readonly #input: TimeWatchInput;
  readonly #stopping = new AbortController();
  #loop = Promise.resolve();
  /** The last instant this process took for true, and when that was on the clock that cannot be set. */
  #anchor: { readonly at: number; readonly monotonicMs: number } | null = null;
  #jump: TimeJump | null = null;
  #isFailing = false;

  constructor(input: TimeWatchInput) {
    this.#input = input;
  }

  start(): void {
    this.#loop = this.#lookForEver();
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    return this.#loop;
  }

  jump(): TimeJump | null {
    return this.#jump;
  }

  async look(): Promise<number> {
    const look = await this.#see();
    await this.#note(look, look.at);
    this.#tell(look.jump);
    // A clock of this node that is behind the server's removes less, not more.
    return Math.min(look.at, look.told, this.#input.clock.now());
  }

  async confirm(entry: (jump: TimeJump) => AuditEntry): Promise<TimeJump | null> {
    for (;;) {
      const look = await this.#see();
      const { jump, told } = look;
      if (jump === null) {
        this.#tell(null);
        return null;
      }
      if (!(await this.#put(look, told, { audit: entry(jump) }))) continue;
      this.#anchor = { at: told, monotonicMs: this.#input.clock.monotonicMs() };
      this.#tell(null);
      return jump;
    }
  }

  async #lookForEver(): Promise<void> {
    const { clock, log } = this.#input;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.look();
        this.#isFailing = false;
      } catch (error) {
        if (!this.#isFailing) log.error('time-not-looked-at', error);
        this.#isFailing = true;
      }
      await clock.sleep(lookEveryMs, this.#stopping.signal);
    }
  }

  async #see(): Promise<Look> {
    const { storage, clock } = this.#input;
    const stored = await storage.values.get(trustedTimeKey);
    const told = (await storage.serverTime?.()) ?? clock.now();
    const newest =
      stored === undefined ? await firstTrusted(storage.reader, told) : readInstant(stored);
    const elapsed =
      this.#anchor === null
        ? Number.NEGATIVE_INFINITY
        : this.#anchor.at + (clock.monotonicMs() - this.#anchor.monotonicMs);
    const judged = judgeInstant(told, { newest, elapsed });
    if (judged.kind === 'trusted') return { stored, told, at: judged.at, jump: null };
    const { from, to } = judged;
    return { stored, told, at: from, jump: { from, to } };
  }

  async #note(look: Look, at: number): Promise<void> {
    this.#anchor = { at, monotonicMs: this.#input.clock.monotonicMs() };
    const known = look.stored === undefined ? null : readInstant(look.stored);
    // Another node that is faster looked at the same clock; what was confirmed meanwhile must stand.
    if (known === null || Math.abs(at - known) >= noteAfterMs) await this.#put(look, at, {});
  }

  #put({ stored }: Look, at: number, audited: { readonly audit?: AuditEntry }): Promise<boolean> {
    return this.#input.storage.values.putAllIf({
      values: new Map([[trustedTimeKey, String(Math.floor(at))]]),
      expected: { name: trustedTimeKey, value: stored },
      ...audited,
    });
  }

  #tell(jump: TimeJump | null): void {
    const former = this.#jump;
    this.#jump = jump;
    const { log } = this.#input;
    if (jump !== null && former === null) {
      const [from, to] = [jump.from, jump.to].map((at) => new Date(at).toISOString());
      log.error(
        'time-jumped',
        new Error(
          `The clock says ${to}, and the newest trusted time is ${from}: nothing is removed for its age because of that until it is confirmed.`,
        ),
        { from: jump.from, to: jump.to },
      );
    } else if (jump === null && former !== null) log.info('time-believed');
  }
}

function readInstant(text: string): number {
  const instant = Number(text);
  if (!Number.isSafeInteger(instant))
    throw new Error(`The trusted time in the store is damaged: ${text}`);
  return instant;
}

/**
 * What speaks for the time while the store keeps none: its oldest job, as later ones may have been made after a jump of the clock. A store
 * without jobs believes the clock.
 */
async function firstTrusted(
  reader: Pick<StorageBundle['reader'], 'list'>,
  told: number,
): Promise<number> {
  const page = await reader.list({ ...everyJob, owner: null, order: 'oldest-first', limit: 1 });
  const oldest = page.kind === 'page' ? page.jobs[0] : undefined;
  return oldest?.createdAt ?? told;
}
