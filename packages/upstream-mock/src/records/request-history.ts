import type { MockClock } from '../job/mock-clock.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import { reportedState } from '../job/reported-job.ts';
import type { AcceptedAttempt, Attempt, Exchange } from './exchange.ts';
import { earlierOf, isAccepted, upTo } from './attempt-chain.ts';
import { type AttemptFacts, type AttemptOutcome, AttemptRecord } from './attempt-record.ts';
import { Exchanges } from './exchanges.ts';
import { Journal } from './journal.ts';
import { contentOf, logicalKeyOf } from '../job/logical-key.ts';
import { addFetch, addRead, leastPauseOf } from './poll-tally.ts';
import { Concurrency, ReadHistory, StaleLinks } from './read-history.ts';
import { Sightings } from './sightings.ts';
import { noStatement, type Statement } from './statements.ts';

/** Maximum size of the journal in bytes. */
const journalBytes = 16 * 1024 * 1024;

export type HistoryClock = Pick<MockClock, 'now' | 'wallNow' | 'scaled'>;

/** Records what the callers of a space did. Only the journal drops its oldest entries. */
export class RequestHistory {
  readonly journal = new Journal(journalBytes);
  readonly exchanges: Exchanges;
  /** Number of submissions, also of those that were refused. */
  submissions = 0;
  /** In order of acceptance. */
  readonly accepted: AcceptedAttempt[] = [];
  /** Latest attempt of each key. */
  readonly #latest = new Map<string, Attempt>();
  /** By job id. */
  readonly #jobs = new Map<string, AcceptedAttempt>();
  /** Additional jobs the provider made of one submission, by the id of the first. */
  readonly #duplicates = new Map<string, AcceptedAttempt>();
  /** Reads of jobs by other accounts, by job id. */
  readonly foreignReads = new ReadHistory();
  readonly staleLinks = new StaleLinks();
  /** Credentials in URLs, by API. */
  readonly urlKeys = new ReadHistory();
  /** Credentials sent to the other host of a redirect, by job id. */
  readonly redirectKeys = new ReadHistory();
  /** Requests to a private address after a redirect, by job id. */
  readonly ssrfVisits = new ReadHistory();
  /** Redirects to a private address where the mock cannot see requests, by job id. */
  readonly unseen = new ReadHistory();
  readonly concurrency = new Concurrency();
  /** Start of the known reads, by the mock's clock: those before the process began, or a restore, are in no ledger. */
  since = Number.NEGATIVE_INFINITY;
  readonly #sightings = new Sightings((job) => this.#jobs.get(job));
  readonly #statements = new Map<string, Statement>();
  readonly #clock: HistoryClock;
  readonly #onDownload: (job: string) => void;

  /** @param onDownload - called at each complete download of a job's file */
  constructor(clock: HistoryClock, onDownload: (job: string) => void) {
    this.#clock = clock;
    this.#onDownload = onDownload;
    this.exchanges = new Exchanges(this.journal, clock, {
      decided: (exchange, reply) => {
        this.#sightings.decided(exchange, reply);
        this.#decided(exchange);
      },
      ended: (exchange) => this.#ended(exchange),
    });
  }

  /** Fields that identify a submission. `ownId`: null if the API has none or the client sent none. */
  factsOf(account: string, submission: MockSubmission, ownId: string | null): AttemptFacts {
    const content = contentOf(submission);
    const idempotencyKey = this.idempotencyKey();
    return { account, content, key: logicalKeyOf({ idempotencyKey, ownId, account, content }) };
  }

  /** Idempotency key of the request being answered; null without one. */
  idempotencyKey(): string | null {
    return this.exchanges.current()?.request.client.idempotencyKey ?? null;
  }

