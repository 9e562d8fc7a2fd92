import type { RuledOp } from '../rules/rule.ts';

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
