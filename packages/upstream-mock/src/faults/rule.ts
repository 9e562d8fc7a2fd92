/** Operations for rules, besides submissions. */
export const ruledReads = ['status', 'result', 'search', 'list', 'cancel', 'callback'] as const;
export type RuledRead = (typeof ruledReads)[number];

/** Operations for rules. */
export const ruledOps = ['submit', ...ruledReads] as const;
export type RuledOp = (typeof ruledOps)[number];

/** Conditions of a rule, all of which must be true. Those of a read are about its job. */
export interface RuleConditions {
  /** The operation; default `submit`. */
  readonly op?: RuledOp | undefined;
  /** Time of the request: from (inclusive), to (exclusive), in ms since 1970 by the clock of the space. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
  /** Its logical key, or the name in it. */
  readonly key?: string | undefined;
  /** Text in its prompt. */
  readonly contains?: string | undefined;
  /** Without tokens. */
  readonly model?: string | undefined;
  readonly account?: string | undefined;
  /** Name of its API. */
  readonly personality?: string | undefined;
  /** Number of the submission for its logical key, from 1. */
  readonly attempt?: number | undefined;
  /** Number of the request among those that match, from 1. */
  readonly nth?: number | undefined;
}

/** A fault for later requests, set by a test. */
export interface Rule {
  readonly name: string;
  readonly when: RuleConditions;
  /** Tokens added to a submission, as written between brackets; or the fault of another request. */
  readonly fault: string;
  /** Maximum number of decisions; null = unlimited. */
  readonly times: number | null;
}

/** A rule and its counts. */
export interface RuleCounts {
  readonly rule: Rule;
  /** Number of matching requests, whether it decided about them or not. */
  readonly fits: number;
  readonly decided: number;
}