  /** Number of the next submission of a key. */
  nextAttempt(key: string): number {
    return (this.#latest.get(key)?.number ?? 0) + 1;
  }

  /** Records a submission. `number`: its number within the key; the next one unless a ledger has it. */
  addAttempt(
    facts: AttemptFacts,
    outcome: AttemptOutcome,
    number = this.nextAttempt(facts.key),
  ): Attempt {
    const exchange = this.exchanges.current();
    const latest = this.#latest.get(facts.key) ?? null;
    const attempt: Attempt = new AttemptRecord({
      ...facts,
      ...outcome,
      number,
      key: latest?.key ?? facts.key,
      earlier: earlierOf(latest),
      exchange: exchange ?? null,
    });
    const { job } = attempt;
    const original = job?.duplicateOf;
    // The caller knows nothing of a duplicate that the provider made: it is in the ledger, but no attempt of theirs.
    if (original === undefined) this.#latest.set(attempt.key, attempt);
    if (isAccepted(attempt)) {
      this.#jobs.set(attempt.job.id, attempt);
      this.accepted.push(attempt);
      if (original !== undefined) this.#duplicates.set(original, attempt);
    }
    if (original !== undefined) return attempt;
    this.submissions += 1;
    if (exchange !== undefined) exchange.attempt = attempt;
    this.exchanges.asks('submit', job?.id);
    return attempt;
  }

  /** Records more about the submission of a job. */
  note(job: string, more: Partial<Pick<Attempt, 'means' | 'sha256' | 'isUnsearchable'>>): void {
    const attempt = this.#jobs.get(job);
    if (attempt !== undefined) Object.assign(attempt, more);
  }

  /** Records that the response to the submission reported the end of the job, as a read does. */
  sawEnd(job: string): void {
    const attempt = this.#jobs.get(job);
    if (attempt === undefined) return;
    const at = { entry: attempt.entry, at: this.#clock.now(), realAt: this.#clock.wallNow() };
    const read = { ...at, isOpen: false, reportsEnd: true, waitMs: null };
    attempt.polls = addRead(attempt.polls, read, 0);
  }

  downloaded(job: string): void {
    const attempt = this.#jobs.get(job);
    if (attempt !== undefined) attempt.downloads += 1;
  }

  /** The submission of an accepted job. */
  ofJob(job: string): AcceptedAttempt | undefined {
    return this.#jobs.get(job);
  }

  /** The additional job that the provider made beside this one. */
  duplicateOf(job: string): AcceptedAttempt | undefined {
    return this.#duplicates.get(job);
  }

  /** Submissions of each key, oldest first. */
  *histories(): Iterable<readonly [key: string, attempts: readonly Attempt[]]> {
    for (const key of this.#latest.keys()) yield [key, this.history(key)];
  }

  /** Submissions of one key, oldest first. */
  history(key: string): readonly Attempt[] {
    return upTo(this.#latest.get(key) ?? null);
  }

  /** Keys a caller may mean: a key itself, the name in one, or a job's id. */
  keysMeantBy(wanted: string): readonly string[] {
    const ofJob = this.#jobs.get(wanted)?.key;
    if (ofJob !== undefined) return [ofJob];
    return [wanted, `idempotency:${wanted}`, `id:${wanted}`].filter((key) => this.#latest.has(key));
  }

  statementOn(key: string): Statement {
    return this.#statements.get(key) ?? noStatement;
  }

  /** Records a statement of the client about a key, in addition to earlier ones. */
  state(key: string, said: Partial<Statement>): void {
    this.#statements.set(key, { ...this.statementOn(key), ...said });
  }

  /** Adds the exchange being answered to a record, under a subject. */
  see(where: ReadHistory, subject: string): void {
    const id = this.exchanges.current()?.id;
    if (id !== undefined) where.note(subject, id);
  }

  /** Records a submission refused because all slots of its account were in use. */
  seeFull(account: string): void {
    const exchange = this.exchanges.current();
    if (exchange !== undefined) this.concurrency.refuse(account, exchange);
  }

  clear(): void {
    this.since = Number.NEGATIVE_INFINITY;
    this.exchanges.forget();
    this.journal.clear();
    this.#latest.clear();
    this.#jobs.clear();
    this.#duplicates.clear();
    this.accepted.length = 0;
    this.#statements.clear();
    this.submissions = 0;
    for (const seen of Object.values(this)) if (seen instanceof ReadHistory) seen.clear();
  }

  #decided(exchange: Exchange): void {
    const { op, jobs, request, id } = exchange;
    if (request.hasKeyInUrl) this.urlKeys.note(request.wire, id);
    for (const job of jobs) {
      const attempt = this.#jobs.get(job);
      if (attempt === undefined) continue;
      if (op === 'status') this.#noteRead(attempt, exchange);
      const { polls } = attempt;
      if (op === 'result' && polls !== null) attempt.polls = addFetch(polls);
    }
  }

  #noteRead(attempt: AcceptedAttempt, exchange: Exchange): void {
    const { id: entry, at, realAt, waitMs, reported, isDisturbed } = exchange;
    const state = reportedState(attempt.job, this.#clock.now());
    const isOpen = state === 'queued' || state === 'running';
    const isPlain = reported?.kind === 'response' && reported.status < 300 && !isDisturbed;
    const read = { entry, at, realAt, waitMs, isOpen, reportsEnd: isPlain && !isOpen };
    attempt.reads += 1;
    const leastMs = this.#clock.scaled(leastPauseOf(attempt.job.wire));
    attempt.polls = addRead(attempt.polls, read, leastMs);
  }

  #ended(exchange: Exchange): void {
    this.#sightings.ended(exchange);
    const { op, jobs, end, reachesEnd, attempt } = exchange;
    // An ordinary acceptance is never asked about again, and there may be very many.
    if (attempt?.number === 1 && attempt.means === 'accepted' && end === 'sent')
      attempt.exchange = null;
    const [job] = jobs;
    if (op !== 'result' || job === undefined || end !== 'sent') return;
    const accepted = this.#jobs.get(job);
    if (exchange.hasBadBytes && accepted !== undefined) accepted.hasBadBytes = true;
    if (reachesEnd) this.#onDownload(job);
  }
}
