import { errorOf, type ErrorFact, type RefusalKind } from '@filmgate/provider-facts';
import {
  type ProviderReply,
  type ProviderResponse,
  withRetryAfter,
} from '../http/provider-request.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { MockJob } from '../job/mock-job.ts';
import { hasVanished } from '../job/reported-job.ts';
import type { RuledRead } from '../faults/ruled-op.ts';
import { disturbedReply, type ReadWords, ruledReply } from '../replies/ruled-reply.ts';
import type { JobResults } from '../results/job-results.ts';
import { ResultLinks } from '../results/result-links.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { type ReadSubject, ruleRead } from '../state/rule-read.ts';
import type { PersonalityCall, PersonalityContext } from './personality.ts';
import { reportTask } from './report-task.ts';
import type { TaskReport, WireSpace } from './wire-call.ts';
import type { WireDescription } from './wire-description.ts';

/** The beginning of a response, which no client can read. */
export const brokenJson = '{"id":"';

/** A described API over the state of one space. */
export class EngineSpace implements WireSpace {
  readonly world: ProviderState;
  readonly results: JobResults;
  readonly links: ResultLinks;
  readonly hasDataLinks: boolean;
  readonly #description: WireDescription;

  constructor(
    { world, results, hasDataLinks = false }: PersonalityContext,
    description: WireDescription,
  ) {
    this.world = world;
    this.results = results;
    this.hasDataLinks = hasDataLinks;
    this.#description = description;
    const { fileMs, linkMs = null } = description.kept;
    const manner = { wire: this.wire, keptMs: fileMs, lifeMs: linkMs };
    this.links = new ResultLinks(world, manner);
  }

  get wire(): string {
    return this.#description.facts.provider;
  }

  /** A restored space has the seed of the original. */
  get seed(): string {
    return this.world.seed;
  }

