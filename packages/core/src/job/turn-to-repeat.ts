import type { Job } from './job.ts';

/** Longest call of a submission, in ms: an end further away was stated by a clock that is set back since. */
const longestCallMs = 3_600_000;
/** Used share of a key's life: the rest covers clocks that are wrong, or set back meanwhile. */
const usedShare = 0.5;
/** Longest use of a key, in ms: after a day an operator knows more than a further call would find. */
const longestUseMs = 86_400_000;

/** Returns true while a call of an unknown job's submission may be under way: its response can still decide. */
export function isBeingSent({ sendDeadlineAt }: Pick<Job, 'sendDeadlineAt'>, now: number): boolean {
  const leftMs = (sendDeadlineAt ?? now) - now;
  return leftMs > 0 && leftMs <= longestCallMs;
}

/** Turn of a lost submission to be sent again with its key. */
export type RepeatTurn =
  | { readonly kind: 'now' }
  /** The call before may not have ended: its late refusal would contradict the receipt of this one. */
  | { readonly kind: 'later'; readonly at: number }
  /**
   * The provider may have forgotten the key, and would take the submission for a new one; or the key is known to lead
   * to other work.
   */
  | { readonly kind: 'over' };

/**
 * Decides whether a lost submission may be sent again with its key.
 *
 * @param sentFrom - instant from which the first call can have arrived, ms since 1970
 * @param keyLifeMs - life of the key as its provider documents it
 */
export function turnToRepeat(
  { sendDeadlineAt }: Pick<Job, 'sendDeadlineAt'>,
  { sentFrom, keyLifeMs }: { readonly sentFrom: number; readonly keyLifeMs: number },
  now: number,
): RepeatTurn {
  const isKnown = Math.abs(now - sentFrom) <= Math.min(longestUseMs, keyLifeMs * usedShare);
  if (sendDeadlineAt === null || !isKnown) return { kind: 'over' };
  return isBeingSent({ sendDeadlineAt }, now)
    ? { kind: 'later', at: sendDeadlineAt }
    : { kind: 'now' };
}
