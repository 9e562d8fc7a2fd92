import type { MockSubmission } from '../world/mock-job.ts';
import type { AcceptedAttempt, Attempt, Exchange } from './exchange.ts';
import { type ExchangeClock, Exchanges } from './exchanges.ts';
import { Journal } from './journal.ts';
import { contentOf, logicalKeyOf } from './logical-key.ts';

/** Bytes of the journal that are kept. */
const journalBytes = 16 * 1024 * 1024;

/** Refused submissions in a row of one key that are remembered one by one; others are counted. */
const remembered = 100;

/** Of a long row of refused submissions the first are kept, and the one that came last. */
function earlierOf(latest: Attempt | null): Attempt | null {
  let refused = 0;
  for (let at = latest; at !== null && at.truth !== 'accepted'; at = at.earlier) refused += 1;
  return refused < remembered ? latest : (latest?.earlier ?? null);
}

function isAccepted(attempt: Attempt): attempt is AcceptedAttempt {
  return attempt.truth === 'accepted' && attempt.job !== null;
}

/** A submission as its key and its account see it. */
export type AttemptFacts = Pick<Attempt, 'key' | 'account' | 'content'>;

/** What a world remembers of its callers' doings. The journal forgets its oldest entries, the rest forgets nothing. */
export class Evidence {
  readonly journal = new Journal(journalBytes);
  readonly exchanges: Exchanges;
  /** The latest of each key. */
  readonly #latest = new Map<string, Attempt>();
  /** By the id of the job. */
  readonly #jobs = new Map<string, AcceptedAttempt>();
  readonly #accepted: AcceptedAttempt[] = [];
  readonly #onDownload: (job: string) => void;

  /** @param onDownload - told each time a job's file left to its end */
  constructor(clock: ExchangeClock, onDownload: (job: string) => void) {
    this.#onDownload = onDownload;
    this.exchanges = new Exchanges(this.journal, clock, {
      decided: (exchange) => this.#decided(exchange),
      ended: (exchange) => this.#ended(exchange),
    });
  }

  /** What tells a submission from others. `ownId`: null where the wire knows none or the client sent none. */
  factsOf(account: string, submission: MockSubmission, ownId: string | null): AttemptFacts {
    const content = contentOf(submission);
    const { idempotencyKey = null } = this.exchanges.current()?.request.client ?? {};
    return { account, content, key: logicalKeyOf({ idempotencyKey, ownId, account, content }) };
  }

  /** The number of the next submission of a key. */
  nextAttempt(key: string): number {
    return (this.#latest.get(key)?.number ?? 0) + 1;
  }

  /** Notes a submission. `number`: which of its key it was; the next one unless a ledger says it. */
  addAttempt(
    facts: AttemptFacts,
    outcome: Pick<Attempt, 'truth' | 'job' | 'means'>,
    number = this.nextAttempt(facts.key),
  ): Attempt {
    const exchange = this.exchanges.current();
    const latest = this.#latest.get(facts.key) ?? null;
    const { key, account, content } = facts;
    const { truth, job, means } = outcome;
    const attempt: Attempt = {
      entry: exchange?.id ?? 0,
      number,
      key: latest?.key ?? key,
      earlier: earlierOf(latest),
      account,
      content,
      truth,
      job,
      means,
      reads: 0,
      downloads: 0,
      sha256: null,
    };
    this.#latest.set(attempt.key, attempt);
    if (isAccepted(attempt)) {
      this.#jobs.set(attempt.job.id, attempt);
      this.#accepted.push(attempt);
    }
    if (exchange !== undefined) exchange.attempt = attempt;
    this.exchanges.asks('submit', job?.id);
    return attempt;
  }

  /** The caller was told that the job was accepted. */
  told(job: string): void {
    const attempt = this.#jobs.get(job);
    if (attempt !== undefined) attempt.means = 'accepted';
  }

  downloaded(job: string): void {
    const attempt = this.#jobs.get(job);
    if (attempt !== undefined) attempt.downloads += 1;
  }

  /** The digest of a job's undamaged file became known. */
  drawn(job: string, sha256: string): void {
    const attempt = this.#jobs.get(job);
    if (attempt !== undefined) attempt.sha256 = sha256;
  }

  /** The submission an accepted job came of. */
  ofJob(job: string): AcceptedAttempt | undefined {
    return this.#jobs.get(job);
  }

  /** In the order of acceptance. */
  get accepted(): readonly AcceptedAttempt[] {
    return this.#accepted;
  }

  clear(): void {
    this.journal.clear();
    this.#latest.clear();
    this.#jobs.clear();
    this.#accepted.length = 0;
  }

  #decided({ op, jobs }: Exchange): void {
    if (op !== 'status') return;
    for (const job of jobs) {
      const attempt = this.#jobs.get(job);
      if (attempt !== undefined) attempt.reads += 1;
    }
  }

  #ended({ op, jobs: [job], end, reachesEnd }: Exchange): void {
    if (op === 'result' && job !== undefined && end === 'sent' && reachesEnd) this.#onDownload(job);
  }
}
