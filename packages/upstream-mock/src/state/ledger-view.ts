import type { AcceptedAttempt } from '../records/exchange.ts';
import { isKey } from '../job/logical-key.ts';
import type { AccountCounts } from './account-tally.ts';
import { chargeAt, type MockJob, type MockJobState, stateAt } from '../job/mock-job.ts';
import type { LedgerCounts, LedgerEntry, LedgerView } from './ledger.ts';
import type { ProviderState } from './provider-state.ts';

/** Filter of entries: `contains` is part of the prompt, the others are fields of these names. */
export interface LedgerFilter {
  readonly contains?: string | undefined;
  readonly account?: string | undefined;
  readonly correlation_id?: string | undefined;
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly wire?: string | undefined;
  readonly state?: MockJobState | undefined;
  readonly answered?: boolean | undefined;
  /** A logical key, or the name in it. */
  readonly key?: string | undefined;
}

/** Page of the matching jobs: `limit` of them from position `from` on, in order of acceptance. */
export interface LedgerPage {
  readonly limit: number;
  /** Position among all jobs of the space, which later jobs do not change. */
  readonly from: number;
}

export const wholeLedger: LedgerPage = { limit: Number.POSITIVE_INFINITY, from: 0 };

/** Jobs that match the filter. Entries are built only for the page, and counts of whole accounts are not recounted. */
export function viewLedger(
  world: ProviderState,
  filter: LedgerFilter,
  { limit, from } = wholeLedger,
): LedgerView {
  const { accepted } = world.requestHistory;
  const now = world.clock.now();
  const matches = matching(filter, now);
  const { account, ...others } = filter;
  const isOfAccount = Object.values(others).every((value) => value === undefined);
  const counts = isOfAccount
    ? totals(world.accounts.counts(account))
    : tallied(accepted.filter(matches), now);
  const jobs: LedgerEntry[] = [];
  for (const [position, attempt] of accepted.entries()) {
    if (position < from || !matches(attempt)) continue;
    if (jobs.length === limit) return { ...counts, jobs, next_cursor: String(position) };
    jobs.push({ ...entryOf(attempt, now), ...callbacksOf(attempt, world) });
  }
  return { ...counts, jobs };
}

function totals({ accepted, running, failed, taken }: AccountCounts): LedgerCounts {
  const completed = accepted - running - failed;
  return { accepted, running, completed, failed, charged_credits: taken };
}

function tallied(attempts: readonly AcceptedAttempt[], now: number): LedgerCounts {
  const { length: accepted } = attempts;
  const tally = { accepted, running: 0, completed: 0, failed: 0, charged_credits: 0 };
  for (const { job } of attempts) {
    const state = stateAt(job, now);
    tally[state === 'queued' ? 'running' : state] += 1;
    tally.charged_credits += chargeAt(job, now);
  }
  return tally;
}

function matching(filter: LedgerFilter, now: number): (attempt: AcceptedAttempt) => boolean {
  const { contains, account, correlation_id: correlationId, id, model, wire } = filter;
  const { state, answered, key } = filter;
  return ({ key: ownKey, means, job }) =>
    (account === undefined || account === job.account) &&
    (correlationId === undefined || correlationId === job.correlationId) &&
    (id === undefined || id === job.id) &&
    (model === undefined || model === job.model) &&
    (wire === undefined || wire === job.wire) &&
    (contains === undefined || job.prompt.includes(contains)) &&
    (state === undefined || state === stateAt(job, now)) &&
    (answered === undefined || answered === (means === 'accepted')) &&
    (key === undefined || isKey(ownKey, key));
}

function entryOf(attempt: AcceptedAttempt, now: number): LedgerEntry {
  const { key, number, job, means, reads, downloads, sha256: result } = attempt;
  return {
    id: job.id,
    correlation_id: job.correlationId,
    logical_key: key,
    attempt: number,
    account: job.account,
    prompt: job.prompt,
    state: stateAt(job, now),
    accepted_at: new Date(job.acceptedAt).toISOString(),
    answered: means === 'accepted',
    model: job.model,
    wire: job.wire,
    charged_credits: chargeAt(job, now),
    money: moneyOf(job, now),
    reads,
    downloads,
    result_sha256: result,
    references: job.references.map(({ role, sha256, size }) => ({ role, sha256, size })),
  };
}

function callbacksOf({ job }: AcceptedAttempt, { callbacks }: Pick<ProviderState, 'callbacks'>) {
  if (job.callback === undefined) return {};
  return { callbacks: callbacks.ofJob(job.id).filter(({ isTaken }) => isTaken).length };
}

function moneyOf(job: MockJob, now: number): LedgerEntry['money'] {
  const at = (instant: number) => new Date(instant).toISOString();
  const taken = { at: at(job.acceptedAt), why: 'accepted', credits: -job.charge } as const;
  const credits = job.charge - chargeAt(job, now);
  if (credits === 0) return [taken];
  const why = job.canceledAt === undefined ? 'failed' : 'canceled';
  return [taken, { at: at(job.endsAt), why, credits }];
}
