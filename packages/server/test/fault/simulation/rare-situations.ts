/**
 * Rare situations in which promises break. Each has to occur at least once in every 2,000 histories: a situation that
 * never occurs is not tested.
 */
export const rareSituations = [
  'absence proven',
  'account removed while it has work',
  'clock set ahead by days',
  'clock set back by an hour with work in flight',
  'creation is told key-conflict',
  'creation is told quota-exhausted',
  'creation is told unauthorised',
  'deadline passed',
  'denied for more than an hour',
  'copy started while the original works',
  'drain longer than a lease',
  'video cut off',
  'video fetched for the fourth time',
  'video fetched when its host is down for an hour',
  'video fetched while its host is down',
  'video garbled once',
  'finished at once',
  'gateway below forgot work in flight',
  'handle of other work given',
  'held money given back',
  'held money paid',
  'job of an erased user refused',
  'job removed by retention',
  'killed while it sends',
  'link to a video had expired',
  'outcome ruled',
  'paused while it sends',
  'quota exactly full',
  'refused for good',
  'refused three times',
  'refused, and tried again',
  'replay while it is sent',
  'result store refuses while a video is staged',
  'said to be finished, then to have failed',
  'said to have failed, then to be finished',
  'replay while it is unknown',
  'search came before the list showed the work',
  'sender died before it was told',
  'sender that was taken over is told that it is accepted',
  'sender that was taken over is told that it is refused',
  'slot of unknown work given up',
  'spool full at a start',
  'store down while something is sent',
  'store went back to a-moment-ago',
  'store went back to the-backup',
  'stored file cut',
  'stored file deleted',
  'submission repeated, and remembered',
  'submission repeated, and the first to arrive',
  'taken over while its sender waits',
  'unknown work found',
  'user erased with work in flight',
  'work asked for with a wrong secret',
  'work failed at the upstream',
  'work forgotten by its provider is asked for',
  'work found after its slot was given up',
] as const;

/** Situations that are rarer still: counted and printed. */
export const seldomSituations = [
  'account withdrawn',
  'no account to be had',
  'receipt used that a dead sender kept',
] as const;

/** Situations that each search of long lives on the embedded store must reach. */
export const situationsOfLongLives = [
  'key taken during an index run',
  'retention of the newest job',
] as const;

export type RareSituation =
  | (typeof rareSituations)[number]
  | (typeof seldomSituations)[number]
  | (typeof situationsOfLongLives)[number];

/** Situations that occurred in one history. */
export class RareSituations {
  readonly seen = new Set<RareSituation>();

  note(situation: RareSituation): void {
    this.seen.add(situation);
  }
}
