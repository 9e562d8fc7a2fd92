import { z } from 'zod';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { saveEvent } from './save-event.ts';
import { describeUpstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

const handleSchema: z.ZodType<UpstreamHandle> = z.object({ version: z.number(), value: z.json() });

/** The receipt recorded for the job's present submission, if its sender got so far. */
export async function recordedReceipt({ job, ports }: Work): Promise<UpstreamHandle | undefined> {
  const dispatches = await ports.storage.reader.dispatches(job.id);
  const dispatch = dispatches.find(({ correlationId }) => correlationId === job.correlationId);
  if (dispatch?.handle === undefined || dispatch.handle === null) return undefined;
  return handleSchema.parse(JSON.parse(dispatch.handle));
}

/**
 * A marked job whose sender is gone: with a receipt it is accepted, without one its outcome is unknown. It is never sent again (I6).
 */
export async function recoverDispatch(work: Work): Promise<StepResult> {
  const { ports, options } = work;
  const handle = await recordedReceipt(work);
  const now = ports.clock.now();
  if (handle !== undefined) {
    return saveEvent(work, {
      kind: 'accepted',
      handle,
      deadlineAt: now + options.jobDeadlineMs,
      pollAt: now,
    });
  }
  const { reconcileAfterMs } = await describeUpstreamOf(work);
  return saveEvent(work, {
    kind: 'outcome-lost',
    detail: 'the sender stopped between the mark and the receipt',
    lookAgainAt: now + (reconcileAfterMs ?? options.unknownSlotMs),
  });
}
