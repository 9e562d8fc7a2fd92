import { nextReconcileAt } from '../../job/backoff.ts';
import type { Doubt } from '../../job/doubt.ts';
import { isReportedAlready, type LeftToPerson } from '../../job/left-to-person.ts';
import { unknownSlotEnd } from '../../job/unknown-slot-end.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Pause before a job that is left to a person is checked again, in ms: the obstacle may disappear without one. */
export const leftLookMs = 3_600_000;

/**
 * Returns when a job that cannot be queried needs attention once more, to release its slot. If that is further away
 * than possible, the clock was set back meanwhile; then it is now.
 */
export function slotExpiry({ job, options, ports }: StepContext): number | null {
  const { unknownSlotMs } = options;
  const expiry = unknownSlotEnd(job, unknownSlotMs);
  if (expiry === null) return null;
  const now = ports.clock.now();
  return expiry - now > 2 * unknownSlotMs ? now : expiry;
}

/** Returns when to query an unknown outcome again: growing pauses, and when its slot is to be released. */
export function nextLook(context: StepContext, firstMs: number): number {
  const next = nextReconcileAt(context.job, firstMs, context.ports.clock.now());
  const expiry = slotExpiry(context);
  return expiry === null ? next : Math.min(next, expiry);
}

/**
 * Further queries cannot help now. They continue, rarely, because the obstacle may disappear without a person. The
 * trail does not repeat a reason.
 *
 * @param doubt - the checks it rests on where its provider denies it
 */
export async function leaveToPerson(
  context: StepContext,
  left: LeftToPerson,
  doubt: Doubt | null = null,
): Promise<StepResult> {
  const { job, ports } = context;
  const dueAt = slotExpiry(context) ?? ports.clock.now() + leftLookMs;
  const isReported = isReportedAlready(await ports.storage.reader.trail(job.id), left);
  if (isReported && job.readFailures === 0) return releaseUntil(context, dueAt);
  if (!isReported && left.because === 'doubled') reportDouble(context, left.candidates ?? 0);
  return saveEvent(context, { kind: 'cannot-be-asked', ...left, isReported, doubt, dueAt });
}

/** A provider that makes two of one submission may charge for both, whatever becomes of the job. */
export function reportDouble(
  { ports, job }: Pick<StepContext, 'ports' | 'job'>,
  pieces: number,
): void {
  const error = new Error('A provider has several tasks of one submission.');
  const { id, accountId: account, correlationId: correlation } = job;
  ports.log.error('work-doubled', error, { job: id, account, correlation, pieces });
}
