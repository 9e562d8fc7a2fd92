import type { AttemptFacts } from '../records/attempt-record.ts';
import type { RequestHistory } from '../records/request-history.ts';
import type { SubmissionTruth } from '../records/exchange.ts';
import type { SubmissionRules } from '../faults/submission-rules.ts';
import type { MockInstructions, Symptom } from '../job/mock-instructions.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import type { LedgerState } from './ledger-state.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import type { SubmissionOutcome, WireNaming } from './provider-state.ts';
import { chargeFor, planJob } from '../job/plan-job.ts';
import { checkSubmission, type SubmissionRefusal, type SubmissionVerdict } from './refusal.ts';
import type { ParsedFaults } from '../faults/parse-faults.ts';
import type { RuleOutcome } from '../faults/rule-form.ts';
import { readRuledTokens, type RuledTokens, withoutTokens } from '../faults/submission-tokens.ts';
import { undrawableRefusal } from './undrawable-refusal.ts';

export const ownNaming: WireNaming = { taskId: (digits) => `gen_${digits}`, isNamed: true };

/** Inputs of decisions about submissions, and records of their outcomes. */
export interface IntakeParts {
  readonly clock: MockClock;
  readonly rules: SubmissionRules;
  readonly state: LedgerState;
  account(key: string): MockAccountSettings;
  record(fact: LedgerFact): void;
}

/** A submission before the decision. */
interface Case {
  readonly facts: AttemptFacts;
  readonly attempt: number;
  readonly sent: MockSubmission;
  /** Without tokens. */
  readonly submission: MockSubmission;
}

/** Intake of submissions: accepts or refuses each synchronously, and records it. */
export class SubmissionIntake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  submit(account: string, sent: MockSubmission, naming: WireNaming): SubmissionOutcome {
    const given = this.#caseOf(account, sent, naming.isNamed);
    const { verdict, outcome } = this.#check(given);
    switch (verdict.kind) {
      case 'refused':
        this.#noteRefusal(given.facts, verdict.refusal);
        return verdict;
      case 'unproven': {
        const { symptom, instructions } = verdict;
        const job = this.#plan(given, instructions, naming);
        this.#noteUnproven(given.facts, symptom === 'own' ? outcome : null, symptom);
        return this.#unproven(symptom, job, naming);
      }
      case 'admitted': {
        const { response } = verdict.instructions;
        const job = this.#accept(given, verdict.instructions, naming);
        return response === null
          ? { kind: 'accepted', job }
          : this.#unproven(response, job, naming);
      }
    }
  }

  noteRepeat(account: string, sent: MockSubmission, job: MockJob | null): void {
    const { facts } = this.#caseOf(account, sent, true);
    const truth: SubmissionTruth = job === null ? 'refused' : 'repeated';
    const means = job === null ? 'refused' : 'accepted';
    this.#requestHistory.addAttempt(facts, { truth, job, means });
  }

  mayRepeat(account: string, sent: MockSubmission): boolean {
    const { tokens } = this.#ruled(this.#caseOf(account, sent, true));
    // An unknown token is refused later.
    return tokens.kind === 'unknown' || tokens.instructions.duplicateAccepted;
  }

  get #requestHistory(): RequestHistory {
    return this.#parts.state.requestHistory;
  }

  #caseOf(account: string, sent: MockSubmission, isNamed: boolean): Case {
    const submission = withoutTokens(sent);
    const ownId = isNamed ? submission.correlationId : null;
    const facts = this.#requestHistory.factsOf(account, submission, ownId);
    return { facts, attempt: this.#requestHistory.nextAttempt(facts.key), sent, submission };
  }

  #ruled({ facts: { account, key }, attempt, sent, submission: { model } }: Case): RuledTokens {
    const at = this.#parts.clock.now();
    const idempotencyKey = this.#requestHistory.idempotencyKey();
    const asked = this.#requestHistory.exchanges.asked();
    const known = { ...asked, account, key, attempt, model, at, idempotencyKey };
    return readRuledTokens(this.#parts.rules, sent, known);
  }

  /** Decision about a submission, and the outcome of the rule that changes its response. */
  #check(given: Case): {
    readonly verdict: SubmissionVerdict;
    readonly outcome: RuleOutcome | null;
  } {
    const { facts, submission } = given;
    const undrawable = undrawableRefusal(submission);
    if (undrawable !== undefined) return { verdict: undrawable, outcome: null };
    const { state, clock } = this.#parts;
    const settings = this.#parts.account(facts.account);
    const tally = state.tally(facts.account);
    this.#requestHistory.exchanges.countsFailed(tally.counts(clock.now()).failed);
    const ruled = this.#ruled(given);
    if (settings.login === 'valid') noteRuling(this.#requestHistory, ruled);
    const verdict = checkSubmission({
      tokens: withTruth(ruled.tokens, state.seed, given),
      submission,
      charge: chargeFor(submission),
      settings,
      tally,
      clock,
    });
    const outcome = alterationOf(verdict, ruled);
    if (outcome !== null) this.#requestHistory.exchanges.alters(outcome);
    return { verdict, outcome };
  }

  #plan(
    { facts: { account }, submission }: Case,
    instructions: MockInstructions,
    { taskId }: WireNaming,
  ): MockJob {
    const { clock, state } = this.#parts;
    const earlier = state.submissionCount({ ...submission, account });
    const { seed } = state;
    const job = planJob({ seed, account, submission, instructions, earlier, clock, taskId });
    const isLocal = this.#requestHistory.exchanges.current()?.request.isLocal === true;
    return job.callback !== undefined && isLocal
      ? { ...job, callback: { ...job.callback, isLocal } }
      : job;
  }

  #accept(given: Case, instructions: MockInstructions, naming: WireNaming): MockJob {
    const job = this.#plan(given, instructions, naming);
    const { attempt } = given;
    const { key } = given.facts;
    this.#parts.record({ fact: 'accepted', job, key, attempt });
    if (instructions.dupAccept) {
      const duplicate = { ...this.#plan(given, instructions, naming), duplicateOf: job.id };
      this.#parts.record({ fact: 'accepted', job: duplicate, key, attempt });
    }
    return this.#parts.state.job(job.id) ?? job;
  }

  /** A wrong id is unknown to the API, like a right one that is not accepted. */
  #unproven(symptom: Symptom, job: MockJob, { taskId }: WireNaming): SubmissionOutcome {
    if (symptom !== 'wrong-id') return { kind: 'unproven', symptom, job };
    const digits = keyedDigest(this.#parts.state.seed, 'wrong-id', job.id).toString('hex', 0, 12);
    return { kind: 'unproven', symptom, job: { ...job, id: taskId(digits) } };
  }

  #noteUnproven(facts: AttemptFacts, own: RuleOutcome | null, symptom: Symptom): void {
    const isLost = symptom === 'lost' || symptom === 'hang';
    const truth: SubmissionTruth = isLost ? 'lost' : 'refused';
    const means = own !== null && isProof(own.status ?? 0) ? 'refused' : 'nothing';
    this.#requestHistory.addAttempt(facts, { truth, job: null, means });
  }

  #noteRefusal(facts: AttemptFacts, { kind, retryAfterMs }: SubmissionRefusal): void {
    this.#requestHistory.addAttempt(facts, { truth: 'refused', job: null, means: 'refused' });
    this.#requestHistory.exchanges.asksToWait(retryAfterMs);
    if (kind !== 'credits') this.#requestHistory.exchanges.countsFailed(null);
    if (kind === 'concurrency') this.#requestHistory.seeFull(facts.account);
  }
}

