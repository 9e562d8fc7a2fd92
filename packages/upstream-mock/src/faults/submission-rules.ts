import { isKey } from '../job/logical-key.ts';
import type { ChaosSource } from './chaos.ts';
import type { ReadRule } from './scenario.ts';
import type { PassedRule, Ruling } from '../records/ruling.ts';
import type { Rule, RuleConditions, RuledOp, RuleCounts } from './rule.ts';

/** Maximum rules of one space: each is evaluated for each request. */
export const mostRules = 100;

/** A request for the conditions of rules. Fields that do not apply are null. */
export interface RuledRequest {
  readonly op: RuledOp;
  /** Time of the request, in ms since 1970 by the clock of the space. */
  readonly at: number;
  readonly account: string;
  readonly key: string | null;
  readonly attempt: number | null;
  /** Without tokens. */
  readonly model: string | null;
  readonly prompt: string | null;
  readonly wire: string;
}

/** Decision of the rules about a request. Nothing is counted before `note`. */
export interface AskedRules {
  readonly ruling: Ruling;
  /** Tokens of the rule that decides; null if none does. */
  readonly fault: string | null;
  readonly fitting: ReadonlySet<string>;
}

/** A new rule; a name is generated if it has none. */
export type WantedRule = Omit<Rule, 'name'> & { readonly name: string | null };

/** Creates a rule from a request. */
export function ruleOf({ name, when, then, times }: ReadRule): WantedRule {
  return { name: name ?? null, when, fault: then.fault, times: times ?? null };
}

export type AddedRule =
  | { readonly kind: 'added'; readonly counts: RuleCounts }
  | { readonly kind: 'refused'; readonly message: string };

/** The rules of one space, oldest first: the first one that matches and is due decides [mock.rules.first]. */
export class SubmissionRules {
  /** Adds tokens to every submission; null if nothing is drawn. */
  chaos: ChaosSource | null = null;
  readonly #rules = new Map<string, RuleCounts>();
  #made = 0;

  /** Adds a rule; a name is generated if it has none. */
  add(wanted: WantedRule): AddedRule {
    const { name } = wanted;
    if (this.#rules.size >= mostRules)
      return { kind: 'refused', message: `a space has at most ${mostRules} rules` };
    if (name !== null && this.#rules.has(name))
      return { kind: 'refused', message: `a rule named ${name} exists: delete it first` };
    return { kind: 'added', counts: this.put(wanted) };
  }

  /** Adds or replaces a rule, without a limit. */
  put({ name, ...given }: WantedRule): RuleCounts {
    const counts = { rule: { name: name ?? this.#freeName(), ...given }, fits: 0, decided: 0 };
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
    for (const [name, { rule }] of this.#rules)
      this.#rules.set(name, { rule, fits: 0, decided: 0 });
  }

  /** Undefined if no rule is about the request's operation. */
  ask(request: RuledRequest): AskedRules | undefined {
    const { op, attempt } = request;
    const asked = [...this.#rules.values()].filter(({ rule }) => opOf(rule) === op);
    if (asked.length === 0) return undefined;
    const kind = op === 'submit' ? 'submission' : op;
    let decider: Rule | undefined;
    let why = '';
    const passed: PassedRule[] = [];
    const fitting = new Set<string>();
    for (const counts of asked) {
      const { rule, fits } = counts;
      const unmet = unmetOf(rule.when, request);
      if (unmet === undefined) fitting.add(rule.name);
      const against = unmet ?? undueOf(counts, kind) ?? beatenBy(decider);
      if (against === undefined) {
        decider = rule;
        why = `matching ${kind} ${fits + 1} of this rule`;
        if (attempt !== null) why += `, attempt ${attempt} of its key`;
      } else passed.push({ name: rule.name, why: against });
    }
    const decided = decider === undefined ? null : { name: decider.name, why };
    return { ruling: { decided, passed }, fault: decider?.fault ?? null, fitting };
  }

  /** Counts a decision. */
  note({ ruling, fitting }: AskedRules): void {
    for (const [name, { rule, fits, decided }] of this.#rules) {
      if (!fitting.has(name)) continue;
      const isDecider = ruling.decided?.name === name;
      this.#rules.set(name, { rule, fits: fits + 1, decided: decided + (isDecider ? 1 : 0) });
    }
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

/** The first condition that is false. No value of a request is repeated, because an account is a key. */
function unmetOf(when: RuleConditions, given: RuledRequest): string | undefined {
  const { at, key, prompt } = given;
  if (when.between !== undefined && (at < when.between.from || at >= when.between.to))
    return 'the time is outside when.between';
  if (when.personality !== undefined && when.personality !== given.wire)
    return 'when.personality differs';
  if (when.account !== undefined && when.account !== given.account) return 'when.account differs';
  if (when.model !== undefined && when.model !== given.model) return 'when.model differs';
  if (when.contains !== undefined && prompt?.includes(when.contains) !== true)
    return 'when.contains is not in the prompt';
  if (when.key !== undefined && (key === null || !isKey(key, when.key))) return 'when.key differs';
  if (when.attempt !== undefined && when.attempt !== given.attempt)
    return `when.attempt is ${when.attempt}, and this was attempt ${given.attempt ?? 'none'} of its key`;
  return undefined;
}

function undueOf(
  { rule: { when, times }, fits, decided }: RuleCounts,
  kind: string,
): string | undefined {
  if (when.nth !== undefined && when.nth !== fits + 1)
    return `when.nth is ${when.nth}, and this was matching ${kind} ${fits + 1}`;
  if (times !== null && decided >= times)
    return `the rule had decided ${decided} times, its maximum`;
  return undefined;
}

function beatenBy(decider: Rule | undefined): string | undefined {
  return decider === undefined ? undefined : `${decider.name} is older, and decided`;
}
