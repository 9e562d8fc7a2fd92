import { nextReconcileAt } from '../../job/backoff.ts';
import type { Doubt } from '../../job/doubt.ts';
import { isToldAlready, type LeftToPerson } from '../../job/left-to-person.ts';
import { unknownSlotEnd } from '../../job/unknown-slot-end.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import type { StepResult, Work } from './work.ts';

/** How soon a job is looked at again that is left to a person, in ms: what stands in the way may go away by itself. */
export const leftLookMs = 3_600_000;

/**
 * When a job that cannot be asked about needs attention once more, to free its slot. If that is further away than
 * possible, the clock was set back meanwhile; then it is now.
 */
export function slotExpiry({ job, options, ports }: Work): number | null {
  const { unknownSlotMs } = options;
  const expiry = unknownSlotEnd(job, unknownSlotMs);
  if (expiry === null) return null;
  const now = ports.clock.now();
  return expiry - now > 2 * unknownSlotMs ? now : expiry;
}

/** When to ask about an unknown outcome again: further apart each time, and when its slot is to be freed. */
export function nextLook(work: Work, firstMs: number): number {
  const next = nextReconcileAt(work.job, firstMs, work.ports.clock.now());
  const expiry = slotExpiry(work);
  return expiry === null ? next : Math.min(next, expiry);
}

/**
 * Asking teaches nothing more now. It goes on, rarely, because what stands in the way may go away by itself. What its trail says already is
 * not said again.
 *
 * @param doubt - the looks it rests on where its provider denies it
 */
export async function leaveToPerson(
  work: Work,
  left: LeftToPerson,
  doubt: Doubt | null = null,
): Promise<StepResult> {
  const { job, ports } = work;
  const dueAt = slotExpiry(work) ?? ports.clock.now() + leftLookMs;
  const isTold = isToldAlready(await ports.storage.reader.trail(job.id), left);
  if (isTold && job.readFailures === 0) return releaseUntil(work, dueAt);
  if (!isTold && left.because === 'doubled') tellDouble(work, left.candidates ?? 0);
  return saveEvent(work, { kind: 'cannot-be-asked', ...left, isTold, doubt, dueAt });
}

/** A provider that makes two of one submission may charge for both, whatever becomes of the job. */
export function tellDouble({ ports, job }: Pick<Work, 'ports' | 'job'>, pieces: number): void {
  const error = new Error('A provider has several pieces of work of one submission.');
  const { id, accountId: account, correlationId: correlation } = job;
  ports.log.error('work-doubled', error, { job: id, account, correlation, pieces });
}
