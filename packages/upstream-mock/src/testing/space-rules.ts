import type { RuledOp } from '../rules/rule.ts';
import { callControl, type SpaceControl } from './control-call.ts';

/** Instants of the space's clock, in ISO 8601: from the first on and before the second. One that is left out is no limit. */
export interface RuleWindow {
  readonly from?: string;
  readonly to?: string;
}

/** What a request has to be for a rule to fit: all that is given has to hold. */
export interface RuleWhen {
  /** What it asks for; `submit` unless given. */
  readonly op?: RuledOp;
  /** Which of the requests that fit it is, from 1. */
  readonly nth?: number;
  /** Which submission of its logical key it is, or its job came of, from 1. */
  readonly attempt?: number;
  /** A logical key, or the name in it. */
  readonly key?: string;
  /** Text of the prompt. */
  readonly contains?: string;
  /** Without tokens. */
  readonly model?: string;
  /** The account key. */
  readonly account?: string;
  /** Name of the wire; `mock` for the mock's own. */
  readonly personality?: string;
  readonly between?: RuleWindow;
}

/** What goes wrong, and with which requests. */
export interface SpaceRule {
  /** By which it is removed and explained; it gets one unless given. */
  readonly name?: string;
  /** Every submission unless given. */
  readonly when?: RuleWhen;
  /** `fault`: tokens for a submission, as `lost-response` or `queue=5s,run=1s`; for another request what befalls it, as `500`. */
  readonly then: { readonly fault: string };
  /** How often it decides at most; without end unless given. */
  readonly times?: number;
}

/** A rule as it stands. */
export interface SpaceRuleStanding {
  readonly name: string;
  readonly when: RuleWhen & { readonly op: RuledOp };
  readonly then: { readonly fault: string };
  readonly times: number | null;
  /** Requests that it fitted, and about which it decided. */
  readonly fits: number;
  readonly decided: number;
}

/** What a test lays down to go wrong in its space. */
export interface SpaceRules {
  /**
   * From now on this goes wrong. Of the rules that fit and are due the one that was made first decides, alone.
   *
   * @throws Error with the mock's own words when the rule makes no sense
   */
  rule(rule: SpaceRule): Promise<SpaceRuleStanding>;
  /** All rules, with how often each fitted and decided. */
  rules(): Promise<readonly SpaceRuleStanding[]>;
  /** Removes the rule of this name, or all. Throws if there is none of the name. */
  removeRules(name?: string): Promise<void>;
}

export function createSpaceRules(control: SpaceControl): SpaceRules {
  return {
    rule: ({ when = {}, ...given }) =>
      callControl<SpaceRuleStanding>(control, { path: 'rules', body: { when, ...given } }),
    rules: async () => {
      const all = await callControl<{ readonly rules: readonly SpaceRuleStanding[] }>(control, {
        path: 'rules',
      });
      return all.rules;
    },
    removeRules: async (name) => {
      await callControl(control, { path: 'rules', query: { name }, method: 'DELETE' });
    },
  };
}
