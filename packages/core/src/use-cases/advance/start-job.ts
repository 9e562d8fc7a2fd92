import { type AccountChoice, chooseForJob } from '../../account/choose-account.ts';
import { costOn } from '../../account/cost-on.ts';
import { isPinnedAccountGone } from '../../account/is-pinned-account-gone.ts';
import { modelSlotsOf } from '../../account/model-room.ts';
import { probeJobSent } from '../../account/learned-limit-of.ts';
import { correlationIdOf } from '../../job/correlation-ids.ts';
import type { JobEvent } from '../../job/job-event.ts';
import { callPossiblySent } from './adopt-response.ts';
import { adoptEarlierSubmission } from './adopt-earlier-submission.ts';
import { endIfErased } from './end-if-erased.ts';
import { routerOf, type StepResult, type StepContext } from './step-context.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { type Preparation, prepareSubmission } from './prepare-submission.ts';
import { refuseStaging } from './refuse-submission.ts';
import { saveDispatch, submitJob } from './submit-job.ts';
import { upstreamOf } from './upstream-of.ts';

/** Pause before the next check when an account must first become free, in ms. */
const waitForAccountMs = 1_000;
/** Maximum pause while accounts cool, in ms: one may be added meanwhile. */
const longestWaitMs = 15_000;

/** Waits for an operator, who has as much time as a provider has for a job. */
function awaitConfiguration(
  context: StepContext,
  refusals: AccountChoice['refusals'],
): Promise<StepResult> {
  const deadlineAt = context.ports.clock.now() + context.options.jobDeadlineMs;
  return saveEvent(context, { kind: 'configuration-missing', refusals, deadlineAt });
}

type Chosen = Extract<AccountChoice, { readonly kind: 'chosen' }>;
type Waiting = Extract<AccountChoice, { readonly kind: 'wait' }>;

/** Decides on a job for which no submission could be made on the chosen account. */
function withoutSubmission(
  context: StepContext,
  { account, refusals }: Chosen,
  preparation: Exclude<Preparation, { readonly kind: 'prepared' }>,
): Promise<StepResult> {
  switch (preparation.kind) {
    case 'given-up':
      return releaseUntil(context, context.ports.clock.now());
    case 'not-staged':
      return refuseStaging(context, preparation.error, account.id);
    case 'not-prepared': {
      const { kind: reason, detail } = preparation;
      const all = [...refusals, { accountId: account.id, reason, detail }];
      return awaitConfiguration(context, all);
    }
  }
}

async function dispatchTo(context: StepContext, choice: Chosen): Promise<StepResult> {
  const { account, open, refusals } = choice;
  const upstream = await upstreamOf(context, account.id);
  if (upstream === undefined) return awaitConfiguration(context, refusals);
  const adopted = await adoptEarlierSubmission(context);
  if (adopted !== undefined) return adopted;
  const correlationId = correlationIdOf(context.job);
  const { route, size: expectedSize } = open;
  const preparation = await prepareSubmission(context, { upstream, route, correlationId });
  if (preparation.kind !== 'prepared') return withoutSubmission(context, choice, preparation);
  // A search and the staging of references may have taken long.
  const erased = await endIfErased(context);
  if (erased !== undefined) return erased;
  const outcome = await saveDispatch(context, {
    accountId: account.id,
    route: { endpoint: route.endpoint, model: route.model },
    expectedSize,
    cost: costOn(account, route, { job: context.job, book: routerOf(context) }),
    submission: preparation.submission,
    correlationId,
    refusals,
    ...learnedOf(context, choice),
  });
  switch (outcome.kind) {
    case 'recorded':
      // With the present secret: one that is set from here on is known to be newer than the submission.
      return submitJob(
        outcome.context,
        (await upstreamOf(outcome.context, account.id)) ?? upstream,
      );
    case 'stale':
      return outcome;
    case 'already-recorded':
      return callPossiblySent(context);
    case 'no-room':
      return releaseUntil(context, context.ports.clock.now());
  }
}

/** Returns the learned limits of the account that bound this job or end with it. */
function learnedOf(
  { job, ports }: StepContext,
  { account, open }: Chosen,
): Pick<Extract<JobEvent, { kind: 'account-chosen' }>, 'endsCooling' | 'within' | 'probeJob'> {
  const now = ports.clock.now();
  const { family } = job.request;
  const within = modelSlotsOf(account, { family, model: open.route.model }, now);
  return {
    endsCooling: (account.coolingUntil ?? 0) > now,
    ...(within === undefined ? {} : { within }),
    ...(account.condition === 'exhausted' ? { probeJob: probeJobSent(account, now) } : {}),
  };
}

/** The first wait and the last one before a known end are worth a step in the trail; checks in between are not. */
async function wait(context: StepContext, { until, refusals }: Waiting): Promise<StepResult> {
  const now = context.ports.clock.now();
  const dueAt = Math.min(until ?? now + waitForAccountMs, now + longestWaitMs);
  if (context.job.version > 1 && dueAt !== until) return releaseUntil(context, dueAt);
  return saveEvent(context, { kind: 'no-account', until: dueAt, refusals });
}

/** Chooses an account for a queued job, makes the exact submission, records its dispatch and sends it. */
export async function startJob(context: StepContext): Promise<StepResult> {
  const erased = await endIfErased(context);
  if (erased !== undefined) return erased;
  const { job, ports } = context;
  const loads = await ports.storage.accounts.loads();
  if (isPinnedAccountGone(job.request, loads)) return saveEvent(context, { kind: 'account-gone' });
  const choice = chooseForJob(job, { loads, book: routerOf(context) }, ports.clock.now());
  switch (choice.kind) {
    case 'chosen':
      return dispatchTo(context, choice);
    case 'wait':
      return wait(context, choice);
    case 'configuration-needed':
      return awaitConfiguration(context, choice.refusals);
  }
}

/** A job that an earlier release prepared in an act of its own and did not send: its account is chosen again. */
export function startAgain(context: StepContext): Promise<StepResult> {
  const reason = 'prepared by an earlier release, and not sent';
  return saveEvent(context, { kind: 'account-withdrawn', reason });
}
