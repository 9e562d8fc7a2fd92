import { isDeepStrictEqual } from 'node:util';
import { type AccountStanding, createAccountStanding } from './account-standing.ts';
import { type ClockSetting, resetClock } from './clock-setting.ts';
import { createJobIndex } from './job-index.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { MockAccountSettings } from './mock-account.ts';
import type { MockClock } from './mock-clock.ts';

/** What outlives a reset. */
export interface ResetKeeps {
  readonly clock: boolean;
  readonly accounts: boolean;
}

/** What the facts of a ledger amount to. It changes by facts alone. */
export class LedgerState {
  readonly settings = new Map<string, MockAccountSettings>();
  readonly jobs = createJobIndex();
  readonly answered = new Set<string>();
  readonly erased = new Set<string>();
  /** Ids, links and videos follow from it. */
  seed: string;
  readonly #ownSeed: string;
  readonly #clock: MockClock;
  readonly #ownSetting: ClockSetting;
  readonly #standings = new Map<string, AccountStanding>();
  readonly #failedReads = new Map<string, Map<ReadFault, number>>();

  constructor(clock: MockClock, seed: string) {
    this.seed = seed;
    this.#ownSeed = seed;
    this.#clock = clock;
    this.#ownSetting = clock.setting();
  }

  standing(key: string): AccountStanding {
    const standing = this.#standings.get(key) ?? createAccountStanding();
    this.#standings.set(key, standing);
    return standing;
  }

  failedReads(id: string, fault: ReadFault): number {
    return this.#failedReads.get(id)?.get(fault) ?? 0;
  }

  apply(fact: LedgerFact): void {
    switch (fact.fact) {
      case 'accepted':
        this.jobs.add(fact.job);
        this.standing(fact.job.account).accept(fact.job);
        return;
      case 'answered':
        this.answered.add(fact.id);
        return;
      case 'read-failed':
        this.#failRead(fact.id, fact.fault);
        return;
      case 'erased':
        this.erased.add(fact.id);
        return;
      case 'canceled': {
        const job = this.jobs.cancel(fact.id, fact.at);
        if (job !== undefined) this.standing(job.account).cancel(job);
        return;
      }
      case 'account':
        this.settings.set(fact.key, fact.settings);
        return;
      case 'advanced':
        this.#clock.advance(fact.ms);
        return;
      case 'clock':
        this.#clock.put(fact.setting);
        return;
      case 'seed':
        this.seed = fact.seed;
        return;
      case 'reset':
        this.#forget();
    }
  }

  /** Facts that say the same again in any empty world. */
  *facts(): Iterable<LedgerFact> {
    yield { fact: 'seed', seed: this.seed };
    yield { fact: 'clock', setting: this.#clock.setting() };
    yield* this.#accountFacts();
    for (const job of this.jobs.values()) yield { fact: 'accepted', job };
    for (const id of this.answered) yield { fact: 'answered', id };
    for (const id of this.erased) yield { fact: 'erased', id };
    for (const [id, reads] of this.#failedReads) {
      for (const [fault, times] of reads) {
        for (let time = 0; time < times; time += 1) yield { fact: 'read-failed', id, fault };
      }
    }
  }

  /** Facts that say what is kept. A clock that is not begins again from its start, in the same mode. */
  *keptFacts(keep: ResetKeeps): Iterable<LedgerFact> {
    const current = this.#clock.setting();
    const setting = keep.clock ? current : resetClock(current);
    // A clock that was only moved is told as that, so that the process's own speed still holds after a restart.
    if (!isDeepStrictEqual(setting.mode, this.#ownSetting.mode)) yield { fact: 'clock', setting };
    else if (setting.at !== 0) yield { fact: 'advanced', ms: setting.at };
    if (keep.accounts) yield* this.#accountFacts();
  }

  /** Goes by these facts and nothing else. */
  replace(facts: readonly LedgerFact[]): void {
    this.#forget();
    this.seed = this.#ownSeed;
    this.#clock.put(this.#ownSetting);
    for (const fact of facts) this.apply(fact);
  }

  *#accountFacts(): Iterable<LedgerFact> {
    for (const [key, settings] of this.settings) yield { fact: 'account', key, settings };
  }

  #failRead(id: string, fault: ReadFault): void {
    const reads = this.#failedReads.get(id) ?? new Map<ReadFault, number>();
    reads.set(fault, (reads.get(fault) ?? 0) + 1);
    this.#failedReads.set(id, reads);
  }

  #forget(): void {
    this.jobs.clear();
    this.#standings.clear();
    this.answered.clear();
    this.erased.clear();
    this.#failedReads.clear();
    this.settings.clear();
  }
}
