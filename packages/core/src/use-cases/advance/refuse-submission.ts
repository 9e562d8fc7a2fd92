import type { Account, AccountLoad } from '../../account/account.ts';
import { type AccountChoice, chooseAccount, demandOf } from '../../account/choose-account.ts';
import { type LearnedLimit, withLearnedLimit } from '../../account/learned.ts';
import { learnedLimitOf } from '../../account/learned-limit-of.ts';
import type { ProvenRefusal } from '../../job/job-event.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { routerOf, type StepResult, type StepContext } from './step-context.ts';
import { saveEvent } from './save-event.ts';

/** Bounds on the cooling of an account after a refusal that passes with time, in ms [pool.cooling]. */
const shortestCoolingMs = 1_000;
const longestCoolingMs = 3_600_000;
/** Cooling when the provider does not say how long. */
const defaultCoolingMs = 30_000;

/** Saves a classified refusal: nothing was submitted, so another route or account may be tried. */
export async function refuseSubmission(
  context: StepContext,
  error: UpstreamError,
): Promise<StepResult> {
  const loads = await context.ports.storage.accounts.loads();
  reportLost(context, error, loads);
  return saveEvent(context, {
    kind: 'refused',
    ...refusalBy(context.job.accountId, { context, error, loads }),
  });
}

/** Like `refuseSubmission`, for an account to which the material of the submission could not be uploaded. */
export async function refuseStaging(
  context: StepContext,
  error: UpstreamError,
  accountId: string,
): Promise<StepResult> {
  const loads = await context.ports.storage.accounts.loads();
  const refusal = refusalBy(accountId, { context, error, loads });
  return saveEvent(context, { kind: 'not-staged', accountId, ...refusal });
}

/** Reports to the operator that an account gets no more work: its login or its credits are gone. */
function reportLost(
  { job, ports }: StepContext,
  { kind, scope, detail }: UpstreamError,
  loads: readonly AccountLoad[],
): void {
  if ((kind !== 'login' && kind !== 'credits') || scope !== 'account' || job.refusals > 0) return;
  const load = loads.find(({ account }) => account.id === job.accountId);
  if (load === undefined) return;
  const { id, label, endpoint } = load.account;
  const facts = { account: id, label, endpoint, job: job.id, reason: detail };
  ports.log.warn(kind === 'login' ? 'account-login-refused' : 'account-out-of-credits', facts);
}

interface Refused {
  readonly context: StepContext;
  readonly error: UpstreamError;
  readonly loads: readonly AccountLoad[];
}

/** Returns where a job may continue that this account refused. */
function refusalBy(accountId: string | null, { context, error, loads }: Refused): ProvenRefusal {
  const { job, ports } = context;
  // Read with nothing awaited before the decision: both must be by one clock, or a clock that is set in between shows a
  // long wait.
  const now = ports.clock.now();
  const asked = error.retryAfterMs ?? defaultCoolingMs;
  const retryAt = now + Math.min(longestCoolingMs, Math.max(shortestCoolingMs, asked));
  const demand = demandOf(job, routerOf(context));
  const without = (accounts: readonly string[], pool = loads): readonly Account[] => {
    const excluded = [...job.refusedBy, ...accounts];
    return mayTake(chooseAccount(pool, { ...demand, excluded }, now), pool);
  };
  const refusing = accountId === null ? [] : [accountId];
  const elsewhere = without(refusing).length > 0;
  const refusedBy = [...job.refusedBy, ...refusing];
  const wholeEndpoints = accountsBeside(refusedBy, loads);
  // One more account of an endpoint may do what the first did not; after that, or where the endpoint itself refused,
  // another endpoint is tried.
  const excluded =
    error.scope === 'endpoint' || job.refusedBy.length > 0 ? wholeEndpoints : refusedBy;
  const passOver = without(wholeEndpoints).length > 0 ? { passOver: excluded } : {};
  // A submission that was never made does not show which model was refused.
  const load = job.accountId === null ? undefined : loads.find(isOn(job.accountId));
  const taught = learnFrom(context, { load, error, retryAt }, now);
  const byOtherRoute =
    taught?.learnedLimit.kind === 'away' && without([], [taught.load]).length > 0;
  return {
    error,
    elsewhere,
    retryAt,
    ...passOver,
    ...(taught === undefined ? {} : { learnedLimit: taught.learnedLimit, byOtherRoute }),
  };
}

function isOn(accountId: string): (load: AccountLoad) => boolean {
  return ({ account }) => account.id === accountId;
}

interface Refusing {
  /** The account that refused; undefined when it is gone. */
  readonly load: AccountLoad | undefined;
  readonly error: UpstreamError;
  readonly retryAt: number;
}

/** Returns the limit that the refusal teaches, and the account with that limit; undefined where it teaches nothing. */
function learnFrom(
  { job }: Pick<StepContext, 'job'>,
  { load, error, retryAt }: Refusing,
  now: number,
): { readonly learnedLimit: LearnedLimit; readonly load: AccountLoad } | undefined {
  if (load === undefined || job.route === null) return undefined;
  const { account, busyByModel } = load;
  const making = { family: job.request.family, model: job.route.model };
  const isFirst = job.refusals === 0;
  const learnedLimit = learnedLimitOf(error, { account, making, isFirst, retryAt }, now);
  if (learnedLimit === null) return undefined;
  const learned = withLearnedLimit(
    account.learned,
    learnedLimit,
    (model) => busyByModel[model] ?? 0,
  );
  return { learnedLimit, load: { ...load, account: { ...account, learned } } };
}

/** Returns these accounts and all others of their endpoints. */
function accountsBeside(ids: readonly string[], loads: readonly AccountLoad[]): readonly string[] {
  const named = loads.filter(({ account }) => ids.includes(account.id));
  const endpoints = new Set(named.map(({ account }) => account.endpoint));
  const there = loads.filter(({ account }) => endpoints.has(account.endpoint));
  return [...new Set([...ids, ...there.map(({ account }) => account.id)])];
}

/** Returns the account that would accept the job now, or those that would with a free slot. */
function mayTake(choice: AccountChoice, loads: readonly AccountLoad[]): readonly Account[] {
  if (choice.kind === 'chosen') return [choice.account];
  if (choice.kind === 'configuration-needed') return [];
  const busy = choice.refusals.filter(({ reason }) => reason === 'busy' || reason === 'model-busy');
  const ids = new Set(busy.map(({ accountId }) => accountId));
  return loads.map(({ account }) => account).filter(({ id }) => ids.has(id));
}
