import type { PassedRule, Ruling } from '../records/ruling.ts';
import type { ChaosSource } from './chaos.ts';
import type { ReadRule, RuleConditions, RuleOutcome } from './rule-form.ts';
import { mostMet, type RuledRequest, type UnmetCondition, unmetOf } from './rule-match.ts';
import type { RuledOp } from './ruled-op.ts';

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
  /** Exchange of the nearest request, and what kept it out; null once the rule decided, and while no request came. */
  readonly nearest: { readonly request: number; readonly why: string } | null;
}

/** Maximum rules of one space: each is evaluated for each request. */
export const mostRules = 100;

/** Decision of the rules about a request. */
export interface AskedRules {
  readonly ruling: Ruling;
  /** Outcome of the rule that decides; null if none does. */
  readonly outcome: RuleOutcome | null;
  /** True if a rule is about the operation of the request. */
  readonly isAsked: boolean;
  /** Counts the decision. */
  note(): void;
}

/** A new rule; a name is generated if it has none. */
export type WantedRule = Omit<Rule, 'name'> & { readonly name: string | null };

/** Creates a rule from a request. */
export function ruleOf({ name, when, then, times }: ReadRule): WantedRule {
  return { name: name ?? null, when, outcome: then, times: times ?? null };
}

interface KeptRule extends RuleCounts {
  /** Number of conditions that the nearest request met. */
  readonly met: number;
}

const uncounted = { fits: 0, decided: 0, nearest: null, met: -1 };

/** The rules of one space, oldest first: the first one that matches and is due decides [mock.rules.first]. */
export class SubmissionRules {
  /** Adds tokens to every submission; null if nothing is drawn. */
  chaos: ChaosSource | null = null;
  readonly #rules = new Map<string, KeptRule>();
  #made = 0;

  /** Reason why no further rule of this name is accepted from a test; undefined if one is. */
  refusalOf(name?: string): string | undefined {
    if (this.#rules.size >= mostRules) return `a space has at most ${mostRules} rules`;
    const isTaken = name !== undefined && this.#rules.has(name);
    return isTaken ? `a rule named ${name} exists: delete it first` : undefined;
  }

  /** Adds or replaces a rule, without a limit. */
  put({ name, ...given }: WantedRule): RuleCounts {
    const counts = { rule: { name: name ?? this.#freeName(), ...given }, ...uncounted };
    this.#rules.set(counts.rule.name, counts);
    return counts;
  }

  all(): readonly RuleCounts[] {
    return [...this.#rules.values()];
  }

  /** Returns true if there was a rule of this name. */
  remove(name: string): boolean {
    return this.#rules.delete(name);
  }

  clear(): void {
    this.#rules.clear();
    this.#made = 0;
  }

  /** Keeps the rules and resets their counts. */
  restart(): void {
    for (const [name, { rule }] of this.#rules) this.#rules.set(name, { rule, ...uncounted });
  }

  /** Decides about a request. Nothing is counted before `note` of the decision. */
  ask(given: RuledRequest): AskedRules {
    const { op, attempt, request } = given;
    const kind = op === 'submit' ? 'submission' : op;
    let decider: Rule | undefined;
    let decided: Ruling['decided'] = null;
    const passed: PassedRule[] = [];
    const counted: KeptRule[] = [];
    for (const counts of this.#rules.values()) {
      const { rule, fits } = counts;
      const unmet = unmetOf(rule.when, given);
      const next = { ...counts, fits: unmet === undefined ? fits + 1 : fits };
      const against = unmet ?? undueOf(counts, kind, decider);
      if (against === undefined) {
        decider = rule;
        const which = attempt === null ? '' : `, attempt ${attempt} of its key`;
        decided = { name: rule.name, why: `matching ${kind} ${fits + 1} of this rule${which}` };
        counted.push({ ...next, decided: counts.decided + 1, nearest: null });
        continue;
      }
      const { met, why } = against;
      if (opOf(rule) === op) passed.push({ name: rule.name, why });
      const isNearest = request !== null && counts.decided === 0 && met > counts.met;
      counted.push(isNearest ? { ...next, met, nearest: { request, why } } : next);
    }
    return {
      ruling: { decided, passed },
      outcome: decider?.outcome ?? null,
      isAsked: decided !== null || passed.length > 0,
      note: () => {
        for (const counts of counted) this.#rules.set(counts.rule.name, counts);
      },
    };
  }

  #freeName(): string {
    do this.#made += 1;
    while (this.#rules.has(`rule-${this.#made}`));
    return `rule-${this.#made}`;
  }
}

export function opOf({ when }: Pick<Rule, 'when'>): RuledOp {
  return when.op ?? 'submit';
}

/** Reason why a rule that matches does not decide: its counts, or an older rule that decided. */
function undueOf(
  { rule: { when, times }, fits, decided }: RuleCounts,
  kind: string,
  decider: Rule | undefined,
): UnmetCondition | undefined {
  if (when.nth !== undefined && when.nth !== fits + 1)
    return {
      met: mostMet,
      why: `when.nth is ${when.nth}, and this was matching ${kind} ${fits + 1}`,
    };
  if (times !== null && decided >= times)
    return { met: mostMet, why: `the rule had decided ${decided} times, its maximum` };
  return decider === undefined
    ? undefined
    : { met: Infinity, why: `${decider.name} is older, and decided` };
}

/** Outcome of a rule in words. */
export function printOutcome({ fault, status, ...changes }: RuleOutcome): string {
  const others = Object.keys(changes).filter((field) => field !== 'accepted');
  return [fault, status === undefined ? undefined : `status ${status}`, ...others]
    .filter((word) => word !== undefined)
    .join(', ');
}
