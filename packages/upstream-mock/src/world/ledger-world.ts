import type { AttemptFacts, Evidence } from '../evidence/evidence.ts';
import { noteRuling, readRuledTokens } from '../rules/ruled-tokens.ts';
import { SubmissionRules } from '../rules/submission-rules.ts';
import type { StandingCounts } from './account-standing.ts';
import type { ClockSetting } from './clock-setting.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { LedgerFile } from './ledger-file.ts';
import { LedgerState } from './ledger-state.ts';
import { type MockAccountSettings, startingAccount } from './mock-account.ts';
import { type MockClock, requireAdvance } from './mock-clock.ts';
import {
  type MockJob,
  type MockJobState,
  type MockSubmission,
  ownWire,
  stateAt,
} from './mock-job.ts';
import type { MockWorld, SubmissionOutcome, WireNaming, WorldKeeps } from './mock-world.ts';
import { chargeFor, planJob } from './plan-job.ts';
import { ReadMoves } from './read-moves.ts';
import { judgeSubmission, type SubmissionRefusal, type SubmissionVerdict } from './refusal.ts';
import { withoutTokens } from './submission-tokens.ts';
import { undrawableRefusal } from './undrawable-refusal.ts';

const ownNaming: WireNaming = { taskId: (digits) => `gen_${digits}`, isNamed: true };

export interface MockWorldOptions {
  readonly clock: MockClock;
  readonly ledger: LedgerFile;
  readonly seed: string;
  /** What keys start as; others follow from their name. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
}

/** Opens the world as its ledger tells it. */
export function createMockWorld(options: MockWorldOptions): MockWorld {
  return new LedgerWorld(options);
}

class LedgerWorld implements MockWorld {
  readonly clock: MockClock;
  readonly rules = new SubmissionRules();
  readonly #ledger: LedgerFile;
  readonly #described: MockWorldOptions['accounts'];
  readonly #state: LedgerState;
  readonly #moves: ReadMoves;

  constructor({ clock, ledger, seed, accounts }: MockWorldOptions) {
    this.clock = clock;
    this.#moves = new ReadMoves(clock);
    this.#ledger = ledger;
    this.#described = accounts;
    const onDownload = (id: string) => this.#record({ fact: 'downloaded', id });
    this.#state = new LedgerState({ clock, seed }, onDownload);
    for (const fact of ledger.read()) this.#state.apply(fact);
  }

  get seed(): string {
    return this.#state.seed;
  }

  get evidence(): Evidence {
    return this.#state.evidence;
  }

  submit(account: string, sent: MockSubmission, naming = ownNaming): SubmissionOutcome {
    const submission = withoutTokens(sent);
    const facts = this.#attemptOf(account, submission, naming.isNamed);
    const verdict = this.#judge(facts, sent, submission);
    if (verdict.kind === 'refused') {
      this.#noteRefusal(facts, verdict.refusal);
      return verdict;
    }
    const { instructions } = verdict;
    const { clock, seed } = this;
    const earlier = this.#state.submissionsOf({ ...submission, account }).length;
    const { taskId } = naming;
    const job = planJob({ seed, account, submission, instructions, earlier, clock, taskId });
    const attempt = this.evidence.nextAttempt(facts.key);
    this.#record({ fact: 'accepted', job, key: facts.key, attempt });
    return { kind: 'accepted', job: this.#state.job(job.id) ?? job };
  }

  noteRepeat(account: string, sent: MockSubmission, job: MockJob | null): void {
    const facts = this.#attemptOf(account, withoutTokens(sent), true);
    this.evidence.addAttempt(facts, {
      truth: job === null ? 'refused' : 'repeated',
      job,
      means: job === null ? 'refused' : 'accepted',
    });
  }

  mayRepeat(account: string, sent: MockSubmission): boolean {
    const submission = withoutTokens(sent);
    const facts = this.#attemptOf(account, submission, true);
    const { tokens } = this.#ruled(facts, sent, submission);
    // The world refuses an unknown token later.
    return tokens.kind === 'unknown' || tokens.instructions.duplicateAccepted;
  }

  flushed(): Promise<void> {
    return this.#ledger.flushed();
  }

  markAnswered(id: string): void {
    if (this.#state.job(id) !== undefined) this.#record({ fact: 'answered', id });
  }

  find(id: string): MockJob | undefined {
    return this.#state.erased.has(id) ? undefined : this.#state.job(id);
  }

  erase(id: string): void {
    if (this.#state.job(id) === undefined) return;
    this.evidence.exchanges.asks('cancel', id);
    this.#record({ fact: 'erased', id });
  }

  cancel(id: string): void {
    const job = this.#state.job(id);
    const at = this.clock.now();
    this.evidence.exchanges.asks('cancel', job?.id);
    if (job !== undefined && at < job.endsAt) this.#record({ fact: 'canceled', id, at });
  }

  findSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    this.evidence.exchanges.asks('search');
    return this.#state.submissionsOf({ account, correlationId, wire });
  }

  jobs(): Iterable<MockJob> {
    return this.evidence.accepted.map(({ job }) => job);
  }

  counts(account?: string): StandingCounts {
    return this.#state.counts(this.clock.now(), account);
  }

  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.clock.now());
  }

  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || this.#state.failedReads(id, fault) >= wanted) return false;
    this.#record({ fact: 'read-failed', id, fault });
    this.evidence.exchanges.isDisturbed();
    return true;
  }

