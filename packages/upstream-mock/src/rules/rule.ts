/** What rules can be about besides submissions. */
export const ruledReads = ['status', 'result', 'search', 'list', 'cancel', 'callback'] as const;
export type RuledRead = (typeof ruledReads)[number];

/** What rules can be about. */
export const ruledOps = ['submit', ...ruledReads] as const;
export type RuledOp = (typeof ruledOps)[number];

/** What a request has to be for a rule to fit: all that is given has to hold. Of a read it is said of its job. */
export interface RuleConditions {
  /** What it asks for; `submit` where it is left out. */
  readonly op?: RuledOp | undefined;
  /** When it came: from the first instant on and before the second, in ms since 1970 by the clock of the space. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
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
  /** Which of the requests that fit so far it is, from 1. */
  readonly nth?: number | undefined;
}

/** What a test lays down for requests to come. */
export interface Rule {
  readonly name: string;
  readonly when: RuleConditions;
  /** Tokens that are added to those of a submission, as they are written between brackets; or what befalls a request of another kind. */
  readonly fault: string;
  /** How often it decides at most; null = without end. */
  readonly times: number | null;
}

/** A rule, and what became of it. */
export interface RuleStanding {
  readonly rule: Rule;
  /** Requests that it fitted, whether it decided about them or not. */
  readonly fits: number;
  readonly decided: number;
}

/** A rule that did not decide about a request, and why not. */
export interface PassedRule {
  readonly name: string;
  readonly why: string;
}

/** What the rules said of one request. */
export interface Ruling {
  /** The rule that decided, and why it did; null where none did. */
  readonly decided: { readonly name: string; readonly why: string } | null;
  readonly passed: readonly PassedRule[];
}
