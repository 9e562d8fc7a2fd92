import { errorOf, type ErrorFact, type RefusalKind } from '@filmgate/provider-facts';
import { type ProviderResponse, withRetryAfter } from '../http/provider-request.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { MockJob } from '../job/mock-job.ts';
import { hasVanished } from '../job/reported-job.ts';
import type { JobResults } from '../results/job-results.ts';
import { ResultLinks } from '../results/result-links.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { PersonalityCall, PersonalityContext } from './personality.ts';
import { reportTask } from './report-task.ts';
import type { ErrorReport, TaskReport, WireSpace } from './wire-call.ts';
import type { WireDescription } from './wire-description.ts';

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

  refuse(
    code: string,
    message?: string,
    more: Partial<Pick<ErrorReport, 'field' | 'retryAfterMs'>> = {},
  ): ProviderResponse {
    const fact = errorOf(this.#description.facts, code);
    return this.#error(message === undefined ? fact : { ...fact, message }, more);
  }

  refuseAs(kind: RefusalKind, waitMs: number | null): ProviderResponse {
    const code = this.#description.facts.refusals[kind];
    return this.refuse(code, undefined, { retryAfterMs: waitMs });
  }

  invalid(field: string | null, message: string): ProviderResponse {
    const own = this.#description.invalid?.({ field, message }, this);
    const text = field === null ? message : `${field}: ${message}`;
    return own ?? this.refuse(this.#description.facts.refusals.invalid, text, { field });
  }

  missing(job?: MockJob): ProviderResponse {
    const { missing, missingTask } = this.#description;
    const own = job === undefined ? undefined : missingTask?.(job, this);
    return own ?? this.refuse(missing);
  }

  unproven(kind: 'error-in-200' | 'unlisted'): ProviderResponse {
    const { facts } = this.#description;
    return kind === 'unlisted'
      ? this.#error(facts.unlisted)
      : this.#error({ ...errorOf(facts, facts.refusals.invalid), status: 200 });
  }

  requestId(...texts: readonly string[]): string {
    const key = ['request', this.wire, ...texts, String(this.world.clock.now())];
    return keyedDigest(this.seed, ...key).toString('hex', 0, 16);
  }

  report(job: MockJob, { base }: Pick<PersonalityCall, 'base'>): TaskReport {
    const at = this.world.clock.now();
    const link = () => this.links.reported(job, 'completed', base);
    return reportTask(job, this.#description.facts, { at, base, link });
  }

  reportNew(job: MockJob, { base }: Pick<PersonalityCall, 'base'>): TaskReport {
    const at = Math.min(job.acceptedAt, job.runsAt - 1);
    return reportTask(job, this.#description.facts, { at, base, link: () => null });
  }

  ownJob(account: string, id: string): MockJob | undefined {
    const job = this.world.jobs.find(id);
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
    const { wire, world } = this;
    return world.jobs.ofSubmission(account, ownId, wire).filter((job) => this.#isListed(job));
  }

  listed(account: string): readonly MockJob[] {
    const { wire, world } = this;
    world.requestHistory.exchanges.asks('list');
    return [...world.jobs.all({ account, wire })]
      .filter((job) => world.jobs.find(job.id) !== undefined && this.#isListed(job))
      .toReversed();
  }

  end(job: MockJob): boolean {
    const state = this.world.jobs.stateOf(job);
    const isOpen = state === 'queued' || state === 'running';
    if (isOpen) this.world.jobs.cancel(job.id);
    else this.world.jobs.erase(job.id);
    return isOpen;
  }

  #error(
    fact: ErrorFact,
    { field = null, retryAfterMs = null }: Parameters<WireSpace['refuse']>[2] = {},
  ): ProviderResponse {
    const requestId = this.requestId(fact.code, fact.message);
    const reply = this.#description.error({ ...fact, field, requestId, retryAfterMs });
    return withRetryAfter(reply, retryAfterMs);
  }

  /** True if the job appears in lists and searches. */
  #isListed(job: MockJob): boolean {
    const { clock } = this.world;
    const now = clock.now();
    const lagMs = clock.scaled(job.instructions.listLagMs ?? 0);
    return job.acceptedAt + lagMs <= now && !hasVanished(job, now) && this.#isReported(job);
  }

  #isReported({ acceptedAt }: MockJob): boolean {
    const { clock } = this.world;
    const { reportedMs } = this.#description;
    return reportedMs === undefined || clock.now() < acceptedAt + clock.scaled(reportedMs);
  }
}
