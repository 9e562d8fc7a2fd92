import { Evidence } from '../evidence/evidence.ts';
import { contentOf, formerKeyOf } from '../evidence/logical-key.ts';
import {
  type AccountStanding,
  createAccountStanding,
  type StandingCounts,
} from './account-standing.ts';
import { JobCompactor } from './compact-job.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { MockAccountSettings } from './mock-account.ts';
import type { MockClock } from './mock-clock.ts';
import { canceledJob, type MockJob } from './mock-job.ts';
import { SubmissionIndex, type SubmissionName } from './submission-index.ts';

/** What the facts of a ledger amount to. It changes by facts alone. */
export class LedgerState {
  readonly evidence: Evidence;
  readonly settings = new Map<string, MockAccountSettings>();
  readonly erased = new Set<string>();
  readonly #clock: MockClock;
  readonly #standings = new Map<string, AccountStanding>();
  readonly #submissions = new SubmissionIndex();
  readonly #compactor = new JobCompactor();
  readonly #failedReads = new Map<string, number>();

  constructor(clock: MockClock, onDownload: (job: string) => void) {
    this.#clock = clock;
    this.evidence = new Evidence(clock, onDownload);
  }

  standing(key: string): AccountStanding {
    const standing = this.#standings.get(key) ?? createAccountStanding();
    this.#standings.set(key, standing);
    return standing;
  }

  /** An accepted job, erased or not. */
  job(id: string): MockJob | undefined {
    return this.evidence.ofJob(id)?.job;
  }

  /** What the accepted jobs of an account come to, or of all where it is undefined. */
  counts(now: number, account?: string): StandingCounts {
    const chosen =
      account === undefined ? this.#standings.values() : [this.#standings.get(account)];
    const total = { accepted: 0, running: 0, failed: 0, taken: 0 };
    for (const standing of chosen) {
      if (standing === undefined) continue;
      const { accepted, running, failed, taken } = standing.counts(now);
      total.accepted += accepted;
      total.running += running;
      total.failed += failed;
      total.taken += taken;
    }
    return total;
  }

  submissionsOf(name: SubmissionName): readonly MockJob[] {
    return this.#submissions.find(name);
  }

  failedReads(id: string, fault: ReadFault): number {
    return this.#failedReads.get(readKey(id, fault)) ?? 0;
  }

  apply(fact: LedgerFact): void {
    switch (fact.fact) {
      case 'accepted':
        this.#accept(fact);
        return;
      case 'answered':
        this.evidence.told(fact.id);
        return;
      case 'downloaded':
        this.evidence.downloaded(fact.id);
        return;
      case 'read-failed':
        this.#failedReads.set(
          readKey(fact.id, fact.fault),
          this.failedReads(fact.id, fact.fault) + 1,
        );
        return;
      case 'erased':
        this.erased.add(fact.id);
        return;
      case 'canceled':
        this.#cancel(fact);
        return;
      case 'account':
        this.settings.set(fact.key, fact.settings);
        return;
      case 'advanced':
        this.#clock.advance(fact.ms);
        return;
      case 'reset':
        this.#forget();
    }
  }

  #accept(fact: Extract<LedgerFact, { readonly fact: 'accepted' }>): void {
    const job = this.#compactor.compact(fact.job);
    this.standing(job.account).accept(job);
    const { key = formerKeyOf(job), attempt } = fact;
    const facts = { account: job.account, content: contentOf(job), key };
    const outcome = { truth: 'accepted', job, means: 'nothing' } as const;
    this.#submissions.add(this.evidence.addAttempt(facts, outcome, attempt));
  }

  #cancel({ id, at }: Extract<LedgerFact, { readonly fact: 'canceled' }>): void {
    const attempt = this.evidence.ofJob(id);
    if (attempt === undefined) return;
    attempt.job = canceledJob(attempt.job, at);
    this.standing(attempt.job.account).cancel(attempt.job);
  }

  #forget(): void {
    this.#standings.clear();
    this.#submissions.clear();
    this.#compactor.clear();
    this.erased.clear();
    this.#failedReads.clear();
    this.settings.clear();
    this.evidence.clear();
  }
}

function readKey(id: string, fault: ReadFault): string {
  return `${fault} ${id}`;
}
