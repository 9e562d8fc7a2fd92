import type { RuledOp } from './ruled-op.ts';

/** Conditions of a rule, all of which must be true. Those of a read are about its job. */
export interface RuleConditions {
  readonly op?: RuledOp | undefined;
  readonly route?: string | undefined;
  readonly method?: string | undefined;
  readonly header?: { readonly [name: string]: string | RegExp } | undefined;
  readonly nth?: number | undefined;
  readonly attempt?: number | undefined;
  readonly key?: string | undefined;
  readonly contains?: string | undefined;
  readonly matches?: RegExp | undefined;
  readonly model?: string | undefined;
  readonly account?: string | undefined;
  readonly personality?: string | undefined;
  /** From (inclusive) to (exclusive), in ms since 1970 by the mock's clock. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
}

/** Outcome of a rule: tokens or the name of a fault, changes to the response, or both. */
export interface RuleOutcome {
  readonly fault?: string | undefined;
  readonly status?: number | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly body?: unknown;
  /** In ms, before scaling. */
  readonly delay?: number | undefined;
  /** Bytes of the body that are sent before the connection is reset. */
  readonly cut?: number | undefined;
  readonly accepted?: boolean | undefined;
}

/** A rule as read from a request or a scenario. */
export interface ReadRule {
  readonly name?: string | undefined;
  readonly when: RuleConditions;
  readonly then: RuleOutcome;
  readonly times?: number | undefined;
}

/** A fault for later requests, set by a test. */
export interface Rule {
  readonly name: string;
  readonly when: RuleConditions;
  readonly outcome: RuleOutcome;
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
export function printOutcome({ fault, status, ...changes }: RuleOutcome): string {
  const others = Object.keys(changes).filter((field) => field !== 'accepted');
  return [fault, status === undefined ? undefined : `status ${status}`, ...others]
    .filter((word) => word !== undefined)
    .join(', ');
}
