import type { ParsedFaults } from '../faults/parse-faults.ts';
import type { RuleOutcome } from '../faults/rule-form.ts';
import type { SubmissionRules } from '../faults/submission-rules.ts';
import { readRuledTokens, type RuledTokens, withoutTokens } from '../faults/submission-tokens.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { MockInstructions, Symptom } from '../job/mock-instructions.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import { planJob } from '../job/plan-job.ts';
import type { AttemptFacts } from '../records/attempt-record.ts';
import type { SubmissionTruth } from '../records/exchange.ts';
import type { RequestHistory } from '../records/request-history.ts';
import type { LedgerState } from './ledger-state.ts';
import {
  checkSubmission,
  type SubmissionRefusal,
  type SubmissionVerdict,
  undrawableRefusal,
} from './refusal.ts';

export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly job: MockJob }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal }
  /** Answered by a symptom that proves nothing. `job`: accepted, or as it would have been [mock.twins]. */
  | { readonly kind: 'unproven'; readonly symptom: Symptom; readonly job: MockJob };

/** An API's names for submissions. */
export interface WireNaming {
  /** Builds a task id in the API's form, from 24 hexadecimal digits. */
  readonly taskId: (digits: string) => string;
  /** True if the client sent the correlation id: for an API without such ids it is a digest. */
  readonly isNamed: boolean;
}

const ownNaming: WireNaming = { taskId: (digits) => `gen_${digits}`, isNamed: true };

/** A submission before the decision. */
interface Case {
  readonly facts: AttemptFacts;
  readonly attempt: number;
  readonly sent: MockSubmission;
  /** Without tokens. */
  readonly submission: MockSubmission;
}

/** Refusals of a submission that no wait and no repetition changes. */
const forGood: ReadonlySet<string> = new Set(['invalid', 'login', 'credits', 'forbidden']);

/** Intake of submissions: accepts or refuses each synchronously, and records it. */
export class SubmissionIntake {
  readonly #state: LedgerState;
  readonly #history: RequestHistory;
  readonly #rules: SubmissionRules;

  constructor(state: LedgerState, rules: SubmissionRules) {
    this.#state = state;
    this.#history = state.requestHistory;
    this.#rules = rules;
  }

