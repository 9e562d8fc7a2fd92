import {
  type AuditEntry,
  type Clock,
  type Logger,
  allJobsQuery,
  checkInstant,
  type StorageBundle,
} from '@filmgate/core';

/** The clock shows `to`, and only `from` is confirmed; ms since 1970. */
export interface TimeJump {
  readonly from: number;
  readonly to: number;
}

/**
 * The trusted time, for data that is removed by its age: the newest confirmed instant, which the store keeps, plus the
 * time elapsed since on a clock that cannot be set. On a shared store the clock is that of its server. A clock more
 * than an hour ahead of the trusted time is trusted when an operator confirms it; until then the trusted time continues
 * from elapsed time alone.
 */
export interface TimeWatch {
  /** Starts periodic checks; returns at once. */
  start(): void;
  /** Ends after the running check. Safe to repeat. */
  stop(): Promise<void>;
  /** Checks now. Returns the instant, ms since 1970, by which data counts as old. */
  look(): Promise<number>;
  /** Unconfirmed jump at the last check; null when the clock is trusted. */
  jump(): TimeJump | null;
  /** Confirms the clock, with an audit entry in the same transaction; null when there is nothing to confirm. */
  confirm(entry: (jump: TimeJump) => AuditEntry): Promise<TimeJump | null>;
}

export interface TimeWatchInput {
  readonly storage: Pick<StorageBundle, 'values' | 'reader' | 'serverTime'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Key of the newest confirmed instant in the store. */
const trustedTimeKey = 'trusted-time';

/** Pause between two checks, and minimum advance of an instant before it is written, in ms. */
const checkEveryMs = 60_000;
const noteAfterMs = 30_000;

export function createTimeWatch(input: TimeWatchInput): TimeWatch {
  return new StoredTimeWatch(input);
}

interface Look {
  /** Instant in the store; undefined where none is stored yet. */
  readonly stored: string | undefined;
  /** Instant on the clock. */
  readonly reported: number;
  /** The trusted time. */
  readonly at: number;
  readonly jump: TimeJump | null;
}

class StoredTimeWatch implements TimeWatch {
  readonly #input: TimeWatchInput;
  readonly #stopping = new AbortController();
  #loop = Promise.resolve();
  /** The last instant that this process confirmed, and its time on the clock that cannot be set. */
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
    this.#report(look.jump);
    // A clock of this node that is behind the server's removes less, not more.
    return Math.min(look.at, look.reported, this.#input.clock.now());
  }

  async confirm(entry: (jump: TimeJump) => AuditEntry): Promise<TimeJump | null> {
    for (;;) {
      const look = await this.#see();
      const { jump, reported } = look;
      if (jump === null) {
        this.#report(null);
        return null;
      }
      if (!(await this.#put(look, reported, { audit: entry(jump) }))) continue;
      this.#anchor = { at: reported, monotonicMs: this.#input.clock.monotonicMs() };
      this.#report(null);
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
      await clock.sleep(checkEveryMs, this.#stopping.signal);
    }
  }

  async #see(): Promise<Look> {
    const { storage, clock } = this.#input;
    const stored = await storage.values.get(trustedTimeKey);
    const reported = (await storage.serverTime?.()) ?? clock.now();
    const newest =
      stored === undefined ? await firstTrusted(storage.reader, reported) : readInstant(stored);
    const elapsed =
      this.#anchor === null
        ? Number.NEGATIVE_INFINITY
        : this.#anchor.at + (clock.monotonicMs() - this.#anchor.monotonicMs);
    const checked = checkInstant(reported, { newest, elapsed });
    if (checked.kind === 'trusted') return { stored, reported, at: checked.at, jump: null };
    const { from, to } = checked;
    return { stored, reported, at: from, jump: { from, to } };
  }

  async #note(look: Look, at: number): Promise<void> {
    this.#anchor = { at, monotonicMs: this.#input.clock.monotonicMs() };
    const known = look.stored === undefined ? null : readInstant(look.stored);
    // Another, faster node read the clock as well; a confirmed instant must not be overwritten.
    if (known === null || Math.abs(at - known) >= noteAfterMs) await this.#put(look, at, {});
  }

  #put({ stored }: Look, at: number, audited: { readonly audit?: AuditEntry }): Promise<boolean> {
    return this.#input.storage.values.putAllIf({
      values: new Map([[trustedTimeKey, String(Math.floor(at))]]),
      expected: { name: trustedTimeKey, value: stored },
      ...audited,
    });
  }

  #report(jump: TimeJump | null): void {
    const former = this.#jump;
    this.#jump = jump;
    const { log } = this.#input;
    if (jump !== null && former === null) {
      const [from, to] = [jump.from, jump.to].map((at) => new Date(at).toISOString());
      log.error(
        'time-jumped',
        new Error(
          `The clock is at ${to}, but the newest trusted time is ${from}: expired data is not removed until the clock is confirmed.`,
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
 * Initial trusted time while the store keeps none: its oldest job, as later ones may have been made after a jump of the
 * clock. A store without jobs trusts the clock.
 */
async function firstTrusted(
  reader: Pick<StorageBundle['reader'], 'list'>,
  reported: number,
): Promise<number> {
  const page = await reader.list({ ...allJobsQuery, owner: null, order: 'oldest-first', limit: 1 });
  const oldest = page.kind === 'page' ? page.jobs[0] : undefined;
  return oldest?.createdAt ?? reported;
}
