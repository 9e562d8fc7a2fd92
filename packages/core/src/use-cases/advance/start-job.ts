import { type AccountChoice, chooseForJob } from '../../account/choose-account.ts';
import { costOn } from '../../account/cost-on.ts';
import { isPinnedAccountGone } from '../../account/is-pinned-account-gone.ts';
import { modelSlotsOf } from '../../account/model-room.ts';
import { canarySent } from '../../account/lesson-of.ts';
import { correlationIdOf } from '../../job/correlation-ids.ts';
import type { JobEvent } from '../../job/job-event.ts';
import { callPossiblySent } from './adopt-response.ts';
import { adoptEarlierSubmission } from './adopt-earlier-submission.ts';
import { endIfErased } from './end-if-erased.ts';
import { bookOf, type StepResult, type Work } from './work.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { type Preparation, prepareSubmission } from './prepare-submission.ts';
import { refuseStaging } from './refuse-submission.ts';
import { saveDispatch, submitJob } from './submit-job.ts';
import { upstreamOf } from './upstream-of.ts';

/** How soon to look again when an account must first become free, in ms. */
const waitForAccountMs = 1_000;
/** However long the accounts cool: one may be added meanwhile, in ms. */
const longestWaitMs = 15_000;

/** For an operator to act, who has as long as a provider has for a job. */
function awaitConfiguration(work: Work, refusals: AccountChoice['refusals']): Promise<StepResult> {
  const deadlineAt = work.ports.clock.now() + work.options.jobDeadlineMs;
  return saveEvent(work, { kind: 'configuration-missing', refusals, deadlineAt });
}

type Chosen = Extract<AccountChoice, { readonly kind: 'chosen' }>;
type Waiting = Extract<AccountChoice, { readonly kind: 'wait' }>;

/** What becomes of a job when no submission could be made on the chosen account. */
function withoutSubmission(
  work: Work,
  { account, refusals }: Chosen,
  preparation: Exclude<Preparation, { readonly kind: 'prepared' }>,
): Promise<StepResult> {
  switch (preparation.kind) {
    case 'given-up':
      return releaseUntil(work, work.ports.clock.now());
    case 'not-staged':
      return refuseStaging(work, preparation.error, account.id);
    case 'not-prepared': {
      const { kind: reason, detail } = preparation;
      const all = [...refusals, { accountId: account.id, reason, detail }];
      return awaitConfiguration(work, all);
    }
  }
}

async function dispatchTo(work: Work, choice: Chosen): Promise<StepResult> {
  const { account, open, refusals } = choice;
  const upstream = await upstreamOf(work, account.id);
  if (upstream === undefined) return awaitConfiguration(work, refusals);
  const adopted = await adoptEarlierSubmission(work);
  if (adopted !== undefined) return adopted;
  const correlationId = correlationIdOf(work.job);
  const { route, size: expectedSize } = open;
  const preparation = await prepareSubmission(work, { upstream, route, correlationId });
  if (preparation.kind !== 'prepared') return withoutSubmission(work, choice, preparation);
  // A search and the staging of references take as long as they take.
  const erased = await endIfErased(work);
  if (erased !== undefined) return erased;
  const outcome = await saveDispatch(work, {
    accountId: account.id,
    route: { provider: route.provider, model: route.model },
    expectedSize,
    cost: costOn(account, route, { job: work.job, book: bookOf(work) }),
    submission: preparation.submission,
    correlationId,
    refusals,
    ...learntOf(work, choice),
  });
  switch (outcome.kind) {
    case 'recorded':
      // With the secret of now: one that is given from here on is known to be newer than the submission.
      return submitJob(outcome.work, (await upstreamOf(outcome.work, account.id)) ?? upstream);
    case 'stale':
      return outcome;
    case 'already-recorded':
      return callPossiblySent(work);
    case 'no-room':
      return releaseUntil(work, work.ports.clock.now());
  }
}

/** What was learnt about the account, as far as it bounds or ends with this job. */
function learntOf(
  { job, ports }: Work,
  { account, open }: Chosen,
): Pick<Extract<JobEvent, { kind: 'account-chosen' }>, 'endsCooling' | 'within' | 'canary'> {
  const now = ports.clock.now();
  const { family } = job.request;
  const within = modelSlotsOf(account, { family, model: open.route.model }, now);
  return {
    endsCooling: (account.coolingUntil ?? 0) > now,
    ...(within === undefined ? {} : { within }),
    ...(account.condition === 'exhausted' ? { canary: canarySent(account, now) } : {}),
  };
}

/** The first wait and the last one before a known end are worth a step in the trail; looks in between are not. */
async function wait(work: Work, { until, refusals }: Waiting): Promise<StepResult> {
  const now = work.ports.clock.now();
  const dueAt = Math.min(until ?? now + waitForAccountMs, now + longestWaitMs);
  if (work.job.version > 1 && dueAt !== until) return releaseUntil(work, dueAt);
  return saveEvent(work, { kind: 'no-account', until: dueAt, refusals });
}

/** Chooses an account for a queued job, makes the exact submission, records its dispatch and sends it. */
export async function startJob(work: Work): Promise<StepResult> {
  const erased = await endIfErased(work);
  if (erased !== undefined) return erased;
  const { job, ports } = work;
  const loads = await ports.storage.accounts.loads();
  if (isPinnedAccountGone(job.request, loads)) return saveEvent(work, { kind: 'account-gone' });
  const choice = chooseForJob(job, { loads, book: bookOf(work) }, ports.clock.now());
  switch (choice.kind) {
    case 'chosen':
      return dispatchTo(work, choice);
    case 'wait':
      return wait(work, choice);
    case 'configuration-needed':
      return awaitConfiguration(work, choice.refusals);
  }
}

/** A job that an earlier release prepared in an act of its own and did not send: its account is chosen again. */
export function startAgain(work: Work): Promise<StepResult> {
  const reason = 'it was prepared by an earlier release, and not sent';
  return saveEvent(work, { kind: 'account-withdrawn', reason });
}
