import { isKey } from '../evidence/logical-key.ts';
import type { ChaosSource } from '../scenario/chaos.ts';
import type { ReadRule } from '../scenario/scenario.ts';
import type { PassedRule, Rule, RuleConditions, RuledOp, RuleStanding, Ruling } from './rule.ts';

/** Most rules of one space: each is looked at for each request. */
export const mostRules = 100;

/** A request as rules see it. What it is not about is null. */
export interface RuledRequest {
  readonly op: RuledOp;
  /** When it came, in ms since 1970 by the clock of the space. */
  readonly at: number;
  readonly account: string;
  readonly key: string | null;
  readonly attempt: number | null;
  /** Without tokens. */
  readonly model: string | null;
  readonly prompt: string | null;
  readonly wire: string;
}

/** What the rules say of a request. Nothing is counted before it is noted. */
export interface AskedRules {
  readonly ruling: Ruling;
  /** Tokens of the rule that decides; null where none does. */
  readonly fault: string | null;
  readonly fitting: ReadonlySet<string>;
}

/** A rule to make; one without a name gets one. */
export type WantedRule = Omit<Rule, 'name'> & { readonly name: string | null };

/** The rule that is asked for. */
export function ruleOf({ name, when, then, times }: ReadRule): WantedRule {
  return { name: name ?? null, when, fault: then.fault, times: times ?? null };
}

export type AddedRule =
  | { readonly kind: 'added'; readonly standing: RuleStanding }
  | { readonly kind: 'refused'; readonly message: string };

/** The rules of one space, in the order they were made: the first one that fits and is due decides [mock.rules.first]. */
export class SubmissionRules {
  /** Adds tokens to every submission; null where nothing is drawn. */
  chaos: ChaosSource | null = null;
  readonly #rules = new Map<string, RuleStanding>();
  #made = 0;

  /** Makes a rule; one without a name gets one. */
  add(wanted: WantedRule): AddedRule {
    const { name } = wanted;
    if (this.#rules.size >= mostRules)
      return { kind: 'refused', message: `a space has at most ${mostRules} rules` };
    if (name !== null && this.#rules.has(name))
      return { kind: 'refused', message: `there is a rule of the name ${name}: delete it first` };
    return { kind: 'added', standing: this.put(wanted) };
  }

  /** Makes a rule in the place of one of its name, however many there are. */
  put({ name, ...given }: WantedRule): RuleStanding {
    const standing = { rule: { name: name ?? this.#freeName(), ...given }, fits: 0, decided: 0 };
    this.#rules.set(standing.rule.name, standing);
    return standing;
  }

  all(): readonly RuleStanding[] {
    return [...this.#rules.values()];
  }

  /** Whether there was a rule of this name. */
  remove(name: string): boolean {
    return this.#rules.delete(name);
  }

  clear(): void {
    this.#rules.clear();
    this.#made = 0;
  }

  /** Keeps the rules, and counts from the beginning. */
  restart(): void {
    for (const [name, { rule }] of this.#rules)
      this.#rules.set(name, { rule, fits: 0, decided: 0 });
  }

  /** Undefined without rules about what the request asks for. */
  ask(request: RuledRequest): AskedRules | undefined {
    const { op, attempt } = request;
    const asked = [...this.#rules.values()].filter(({ rule }) => opOf(rule) === op);
    if (asked.length === 0) return undefined;
    const kind = op === 'submit' ? 'submission' : op;
    let decider: Rule | undefined;
    let why = '';
    const passed: PassedRule[] = [];
    const fitting = new Set<string>();
    for (const standing of asked) {
      const { rule, fits } = standing;
      const unmet = unmetOf(rule.when, request);
      if (unmet === undefined) fitting.add(rule.name);
      const against = unmet ?? undueOf(standing, kind) ?? beatenBy(decider);
      if (against === undefined) {
        decider = rule;
        why = `fitting ${kind} ${fits + 1} of this rule`;
        if (attempt !== null) why += `, attempt ${attempt} of its key`;
      } else passed.push({ name: rule.name, why: against });
    }
    const decided = decider === undefined ? null : { name: decider.name, why };
    return { ruling: { decided, passed }, fault: decider?.fault ?? null, fitting };
  }

  /** Counts what was said of a request. */
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

/** What a rule is about. */
export function opOf({ when }: Pick<Rule, 'when'>): RuledOp {
  return when.op ?? 'submit';
}

/** The first condition that does not hold. No value of a request is repeated: an account is a key. */
function unmetOf(when: RuleConditions, given: RuledRequest): string | undefined {
  const { at, key, prompt } = given;
  if (when.between !== undefined && (at < when.between.from || at >= when.between.to))
    return 'it came outside of when.between';
  if (when.personality !== undefined && when.personality !== given.wire)
    return 'when.personality is another';
  if (when.account !== undefined && when.account !== given.account)
    return 'when.account is another';
  if (when.model !== undefined && when.model !== given.model) return 'when.model is another';
  if (when.contains !== undefined && prompt?.includes(when.contains) !== true)
    return 'when.contains is not in the prompt';
  if (when.key !== undefined && (key === null || !isKey(key, when.key)))
    return 'when.key is another';
  if (when.attempt !== undefined && when.attempt !== given.attempt)
    return `when.attempt is ${when.attempt}, and this was attempt ${given.attempt ?? 'none'} of its key`;
  return undefined;
}

function undueOf(
  { rule: { when, times }, fits, decided }: RuleStanding,
  kind: string,
): string | undefined {
  if (when.nth !== undefined && when.nth !== fits + 1)
    return `when.nth is ${when.nth}, and this was fitting ${kind} ${fits + 1}`;
  if (times !== null && decided >= times) return `it had decided ${decided} times, as times says`;
  return undefined;
}

function beatenBy(decider: Rule | undefined): string | undefined {
  return decider === undefined ? undefined : `${decider.name} was made earlier, and decided`;
}
