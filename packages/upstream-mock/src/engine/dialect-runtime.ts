import { type ReadSubject, ruleRead } from '../state/rule-read.ts';
import type { RuledRead } from '../faults/rule.ts';
import {
  type ProviderReply,
  type ProviderResponse,
  withRetryAfter,
} from '../http/provider-request.ts';
import { disturbedReply, type ReadWords, ruledReply } from '../replies/ruled-reply.ts';
import { type UnprovenWords, unprovenReply } from '../replies/unproven-reply.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import { hasVanished } from '../job/reported-job.ts';
import type { ProviderState, WireNaming } from '../state/provider-state.ts';
import type { SubmissionRefusal } from '../state/refusal.ts';
import type { Admission, CredentialCodes, CredentialReading } from './authorization.ts';
import { type ErrorRow, type ErrorWords, rowOf } from './provider-error.ts';

/** Provider-specific wording of common outcomes. */
export interface Dialect {
  /** Name of the personality, which identifies its jobs. */
  readonly wire: string;
  readonly errors: ErrorWords;
  /** The id of a task from 24 hexadecimal digits. */
  taskId(digits: string): string;
  error(row: ErrorRow): ProviderResponse;
  /** Response to an accepted submission. */
  accepted(job: MockJob): ProviderResponse;
  /** Response to an accepted submission, without the task's id. */
  acceptedWithoutId(job: MockJob): ProviderResponse;
  /** Delayed response to a caller that waits for the job; absent = callers do not wait. */
  readonly late?: (job: MockJob) => Promise<ProviderReply>;
  /** Half of a response to an accepted submission. */
  readonly garbled: string;
  /** Time after acceptance for which tasks can be read, before scaling, in ms; absent = always. */
  readonly reportedMs?: number;
  /** Response for a task that is not found. */
  unknownTask(job: MockJob): ProviderResponse;
}

/** Operations about which a rule decides before anything is done. */
type RuledResponse = Exclude<RuledRead, 'cancel'>;

/** Subject of a request for the conditions of rules. */
export type RuledAbout = Pick<ReadSubject, 'job' | 'key'>;

/** Common behaviour of all personalities: intake of submissions and disturbed reads, in the provider's wording. */
export interface DialectRuntime {
  /** A documented error, by its code. */
  refuse(code: string, message?: string): ProviderResponse;
  /** Authenticates a call; `codes`: errors that replace that of a refused login. */
  admit(credential: CredentialReading, codes?: CredentialCodes): Admission;
  /**
   * Accepts a submission or refuses it.
   *
   * @param again - response to a key that was used before, unless a token allows its reuse
   */
  submit(
    account: string,
    submission: MockSubmission,
    again?: (earlier: MockJob) => ProviderResponse,
  ): Promise<ProviderReply>;
  /** The job of this id, if it belongs to this account and API. */
  ownJob(account: string, id: string): MockJob | undefined;
  /** Response to a read of a job that a rule or its tokens disturb this time. */
  disturbedRead(job: MockJob): ProviderReply | undefined;
  /** Response of a rule to another request; call it before anything is done. */
  ruled(op: RuledResponse, account: string, about?: RuledAbout): ProviderReply | undefined;
  /** Cancels or deletes a job by `act`, unless a rule makes it fail, before or after it takes effect. */
  cancel(job: MockJob, act: () => ProviderReply | Promise<ProviderReply>): Promise<ProviderReply>;
  /** True if the job appears in lists and searches. */
  isListed(job: MockJob): boolean;
  /** The account's jobs that appear in lists, latest first. */
  listed(account: string): readonly MockJob[];
}

export function createDialectRuntime(world: ProviderState, manner: Dialect): DialectRuntime {
  return new Desk(world, manner);
}

class Desk implements DialectRuntime {
  readonly #world: ProviderState;
  readonly #manner: Dialect;

  constructor(world: ProviderState, manner: Dialect) {
    this.#world = world;
    this.#manner = manner;
  }

