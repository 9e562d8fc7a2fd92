import type { Alteration } from '../http/altered-reply.ts';

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
  /** Name of its API. */
  readonly personality?: string | undefined;
  /** Name of its route on that API. */
  readonly route?: string | undefined;
  readonly method?: string | undefined;
  /** Text of each of these headers, or a pattern. */
  readonly header?: { readonly [name: string]: string | RegExp } | undefined;
  readonly account?: string | undefined;
  /** Without tokens. */
  readonly model?: string | undefined;
  /** Text in its prompt. */
  readonly contains?: string | undefined;
  /** Pattern in its prompt. */
  readonly matches?: RegExp | undefined;
  /** Its logical key, or the name in it. */
  readonly key?: string | undefined;
  /** Number of the submission for its logical key, from 1. */
  readonly attempt?: number | undefined;
  /** Number of the request among those that match, from 1. */
  readonly nth?: number | undefined;
}

/** Outcome of a rule: tokens or the name of a fault, changes to the response, or both. */
export interface RuleOutcome extends Alteration {
  /** Tokens added to a submission, as written between brackets; or the fault of another request. */
  readonly fault?: string | undefined;
  /** True if a submission is accepted, or a cancellation takes effect, whatever the response is. */
  readonly accepted?: boolean | undefined;
}

/** A fault for later requests, set by a test. */
export interface Rule {
  readonly name: string;
  readonly when: RuleConditions;
  readonly then: RuleOutcome;
  /** Maximum number of decisions; null = unlimited. */
  readonly times: number | null;
}

/** The request that came nearest to a rule, and the condition that kept it out. */
export interface NearestRequest {
  /** Id of its exchange. */
  readonly request: number;
  readonly why: string;
}

/** A rule and its counts. */
export interface RuleCounts {
  readonly rule: Rule;
  /** Number of matching requests, whether it decided about them or not. */
  readonly fits: number;
  readonly decided: number;
  /** Null once the rule has decided, and while no request came. */
  readonly nearest: NearestRequest | null;
}

/** Outcome of a rule in words. */
export function printOutcome({ fault, status, ...then }: RuleOutcome): string {
  const others = Object.keys(then).filter((field) => field !== 'accepted');
  return [fault, status === undefined ? undefined : `status ${status}`, ...others]
    .filter((word) => word !== undefined)
    .join(', ');
}
