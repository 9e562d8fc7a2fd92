import { factsOf } from '@filmgate/provider-facts';

/** A status read of one job. */
export interface StatusRead {
  /** Id of its exchange. */
  readonly entry: number;
  /** By the mock's clock and by the real one, in ms since 1970. */
  readonly at: number;
  readonly realAt: number;
  /** True if the job had not ended. */
  readonly isOpen: boolean;
  /** True if the response reported the end. */
  readonly reportsEnd: boolean;
  /** Wait requested by the response, in ms; null if none. */
  readonly waitMs: number | null;
}

/** Timing of the status reads of one job. For each fault it keeps the worst case, and one exchange as evidence. */
export interface PollTally extends Pick<StatusRead, 'at' | 'realAt' | 'waitMs'> {
  /** Consecutive reads with a shorter interval than the API allows. */
  readonly hurried: number;
  readonly mostHurried: number;
  readonly hurriedEntry: number;
  /** Longest required interval that those reads fell short of, in ms: the speed of the clock may change. */
  readonly leastPauseMs: number;
  /** True if the end was reported to the caller. */
  readonly knowsEnd: boolean;
  /** Reads since then, unless it requested the file. */
  readonly afterEnd: number;
  readonly mostAfterEnd: number;
  readonly afterEndEntry: number;
  /** Reads before the wait requested by the previous response was over. */
  readonly impatient: number;
  readonly impatientEntry: number;
}

/** Minimum interval between two reads of an open job, before scaling, in ms. */
const usualPauseMs = 200;

/** Minimum interval between two reads of an open job over an API, before scaling, in ms. */
export function leastPauseOf(wire: string): number {
  return factsOf(wire)?.minimumPollMs ?? usualPauseMs;
}

/** Timers end a little early, and two clocks are read one after the other, in ms. */
export const slackMs = 10;

type Instants = Pick<StatusRead, 'at' | 'realAt'>;

/**
 * Interval between two requests of a caller, in ms, by the clock that shows more time. A stopped or moved clock does
 * not accuse a caller that really waited, and a caller that moved the clock has waited, too.
 */
export function waited(from: Instants, to: Instants): number {
  return Math.max(to.at - from.at, to.realAt - from.realAt);
}

const begin = {
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

/** Adds a read to the tally. `leastPauseMs`: minimum interval between reads of an open job. */
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

/** Adds a request for the file to the tally: a status read before it renews a link, and is correct. */
export function addFetch(tally: PollTally): PollTally {
  return { ...tally, afterEnd: 0 };
}
