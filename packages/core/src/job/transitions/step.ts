import type { LearnedLimit, ModelSlots } from '../../account/learned.ts';
import type { JsonValue } from '../../json/json-value.ts';
import type { CostUnit } from '../../model/route.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';
import { creditMoves, quotaMoves } from '../../store-rules/money-moves.ts';
import type { AccountPenalty, CreditMove, JobEffect, QuotaMove } from '../job-effect.ts';
import type { JobFailure } from '../job-failure.ts';
import type { Job, Warning } from '../job.ts';
import { paidFor, type Spend, spendOf } from '../spend.ts';
import { reportedUsage } from '../reported-facts.ts';
import type { TrailKind } from '../trail-kind.ts';

/** The next job and the effects to save with it. */
export interface Step {
  readonly job: Job;
  readonly effects: readonly JobEffect[];
}

type Detail = { readonly [key: string]: JsonValue };

/** Fields a transition may change; version and `updatedAt` follow automatically, identity and request never change. */
export type JobChanges = Partial<
  Omit<
    Job,
    'id' | 'owner' | 'surface' | 'request' | 'price' | 'version' | 'createdAt' | 'updatedAt'
  >
>;

/** Collects the changes and effects of one transition, so that a job field and its effect can never disagree. */
export class StepBuilder {
  readonly #from: Job;
  readonly #now: number;
  /** Instant of the change; never before the previous one, or a clock that is behind would age the job too early. */
  readonly at: number;
  #effects: readonly JobEffect[] = [];
  #changes: JobChanges = {};

  constructor(from: Job, now: number) {
    this.#from = from;
    this.#now = now;
    this.at = Math.max(now, from.updatedAt);
  }

  /** The job with the changes so far: requesting one move twice makes it once. */
  get #current(): Job {
    return { ...this.#from, ...this.#changes };
  }

  /** Returns the amount of a movement of the account's money in the job's present state. */
  #amount(move: CreditMove): { readonly amount: number; readonly unit: CostUnit } {
    const { unit, estimate } = spendOf(this.#current);
    const amount = move === 'settle' || move === 'return' ? paidFor(this.#current) : estimate;
    return { amount, unit };
  }

  set(changes: JobChanges): this {
    this.#changes = { ...this.#changes, ...changes };
    return this;
  }

  /** Adds the trail step: once for each transition. */
  trail(what: TrailKind, detail: Detail = {}): this {
    return this.#add({ kind: 'trail', entry: { at: this.#now, what, detail } });
  }

  #add(...effects: readonly JobEffect[]): this {
    this.#effects = [...this.#effects, ...effects];
    return this;
  }