  refuse(code: string, message?: string, field: string | null = null): ProviderResponse {
    return this.error(this.#fact(code, message), field);
  }

  /** As `refuse`, with the time after which a caller may try again. */
  refuseFor(code: string, message: string | undefined, waitMs: number | null): ProviderResponse {
    return this.error(this.#fact(code, message), null, waitMs);
  }

  error(
    fact: ErrorFact,
    field: string | null = null,
    retryAfterMs: number | null = null,
  ): ProviderResponse {
    const requestId = this.requestId(fact.code, fact.message);
    const reply = this.#description.error({ ...fact, field, requestId, retryAfterMs });
    return withRetryAfter(reply, retryAfterMs);
  }

  requestId(...texts: readonly string[]): string {
    const key = ['request', this.wire, ...texts, String(this.world.clock.now())];
    return keyedDigest(this.seed, ...key).toString('hex', 0, 16);
  }

  invalid(field: string | null, message: string): ProviderResponse {
    const own = this.#description.invalid?.({ field, message }, this);
    const text = field === null ? message : `${field}: ${message}`;
    return own ?? this.refuse(this.#description.facts.refusals.invalid, text, field);
  }

  report(job: MockJob, { base }: Pick<PersonalityCall, 'base'>): TaskReport {
    const at = this.world.clock.now();
    const link = () => this.links.reported(job, 'completed', base);
    return reportTask(job, this.#description.facts, { at, base, link });
  }

  /** An accepted job as the response to its submission reports it. */
  reportNew(job: MockJob, { base }: Pick<PersonalityCall, 'base'>): TaskReport {
    const at = Math.min(job.acceptedAt, job.runsAt - 1);
    return reportTask(job, this.#description.facts, { at, base, link: () => null });
  }

  ownJob(account: string, id: string): MockJob | undefined {
    const job = this.world.find(id);
    const { requestHistory } = this.world;
    if (job?.wire !== this.wire) return undefined;
    if (job.account !== account) {
      requestHistory.see(requestHistory.foreignReads, id);
      return undefined;
    }
    requestHistory.exchanges.asks('status', id);
    return this.#isReported(job) ? job : undefined;
  }

  named(account: string, ownId: string): readonly MockJob[] {
    return this.world
      .findSubmission(account, ownId, this.wire)
      .filter((job) => this.isListed(job) && this.#isReported(job));
  }

  end(job: MockJob): boolean {
    const state = this.world.stateOf(job);
    const isOpen = state === 'queued' || state === 'running';
    if (isOpen) this.world.cancel(job.id);
    else this.world.erase(job.id);
    return isOpen;
  }

  /** The account's jobs that appear in lists, latest first. */
  listed(account: string): readonly MockJob[] {
    this.world.requestHistory.exchanges.asks('list');
    return [...this.world.jobs({ account, wire: this.wire })]
      .filter(({ id }) => this.world.find(id) !== undefined)
      .filter((job) => this.isListed(job) && this.#isReported(job))
      .toReversed();
  }

  /** True if the job appears in lists and searches. */
  isListed(job: MockJob): boolean {
    const { clock } = this.world;
    const now = clock.now();
    const lagMs = clock.scaled(job.instructions.listLagMs ?? 0);
    return job.acceptedAt + lagMs <= now && !hasVanished(job, now);
  }

  /** Response to a read of a job that a rule or its tokens disturb this time. */
  disturbedRead(job: MockJob): ProviderReply | undefined {
    // Also if it was looked up by its own id.
    this.world.requestHistory.exchanges.asks('status', job.id);
    return (
      this.ruled('status', { account: job.account, job }) ??
      disturbedReply(job, this.words(job), this.world)
    );
  }

  /** Response of a rule to another request; call it before anything is done. */
  ruled(
    op: Exclude<RuledRead, 'cancel'>,
    subject: Omit<ReadSubject, 'wire'>,
  ): ProviderReply | undefined {
    const fault = ruleRead(this.world, op, { ...subject, wire: this.wire });
    return fault === undefined ? undefined : ruledReply(fault, this.words(subject.job), this.world);
  }

  /** Cancels or deletes a job by `act`, unless a rule makes it fail, before or after it takes effect. */
  async cancel(
    job: MockJob,
    act: () => ProviderReply | Promise<ProviderReply>,
  ): Promise<ProviderReply> {
    const subject = { account: job.account, wire: this.wire, job };
    const fault = ruleRead(this.world, 'cancel', subject);
    if (fault === undefined) return await act();
    if (fault.isDone === true) await act();
    return ruledReply(fault, this.words(job), this.world);
  }

  /** Refusal of a kind, in the words of the API. */
  refuseAs(kind: RefusalKind, waitMs: number | null): ProviderResponse {
    return this.refuseFor(this.#description.facts.refusals[kind], undefined, waitMs);
  }

  /** An error with status 200: it proves nothing. */
  errorIn200(): ProviderResponse {
    const { facts } = this.#description;
    return this.error({ ...errorOf(facts, facts.refusals.invalid), status: 200 });
  }

  words(job: MockJob | undefined): ReadWords {
    const { facts, missing } = this.#description;
    return {
      refuse: (kind, waitMs) => this.refuseAs(kind, waitMs),
      errorIn200: () => this.errorIn200(),
      missing: () =>
        job === undefined
          ? this.refuse(facts.refusals.invalid)
          : (this.#description.missingTask?.(job, this) ?? this.refuse(missing)),
      garbled: brokenJson,
    };
  }

  #fact(code: string, message: string | undefined): ErrorFact {
    const fact = errorOf(this.#description.facts, code);
    return message === undefined ? fact : { ...fact, message };
  }

  #isReported({ acceptedAt }: MockJob): boolean {
    const { clock } = this.world;
    const { reportedMs } = this.#description;
    return reportedMs === undefined || clock.now() < acceptedAt + clock.scaled(reportedMs);
  }
}
