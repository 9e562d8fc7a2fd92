import type { RuleForm } from './rule-form.ts';

/** Conditions of a rule, all of which must be true. Those of a read are about its job. */
export type RuleConditions = RuleForm['when'];
/** Outcome of a rule: tokens or the name of a fault, changes to the response, or both. */
export type RuleOutcome = RuleForm['then'];

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