  /** Moves the owner's money; skips a move that was made already. */
  quota(move: QuotaMove): this {
    const target = quotaMoves[move].to;
    if (this.#current.quota === target) return this;
    this.#add({ kind: 'quota', move, amount: this.#from.price });
    return this.set({ quota: target });
  }

  /** Closes or holds the account's credits, from their present state: never closes credits that are not open. */
  credit(move: Exclude<CreditMove, 'reserve' | 'correct'>): this {
    const { accountId, credit } = this.#current;
    const { from, to } = creditMoves[move];
    if (accountId === null || !from.includes(credit)) return this;
    this.#add({ kind: 'credit', move, accountId, ...this.#amount(move) });
    return this.set({ credit: to });
  }

  /** Records the provider's charge for its work, at the reported amount; without a report, the estimate. */
  paid(said: UpstreamUsage | undefined): this {
    const { accountId, credit } = this.#current;
    const before = paidFor(this.#current);
    if (said !== undefined) {
      const usage = reportedUsage(said);
      const spend = spendOf(this.#current);
      const counts = usage.unit === spend.unit && Number.isSafeInteger(usage.amount);
      const isKnown = counts && usage.amount >= 0 && accountId !== null;
      // A report that confirms what was settled moves nothing: no movement could record it.
      const isOpen = credit === 'reserved' || credit === 'held';
      const mayMove = isOpen || (credit === 'settled' && usage.amount !== before);
      this.set({
        spend: { ...spend, usage, actual: isKnown && mayMove ? usage.amount : spend.actual },
      });
    }
    const amount = paidFor(this.#current) - before;
    if (accountId === null || credit !== 'settled' || amount === 0) return this.credit('settle');
    const { unit } = spendOf(this.#current);
    this.#add({ kind: 'credit', move: 'correct', accountId, amount, unit });
    return this;
  }

  /** Records the provider's figures of work that cost nothing. */
  reported(said: UpstreamUsage | undefined): this {
    if (said === undefined) return this;
    return this.set({ spend: { ...spendOf(this.#current), usage: reportedUsage(said) } });
  }

  /** Ends an account's cooling, whatever its record says: an account that is used again is not cooling. */
  endCooling(accountId: string): this {
    const penalty = { kind: 'cooling', until: this.#now } as const;
    this.#add({ kind: 'penalise', accountId, penalty });
    return this;
  }

  /** Sends the job to probe if the account is still exhausted. */
  asProbeJob(accountId: string, learnedLimit: LearnedLimit): this {
    this.#add({ kind: 'learn', accountId, learnedLimit });
    return this;
  }

  takeAccount(
    accountId: string,
    cost: Pick<Spend, 'unit' | 'estimate' | 'charges'>,
    within?: ModelSlots,
  ): this {
    this.set({ accountId, holdsSlot: true, spend: { ...cost, actual: null, usage: null } });
    this.#add(
      { kind: 'slot', move: 'take', accountId, ...(within === undefined ? {} : { within }) },
      { kind: 'credit', move: 'reserve', accountId, ...this.#amount('reserve') },
    );
    return this.set({ credit: 'reserved' });
  }

  releaseSlot(): this {
    const { accountId, holdsSlot } = this.#current;
    if (accountId === null || !holdsSlot) return this;
    this.#add({ kind: 'slot', move: 'release', accountId });
    return this.set({ holdsSlot: false });
  }

  penalise(penalty: AccountPenalty): this {
    const { accountId } = this.#from;
    if (accountId !== null) this.#add({ kind: 'penalise', accountId, penalty });
    return this;
  }

  /** Records a limit learned from a refusal by the job's account. */
  learn(learnedLimit: LearnedLimit): this {
    const { accountId } = this.#from;
    if (accountId !== null) this.#add({ kind: 'learn', accountId, learnedLimit });
    return this;
  }

  accountSucceeded(): this {
    const { accountId, route, request } = this.#from;
    if (accountId === null) return this;
    const making = route === null ? null : { family: request.family, model: route.model };
    this.#add({ kind: 'account-succeeded', accountId, making });
    return this;
  }

  accountErred(): this {
    const { accountId } = this.#from;
    if (accountId !== null) this.#add({ kind: 'account-erred', accountId });
    return this;
  }

  endpoint(evidence: 'answered' | 'unavailable' | 'doubtful'): this {
    const { accountId } = this.#from;
    if (accountId !== null) this.#add({ kind: 'endpoint', accountId, evidence });
    return this;
  }

  warn(warnings: readonly Warning[]): this {
    return warnings.length === 0
      ? this
      : this.set({ warnings: [...this.#from.warnings, ...warnings] });
  }

  /** Ends the job as failed: frees its slot and clears its due time. The caller decides about money. */
  fail(failure: JobFailure): this {
    const { code } = failure;
    this.#effects = this.#effects.map((effect) =>
      effect.kind === 'trail'
        ? { ...effect, entry: { ...effect.entry, detail: { ...effect.entry.detail, code } } }
        : effect,
    );
    return this.releaseSlot().set({
      state: 'failed',
      failure,
      doubt: null,
      completedAt: this.at,
      dueAt: null,
    });
  }

  build(): Step {
    const job: Job = Object.freeze({
      ...this.#from,
      ...this.#changes,
      version: this.#from.version + 1,
      updatedAt: this.at,
    });
    return { job, effects: this.#effects };
  }
}
