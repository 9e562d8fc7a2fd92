/** A status read of one job. */
export interface StatusRead {
  /** Its exchange. */
  readonly entry: number;
  /** By the mock's clock and by the real one, ms since 1970. */
  readonly at: number;
  readonly realAt: number;
  /** Whether the job had not ended. */
  readonly isOpen: boolean;
  /** Whether the caller was told that it had. */
  readonly reportsEnd: boolean;
  /** How long the answer asked the caller to wait, in ms; null when it did not. */
  readonly waitMs: number | null;
}

/** How the status reads of one job followed each other. Of each offence it keeps how bad it got, and one exchange that shows it. */
export interface PollTally {
  readonly at: number;
  readonly realAt: number;
  readonly waitMs: number | null;
  /** Reads in a row that came sooner after the one before than the wire allows. */
  readonly hurried: number;
  readonly mostHurried: number;
  readonly hurriedEntry: number;
  /** The widest pause that such reads fell short of, in ms: the speed of the clock may change. */
  readonly leastPauseMs: number;
  /** Whether the caller was told the end. */
  readonly knowsEnd: boolean;
  /** Reads since, unless it went for the file. */
  readonly afterEnd: number;
  readonly mostAfterEnd: number;
  readonly afterEndEntry: number;
  /** Reads that came before the wait was over that the one before asked for. */
  readonly impatient: number;
  readonly impatientEntry: number;
}

/** What is no hurry between two reads of an open job, before scaling, in ms. */
const usualPauseMs = 200;

/** Runway asks for 5 s (docs.dev.runwayml.com, read 2026-11-25); its own client scatters its pauses from 4.5 s on. */
const pausesMs: ReadonlyMap<string, number> = new Map([['runway', 4_400]]);

/** How far apart two reads of an open job should be on a wire, before scaling, in ms. */
export function leastPauseOf(wire: string): number {
  return pausesMs.get(wire) ?? usualPauseMs;
}

/** Timers end a little early, and two clocks are read one after the other, in ms. */
export const slackMs = 10;

/**
 * How long a caller waited between two of its requests, in ms: by the clock that says more. A clock that stands still or was moved
 * does not accuse a caller who really waited, nor the other way round.
 */
export function waited(
  from: { readonly at: number; readonly realAt: number },
  to: { readonly at: number; readonly realAt: number },
): number {
  return Math.max(to.at - from.at, to.realAt - from.realAt);
}

const begin: Omit<PollTally, 'at' | 'realAt' | 'waitMs' | 'knowsEnd'> = {
  hurried: 0,
  mostHurried: 0,
  hurriedEntry: 0,
  leastPauseMs: 0,
  afterEnd: 0,
  mostAfterEnd: 0,
  afterEndEntry: 0,
  impatient: 0,
  impatientEntry: 0,
};

/** The tally after one more read. `leastPauseMs`: how far apart reads of an open job should be. */
export function addRead(
  tally: PollTally | null,
  read: StatusRead,
  leastPauseMs: number,
): PollTally {
  const { at, realAt, waitMs, entry } = read;
  if (tally === null) return { ...begin, at, realAt, waitMs, knowsEnd: read.reportsEnd };
  const pause = waited(tally, read);
  const hurried = read.isOpen && pause < leastPauseMs ? tally.hurried + 1 : 0;
  const afterEnd = tally.knowsEnd ? tally.afterEnd + 1 : 0;
  const isImpatient = tally.waitMs !== null && pause < tally.waitMs - slackMs;
  return {
    at,
    realAt,
    waitMs,
    hurried,
    mostHurried: Math.max(hurried, tally.mostHurried),
    hurriedEntry: hurried > tally.mostHurried ? entry : tally.hurriedEntry,
    leastPauseMs: hurried > 0 ? Math.max(leastPauseMs, tally.leastPauseMs) : tally.leastPauseMs,
    knowsEnd: tally.knowsEnd || read.reportsEnd,
    afterEnd,
    mostAfterEnd: Math.max(afterEnd, tally.mostAfterEnd),
    afterEndEntry: afterEnd > tally.mostAfterEnd ? entry : tally.afterEndEntry,
    impatient: tally.impatient + (isImpatient ? 1 : 0),
    impatientEntry: isImpatient ? entry : tally.impatientEntry,
  };
}

/** The tally after the caller went for the file: a status read before that renews a link, and is right. */
export function addFetch(tally: PollTally): PollTally {
  return { ...tally, afterEnd: 0 };
}