  /** Accepts or refuses one submission, synchronously. An acceptance survives the process. */
  submit(account: string, sent: MockSubmission, naming = ownNaming): SubmissionOutcome {
    const given = this.#caseOf(account, sent, naming.isNamed);
    const undrawable = undrawableRefusal(given.submission);
    if (undrawable !== undefined) return this.#refuse(given.facts, undrawable.refusal);
    const ruled = this.#ruled(given);
    const verdict = this.#check(given, ruled);
    const outcome = alterationOf(verdict, ruled);
    if (outcome !== null) this.#history.exchanges.alters(outcome);
    if (verdict.kind === 'refused') return this.#refuse(given.facts, verdict.refusal);
    const { instructions } = verdict;
    const { response, accepted } = instructions;
    if (response === null)
      return { kind: 'accepted', job: this.#accept(given, instructions, naming) };
    // After the limits, as for an accepted submission: the response must not distinguish it from its twin [mock.twins].
    if (accepted !== 'no')
      return this.#unproven(response, this.#accept(given, instructions, naming), naming);
    const job = this.#plan(given, instructions, naming);
    const truth = response === 'lost' || response === 'hang' ? 'lost' : 'refused';
    const means = response === 'own' && isProof(outcome?.status ?? 0) ? 'refused' : 'nothing';
    this.#history.addAttempt(given.facts, { truth, job: null, means });
    return this.#unproven(response, job, naming);
  }

  /** Adds a job whose course is fixed elsewhere, and records its submission. */
  accept(job: MockJob): void {
    const { key } = this.#history.factsOf(job.account, job, null);
    this.#state.record({ fact: 'accepted', job, key, attempt: this.#history.nextAttempt(key) });
  }

  /** Records that the response reported the acceptance. */
  markAnswered(id: string): void {
    if (this.#state.job(id) !== undefined) this.#state.record({ fact: 'answered', id });
  }

  /** Records a repeated submission that was not accepted: answered with this job, or, if it is null, refused. */
  noteRepeat(account: string, sent: MockSubmission, job: MockJob | null): void {
    const { facts } = this.#caseOf(account, sent, true);
    const truth: SubmissionTruth = job === null ? 'refused' : 'repeated';
    this.#history.addAttempt(facts, { truth, job, means: job === null ? 'refused' : 'accepted' });
  }

  /** Returns true if a used key may be submitted again, by its own tokens or those of a rule. */
  mayRepeat(account: string, sent: MockSubmission): boolean {
    const { tokens } = this.#ruled(this.#caseOf(account, sent, true));
    // An unknown token is refused later.
    return tokens.kind === 'unknown' || tokens.instructions.duplicateAccepted;
  }

  #caseOf(account: string, sent: MockSubmission, isNamed: boolean): Case {
    const submission = withoutTokens(sent);
    const ownId = isNamed ? submission.correlationId : null;
    const facts = this.#history.factsOf(account, submission, ownId);
    return { facts, attempt: this.#history.nextAttempt(facts.key), sent, submission };
  }

  #ruled({ facts: { account, key }, attempt, sent, submission: { model } }: Case): RuledTokens {
    const at = this.#state.clock.now();
    const idempotencyKey = this.#history.idempotencyKey();
    const asked = this.#history.exchanges.asked();
    const known = { ...asked, account, key, attempt, model, at, idempotencyKey };
    return readRuledTokens(this.#rules, sent, known);
  }

  #check(given: Case, ruled: RuledTokens): SubmissionVerdict {
    const { account } = given.facts;
    this.#history.exchanges.note({ failedJobs: this.#state.counts(account).failed });
    if (this.#state.account(account).login === 'valid') this.#noteRuling(ruled);
    const tokens = withTruth(ruled.tokens, this.#state.seed, given);
    return checkSubmission(this.#state, { ...given.submission, account }, tokens);
  }

  /** Counts a decision of rules, and records it in the exchange being answered. */
  #noteRuling({ asked, tokens }: RuledTokens): void {
    if (asked === undefined) return;
    asked.note();
    const overridden = tokens.kind === 'parsed' ? tokens.overridden : [];
    if (!asked.isAsked && overridden.length === 0) return;
    const lost = overridden.length === 0 ? {} : { overridden };
    this.#history.exchanges.isRuled({ ...asked.ruling, ...lost });
  }

  #plan(
    { facts: { account }, submission }: Case,
    instructions: MockInstructions,
    { taskId }: WireNaming,
  ): MockJob {
    const { clock, seed, submissions } = this.#state;
    const earlier = submissions.find({ ...submission, account }).length;
    const job = planJob({ seed, account, submission, instructions, earlier, clock, taskId });
    const isLocal = this.#history.exchanges.current()?.request.isLocal === true;
    return job.callback !== undefined && isLocal
      ? { ...job, callback: { ...job.callback, isLocal } }
      : job;
  }

  #accept(given: Case, instructions: MockInstructions, naming: WireNaming): MockJob {
    const { attempt, facts } = given;
    const job = this.#plan(given, instructions, naming);
    this.#state.record({ fact: 'accepted', job, key: facts.key, attempt });
    if (instructions.dupAccept) {
      const duplicate = { ...this.#plan(given, instructions, naming), duplicateOf: job.id };
      this.#state.record({ fact: 'accepted', job: duplicate, key: facts.key, attempt });
    }
    return this.#state.job(job.id) ?? job;
  }

  /** A wrong id is unknown to the API, like a right one that is not accepted. */
  #unproven(symptom: Symptom, job: MockJob, { taskId }: WireNaming): SubmissionOutcome {
    if (symptom !== 'wrong-id') return { kind: 'unproven', symptom, job };
    const digits = keyedDigest(this.#state.seed, 'wrong-id', job.id).toString('hex', 0, 12);
    return { kind: 'unproven', symptom, job: { ...job, id: taskId(digits) } };
  }

  #refuse(facts: AttemptFacts, refusal: SubmissionRefusal): SubmissionOutcome {
    this.#history.addAttempt(facts, { truth: 'refused', job: null, means: 'refused' });
    this.#history.exchanges.note({
      waitMs: refusal.retryAfterMs,
      isRefusedForGood: forGood.has(refusal.kind),
      ...(refusal.kind !== 'credits' && { failedJobs: null }),
    });
    if (refusal.kind === 'concurrency') this.#history.seeFull(facts.account);
    return { kind: 'refused', refusal };
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