  linkUses(id: string): number {
    return this.#state.linkUses(id);
  }

  useLink(id: string): void {
    this.#record({ fact: 'link-used', id });
  }

  account(key: string): MockAccountSettings {
    return this.#state.settings.get(key) ?? { ...startingAccount(key), ...this.#described?.[key] };
  }

  describeAccount(key: string, settings: Partial<MockAccountSettings>): void {
    this.#record({ fact: 'account', key, settings: { ...this.account(key), ...settings } });
    this.evidence.exchanges.settingsChange();
  }

  creditsOf(key: string): number {
    this.evidence.exchanges.asks('account');
    const taken = this.#state.standing(key).taken(this.clock.now());
    return Math.max(0, this.account(key).credits - taken);
  }

  inFlight(key: string): number {
    return this.#state.standing(key).inFlight(this.clock.now());
  }

  advanceClock(ms: number): void {
    requireAdvance(this.clock, ms);
    this.#record({ fact: 'advanced', ms });
  }

  setClock(setting: ClockSetting): void {
    this.#record({ fact: 'clock', setting });
  }

  noteRead(job: MockJob): void {
    this.#moves.note(job);
  }

  settleReads(): void {
    const ms = this.#moves.take();
    if (ms > 0) this.advanceClock(ms);
  }

  reset({ rules = false, ...keep }: Partial<WorldKeeps> = {}): void {
    this.restore([...this.#state.keptFacts({ clock: false, accounts: false, ...keep })]);
    if (!rules) this.rules.clear();
  }

  facts(): Iterable<LedgerFact> {
    return this.#state.facts();
  }

  restore(facts: readonly LedgerFact[]): void {
    this.#ledger.rewrite(facts);
    this.#state.replace(facts);
    this.#moves.forget();
    this.rules.restart();
  }

  #attemptOf(account: string, submission: MockSubmission, isNamed: boolean): AttemptFacts {
    return this.evidence.factsOf(account, submission, isNamed ? submission.correlationId : null);
  }

  #ruled({ account, key }: AttemptFacts, sent: MockSubmission, { model }: MockSubmission) {
    const attempt = this.evidence.nextAttempt(key);
    return readRuledTokens(this.rules, sent, { account, key, attempt, model });
  }

  #judge(facts: AttemptFacts, sent: MockSubmission, submission: MockSubmission): SubmissionVerdict {
    const undrawable = undrawableRefusal(submission);
    if (undrawable !== undefined) return undrawable;
    const settings = this.account(facts.account);
    const ruled = this.#ruled(facts, sent, submission);
    if (settings.login === 'valid') noteRuling(this, ruled);
    const { tokens } = ruled;
    const charge = chargeFor(submission);
    const standing = this.#state.standing(facts.account);
    return judgeSubmission({ tokens, submission, charge, settings, standing, clock: this.clock });
  }

  #noteRefusal(facts: AttemptFacts, { as, kind, retryAfterMs }: SubmissionRefusal): void {
    this.evidence.addAttempt(facts, {
      truth: as === 'lost-request' ? 'lost' : 'refused',
      job: null,
      means: as === undefined ? 'refused' : 'nothing',
    });
    this.evidence.exchanges.asksToWait(retryAfterMs);
    if (kind === 'concurrency') this.evidence.seeFull(facts.account);
  }

  #record(fact: LedgerFact): void {
    this.#ledger.append(fact);
    this.#state.apply(fact);
  }
}