  refuse(code: string, message?: string): ProviderResponse {
    const row = rowOf(this.#manner.errors, code);
    return this.#manner.error(message === undefined ? row : { ...row, message });
  }

  admit(credential: CredentialReading, codes: CredentialCodes = {}): Admission {
    const { login, forbidden } = this.#manner.errors.codeOf;
    const refused = (code: string) => ({ kind: 'refused', reply: this.refuse(code) }) as const;
    if (credential.kind !== 'account') return refused(codes.missing ?? login);
    switch (this.#world.account(credential.account).login) {
      case 'valid':
        return { kind: 'admitted', account: credential.account };
      case 'expired':
        return refused(codes.expired ?? login);
      case 'banned':
        return refused(forbidden);
    }
  }

  async submit(
    account: string,
    submission: MockSubmission,
    again?: (earlier: MockJob) => ProviderResponse,
  ): Promise<ProviderReply> {
    const { wire } = this.#manner;
    const naming: WireNaming = {
      taskId: (digits) => this.#manner.taskId(digits),
      isNamed: again !== undefined,
    };
    const sent = { ...submission, wire };
    const repeated = again === undefined ? undefined : this.#repeated(account, sent, again);
    if (repeated !== undefined) return repeated;
    const outcome = this.#world.submit(account, sent, naming);
    if (outcome.kind === 'refused') return this.#worded(outcome.refusal);
    await this.#world.flushed();
    if (outcome.kind === 'unproven')
      return unprovenReply(outcome, this.#unprovenWords(), this.#world.clock);
    const { job } = outcome;
    if (this.#manner.late !== undefined) return await this.#manner.late(job);
    return { ...this.#manner.accepted(job), sent: () => this.#world.markAnswered(job.id) };
  }

  /** Response to a key that was used before; undefined for a new one, and if a token allows its reuse. */
  #repeated(
    account: string,
    sent: MockSubmission,
    again: (earlier: MockJob) => ProviderResponse,
  ): ProviderResponse | undefined {
    const [earlier] = this.#world.findSubmission(account, sent.correlationId, sent.wire);
    if (earlier === undefined || this.#world.mayRepeat(account, sent)) return undefined;
    const reply = again(earlier);
    this.#world.noteRepeat(account, sent, reply.status < 300 ? earlier : null);
    return reply;
  }

  ownJob(account: string, id: string): MockJob | undefined {
    const job = this.#world.find(id);
    const { requestHistory } = this.#world;
    if (job?.wire !== this.#manner.wire) return undefined;
    if (job.account !== account) {
      requestHistory.see(requestHistory.foreignReads, id);
      return undefined;
    }
    requestHistory.exchanges.asks('status', id);
    return this.#isReported(job) ? job : undefined;
  }

  disturbedRead(job: MockJob): ProviderReply | undefined {
    // Also if it was looked up by its own id.
    this.#world.requestHistory.exchanges.asks('status', job.id);
    const reply =
      this.ruled('status', job.account, { job }) ??
      disturbedReply(job, this.#words(job), this.#world);
    return reply;
  }

  ruled(op: RuledResponse, account: string, about: RuledAbout = {}): ProviderReply | undefined {
    const { wire } = this.#manner;
    const fault = ruleRead(this.#world, op, { account, wire, ...about });
    return fault === undefined ? undefined : ruledReply(fault, this.#words(about.job), this.#world);
  }

  async cancel(
    job: MockJob,
    act: () => ProviderReply | Promise<ProviderReply>,
  ): Promise<ProviderReply> {
    const { account } = job;
    const fault = ruleRead(this.#world, 'cancel', { account, wire: this.#manner.wire, job });
    if (fault === undefined) return await act();
    if (fault.isDone === true) await act();
    return ruledReply(fault, this.#words(job), this.#world);
  }

  isListed(job: MockJob): boolean {
    const { clock } = this.#world;
    const now = clock.now();
    const lagMs = clock.scaled(job.instructions.listLagMs ?? 0);
    return job.acceptedAt + lagMs <= now && !hasVanished(job, now);
  }

  listed(account: string): readonly MockJob[] {
    this.#world.requestHistory.lists(account);
    return [...this.#world.jobs({ account, wire: this.#manner.wire })]
      .filter(({ id }) => this.#world.find(id) !== undefined)
      .filter((job) => this.isListed(job) && this.#isReported(job))
      .toReversed();
  }

  #isReported({ acceptedAt }: MockJob): boolean {
    const { clock } = this.#world;
    const { reportedMs } = this.#manner;
    return reportedMs === undefined || clock.now() < acceptedAt + clock.scaled(reportedMs);
  }

  #worded({ kind, message, retryAfterMs, code }: SubmissionRefusal): ProviderResponse {
    const { errors } = this.#manner;
    const { rows, codeOf } = errors;
    if (code !== undefined && !rows.some((row) => row.code === code)) {
      const known = rows.map((row) => row.code).join(', ');
      return this.refuse(codeOf.invalid, `refuse-code accepts ${known}`);
    }
    const { waitMs } = rowOf(errors, code ?? codeOf[kind]);
    const refusal = code === undefined ? this.refuse(codeOf[kind], message) : this.refuse(code);
    return withRetryAfter(refusal, waitMs === undefined ? retryAfterMs : this.#asked(waitMs));
  }

  #asked(waitMs: number): number {
    const { clock, requestHistory } = this.#world;
    const asked = clock.scaled(waitMs);
    requestHistory.exchanges.asksToWait(asked);
    return asked;
  }

  #words(job: MockJob | undefined): ReadWords {
    const { errors, garbled } = this.#manner;
    return {
      refuse: (kind, waitMs) => withRetryAfter(this.refuse(errors.codeOf[kind]), waitMs),
      errorIn200: () => this.#errorIn200(),
      missing: () =>
        job === undefined ? this.refuse(errors.codeOf.invalid) : this.#manner.unknownTask(job),
      garbled,
    };
  }

  #unprovenWords(): UnprovenWords {
    const { errors } = this.#manner;
    return {
      ...this.#manner,
      unlisted: () => this.#manner.error(errors.unlisted),
      errorIn200: () => this.#errorIn200(),
    };
  }

  #errorIn200(): ProviderResponse {
    const { errors } = this.#manner;
    return this.#manner.error({ ...rowOf(errors, errors.codeOf.invalid), status: 200 });
  }
}
