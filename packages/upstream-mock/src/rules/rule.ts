/** What a submission has to be for a rule to fit: all that is given has to hold. */
export interface RuleConditions {
  /** Its logical key, or the name in it. */
  readonly key?: string | undefined;
  /** Text of its prompt. */
  readonly contains?: string | undefined;
  /** Without tokens. */
  readonly model?: string | undefined;
  readonly account?: string | undefined;
  /** Name of the wire it comes over. */
  readonly personality?: string | undefined;
  /** Which submission of its logical key it is, from 1. */
  readonly attempt?: number | undefined;
  /** Which of the submissions that fit so far it is, from 1. */
  readonly nth?: number | undefined;
}

/** What a test lays down for submissions to come. */
export interface Rule {
  readonly name: string;
  readonly when: RuleConditions;
  /** Tokens that are added to those of the submission, as they are written between brackets. */
  readonly fault: string;
  /** How often it decides at most; null = without end. */
  readonly times: number | null;
}

/** A rule, and what became of it. */
export interface RuleStanding {
  readonly rule: Rule;
  /** Submissions that it fitted, whether it decided about them or not. */
  readonly fits: number;
  readonly decided: number;
}

/** A rule that did not decide about a submission, and why not. */
export interface PassedRule {
  readonly name: string;
  readonly why: string;
}

/** What the rules said of one submission. */
export interface Ruling {
  /** The rule that decided, and why it did; null where none did. */
  readonly decided: { readonly name: string; readonly why: string } | null;
  readonly passed: readonly PassedRule[];
}