/** Decides the outcome if tokens leave it to the seed: by the submission only, independent of others. */
function withTruth(
  tokens: ParsedFaults,
  seed: string,
  { facts: { account, key }, attempt }: Case,
): ParsedFaults {
  if (tokens.kind === 'unknown' || tokens.instructions.accepted !== 'random') return tokens;
  const isAccepted = keyedDigest(seed, 'truth', account, key, String(attempt)).readUInt8(0) < 128;
  const accepted = isAccepted ? 'yes' : 'no';
  return { ...tokens, instructions: { ...tokens.instructions, accepted } };
}

/** True for a status by which callers may know that nothing was accepted. */
function isProof(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 409;
}

/** Changes to the response by the rule that decided; null if the account's limits refused the submission. */
function alterationOf(
  verdict: SubmissionVerdict,
  { tokens, asked }: RuledTokens,
): RuleOutcome | null {
  const isScripted =
    tokens.kind === 'parsed' &&
    (tokens.instructions.refuse !== null || tokens.instructions.refuseCode !== null);
  return verdict.kind !== 'refused' || isScripted ? (asked?.outcome ?? null) : null;
}

/** Counts a decision about a submission, and records it in the exchange being answered. */
function noteRuling(requestHistory: RequestHistory, { asked, tokens }: RuledTokens): void {
  if (asked === undefined) return;
  asked.note();
  const overridden = tokens.kind === 'parsed' ? tokens.overridden : [];
  if (!asked.isAsked && overridden.length === 0) return;
  const lost = overridden.length === 0 ? {} : { overridden };
  requestHistory.exchanges.isRuled({ ...asked.ruling, ...lost });
}
