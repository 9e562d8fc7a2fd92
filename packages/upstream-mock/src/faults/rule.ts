import type * as z from 'zod';
import type { ruleSchema } from './rule-form.ts';

/** A rule as read from a request or a scenario. */
export type ReadRule = z.output<typeof ruleSchema>;

/** Conditions of a rule, all of which must be true. Those of a read are about its job. */
export type RuleConditions = ReadRule['when'];

/** Outcome of a rule: tokens or the name of a fault, changes to the response, or both. */
export type RuleOutcome = ReadRule['then'];

/** A fault for later requests, set by a test. */
export interface Rule {
  readonly name: string;
  readonly when: RuleConditions;
  readonly outcome: RuleOutcome;
  /** Maximum number of decisions; null = unlimited. */
  readonly times: number | null;
}

/** A rule and its counts. */
export interface RuleCounts {
  readonly rule: Rule;
  /** Number of matching requests, whether it decided about them or not. */
  readonly fits: number;
  readonly decided: number;
  /**
   * Id of the exchange that came nearest to the rule, and the condition that kept it out; null once the rule has decided,
   * and while no request came.
   */
  readonly nearest: { readonly request: number; readonly why: string } | null;
}

/** Outcome of a rule in words. */
export function printOutcome({ fault, status, ...changes }: RuleOutcome): string {
  const others = Object.keys(changes).filter((field) => field !== 'accepted');
  return [fault, status === undefined ? undefined : `status ${status}`, ...others]
    .filter((word) => word !== undefined)
    .join(', ');
}
