import type { RuledOp } from '../faults/ruled-op.ts';
import type { RuleThen, RuleWhen, SpaceRule } from '../faults/scenario.ts';
import { callControl, type SpaceControl } from './control-call.ts';

/** A rule with its counts. */
export interface SpaceRuleCounts {
  readonly name: string;
  readonly when: RuleWhen & { readonly op: RuledOp };
  readonly then: RuleThen;
  readonly times: number | null;
  /** Numbers of requests that it matched, and about which it decided. */
  readonly fits: number;
  readonly decided: number;
  /** While it has decided nothing: the request that came nearest, and the condition that kept it out. */
  readonly nearest: { readonly request: number; readonly why: string } | null;
}

/** The rules of a test in its space. */
export interface SpaceRules {
  /**
   * Adds a rule. Of the rules that match and are due, only the oldest one decides.
   *
   * @throws Error with the mock's message if the rule is invalid
   */
  rule(rule: SpaceRule): Promise<SpaceRuleCounts>;
  /** All rules, with their counts. */
  rules(): Promise<readonly SpaceRuleCounts[]>;
  /** Removes the rule of this name, or all. Throws if there is no rule of this name. */
  removeRules(name?: string): Promise<void>;
}

export function createSpaceRules(control: SpaceControl): SpaceRules {
  return {
    rule: ({ when = {}, ...given }) =>
      callControl<SpaceRuleCounts>(control, { path: 'rules', body: { when, ...given } }),
    rules: async () => {
      const all = await callControl<{ readonly rules: readonly SpaceRuleCounts[] }>(control, {
        path: 'rules',
      });
      return all.rules;
    },
    removeRules: async (name) => {
      await callControl(control, { path: 'rules', query: { name }, method: 'DELETE' });
    },
  };
}
