import type { Job } from '../job/job.ts';

/** True if nothing has happened to the job yet, so that it can be accepted: it waits, and its price is reserved. */
export function isNewJob({ state, version, quota, credit, price }: Job): boolean {
  const waits = state === 'queued' || state === 'awaiting_configuration';
  const isUntouched = version === 1 && quota === 'reserved' && credit === 'none';
  return waits && isUntouched && Number.isSafeInteger(price) && price >= 0;
}
