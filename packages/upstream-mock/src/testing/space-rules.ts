import type { RuledOp } from '../faults/ruled-op.ts';
import type { RuleThen, RuleWhen, SpaceRule } from '../faults/scenario.ts';
import type { CallControl } from './control-call.ts';

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
export type SpaceRules = ReturnType<typeof createSpaceRules>;

export function createSpaceRules(call: CallControl) {
  return {
    /**
     * Adds a rule. Of the rules that match and are due, only the oldest one decides.
     *
     * @throws Error with the mock's message if the rule is invalid
     */
    rule: ({ when = {}, ...given }: SpaceRule) =>
      call<SpaceRuleCounts>('rules', { body: { when, ...given } }),
    /** All rules, with their counts. */
    rules: async () => (await call<{ rules: readonly SpaceRuleCounts[] }>('rules')).rules,
    /** Removes the rule of this name, or all. Throws if there is no rule of this name. */
    removeRules: async (name?: string) => {
      await call('rules', { query: { name }, method: 'DELETE' });
    },
  };
}
