import { chooseAccount } from '../../account/choose-account.ts';
import { demandOf } from '../../account/demand-of.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { bookOf } from './book-of.ts';
import { saveEvent } from './save-event.ts';
import type { StepResult, Work } from './work.ts';

/** Bounds on how long an account cools after a refusal that passes with time, in ms (decisions §2). */
const shortestCoolingMs = 1_000;
const longestCoolingMs = 3_600_000;
/** When the upstream does not say how long. */
const defaultCoolingMs = 30_000;

/** Saves a classified refusal: nothing was submitted, so another account may be tried. */
export async function refuseSubmission(work: Work, error: UpstreamError): Promise<StepResult> {
  const { job, ports } = work;
  const loads = await ports.storage.accounts.loads();
  // Read with nothing awaited before the decision: one clock must tell both, or one that is set in between tells a long wait.
  const now = ports.clock.now();
  const asked = error.retryAfterMs ?? defaultCoolingMs;
  const retryAt = now + Math.min(longestCoolingMs, Math.max(shortestCoolingMs, asked));
  const excluded = job.accountId === null ? job.refusedBy : [...job.refusedBy, job.accountId];
  const demand = { ...demandOf(job, bookOf(work)), excluded };
  const choice = chooseAccount(loads, demand, now);
  const elsewhere =
    choice.kind === 'chosen' ||
    (choice.kind === 'wait' && choice.refusals.some(({ reason }) => reason === 'busy'));
  return saveEvent(work, { kind: 'refused', error, elsewhere, retryAt });
}
