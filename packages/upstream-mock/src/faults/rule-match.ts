import { isKey } from '../job/logical-key.ts';
import { isFound } from '../input/bounded-pattern.ts';
import type { RuleConditions } from './rule-form.ts';
import type { RuledOp } from './ruled-op.ts';

/** A request for the conditions of rules. Fields that do not apply are null. */
export interface RuledRequest {
  readonly op: RuledOp;
  /** Id of its exchange. */
  readonly request: number | null;
  /** Time of the request, in ms since 1970 by the clock of the space. */
  readonly at: number;
  readonly wire: string;
  readonly route: string | null;
  readonly method: string | null;
  readonly header: (name: string) => string | undefined;
  readonly account: string;
  readonly key: string | null;
  readonly attempt: number | null;
  /** Without tokens. */
  readonly model: string | null;
  readonly prompt: string | null;
}

/** A condition that is false, and the number of those before it. */
export interface UnmetCondition {
  readonly met: number;
  readonly why: string;
}

type Check = (when: RuleConditions, given: RuledRequest) => string | undefined;

const same = (field: keyof RuleConditions, wanted: string | undefined, given: string | null) =>
  wanted === undefined || wanted === given ? undefined : `when.${field} differs`;

/** Each condition, the coarsest first. No value of a request is repeated, because an account is a key. */
const checks: readonly Check[] = [
  ({ op = 'submit' }, given) =>
    op === given.op ? undefined : `when.op is ${op}, and this was ${given.op}`,
  ({ personality }, { wire }) => same('personality', personality, wire),
  ({ route }, given) =>
    route === undefined || route === given.route
      ? undefined
      : `when.route is ${route}, and this was ${given.route ?? 'a request without a named route'}`,
  ({ method }, given) =>
    method === undefined || method === given.method
      ? undefined
      : `when.method is ${method}, and this was ${given.method ?? 'no request'}`,
  ({ header = {} }, given) => {
    const other = Object.entries(header).find(
      ([name, wanted]) => !isHeader(given.header(name.toLowerCase()), wanted),
    );
    return other === undefined ? undefined : `when.header ${other[0]} differs or is missing`;
  },
  (when, { account }) => same('account', when.account, account),
  (when, { model }) => same('model', when.model, model),
  ({ contains }, { prompt }) =>
    contains === undefined || prompt?.includes(contains) === true
      ? undefined
      : `when.contains is not in the prompt${hintOn(contains, prompt)}`,
  ({ matches }, { prompt }) =>
    matches === undefined || (prompt !== null && isFound(matches, prompt))
      ? undefined
      : 'when.matches is not found in the prompt',
  (when, { key }) =>
    when.key === undefined || (key !== null && isKey(key, when.key))
      ? undefined
      : 'when.key differs',
  (when, { attempt }) =>
    when.attempt === undefined || when.attempt === attempt
      ? undefined
      : `when.attempt is ${when.attempt}, and this was attempt ${attempt ?? 'none'} of its key`,
  ({ between }, { at }) =>
    between === undefined || (at >= between.from && at < between.to)
      ? undefined
      : 'the time is outside when.between',
];

/** Number of conditions of a rule. */
export const mostMet = checks.length;

function isHeader(value: string | undefined, wanted: string | RegExp): boolean {
  if (value === undefined) return false;
  return typeof wanted === 'string' ? value === wanted : isFound(wanted, value);
}

function hintOn(contains: string, prompt: string | null): string {
  if (prompt?.toLowerCase().includes(contains.toLowerCase()) === true)
    return ', which has it in other letter case';
  return /^\^|\$$|\.[*+]|\\[a-z]|[[(].*[\])]/.test(contains)
    ? '; it looks like a pattern: use when.matches'
    : '';
}

/** The first condition that is false; undefined if all are true. */
export function unmetOf(when: RuleConditions, given: RuledRequest): UnmetCondition | undefined {
  for (const [met, check] of checks.entries()) {
    const why = check(when, given);
    if (why !== undefined) return { met, why };
  }
  return undefined;
}
