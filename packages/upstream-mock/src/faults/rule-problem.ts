import { didYouMean } from '../input/nearest-names.ts';
import {
  contradicts,
  parseFaultList,
  type ParsedFaults,
  readToken,
  unknownToken,
} from './parse-faults.ts';
import { readFaultOf } from './read-fault.ts';
import type { RuleConditions, RuleOutcome } from './rule.ts';
import type { RuledOp } from './ruled-op.ts';
import type { RuleForm } from './rule-form.ts';

/** An API that rules can be about. */
export interface RuledWire {
  /** True if it replays a recording: rules decide nothing there. */
  readonly isReplayed?: boolean | undefined;
  /** Operations of its routes, by name; absent = not listed. */
  readonly routes?: ReadonlyMap<string, RuledOp> | undefined;
}

/** Mock that a rule is made for. */
export interface RuleSetting {
  readonly wires: ReadonlyMap<string, RuledWire>;
  /** Instant from which the rule exists, in ms since 1970; null = unknown. */
  readonly from: number | null;
}

/**
 * Problem of a well-formed rule, with the field: a mistake, a contradiction, or a reason why it could never decide;
 * undefined if there is none.
 */
export function ruleProblem(
  { when, then, times }: RuleForm,
  setting: RuleSetting,
): string | undefined {
  return (
    faultProblem(when, then) ??
    acceptanceProblem(when, then) ??
    conditionProblem(when) ??
    wireProblem(when, setting) ??
    timeProblem({ when, times }, setting)
  );
}

/** Problem of a fault for the rule's operation. */
function faultProblem({ op = 'submit' }: RuleConditions, then: RuleOutcome): string | undefined {
  const { fault, status, body, cut, headers } = then;
  if (
    op === 'callback' &&
    (fault === undefined || Object.values(then).filter((value) => value !== undefined).length > 1)
  )
    return 'then of a rule about callback has only fault';
  if (fault === undefined) return undefined;
  if (op === 'submit')
    return tokensProblem(fault) ?? bothProblem(parseFaultList(fault, { from: '' }), then);
  const read = readFaultOf(op, fault);
  if (read.kind === 'unknown') {
    const isToken = readToken(read.word) !== undefined;
    const where = isToken
      ? 'it takes effect at acceptance: use a rule about submit'
      : `did you mean ${read.near.join(', ')}?`;
    return `then.fault ${JSON.stringify(read.word)} does not apply to ${op}; ${where}`;
  }
  if (status !== undefined) return 'then.status contradicts then.fault';
  const isSilent = read.fault.kind === 'bare' && ['lost', 'hang'].includes(read.fault.symptom);
  if (isSilent && (body !== undefined || cut !== undefined || headers !== undefined))
    return `then.fault ${fault} has no response to change`;
  return undefined;
}

/** An unknown token, or two of one list that contradict each other. */
export function tokensProblem(fault: string, from = 'then.fault'): string | undefined {
  const parsed = parseFaultList(fault, { from });
  if (parsed.kind === 'unknown') return unknownToken(parsed);
  const tokens = fault.split(',').map((token) => token.trim());
  for (const [index, token] of tokens.entries())
    for (const other of tokens.slice(index + 1))
      if (areContrary(token, other)) return `${token} contradicts ${other} in ${from}`;
  const { response, accepted } = parsed.instructions;
  return accepted !== null && response === null ? `accepted needs response in ${from}` : undefined;
}

/** Tokens for different attempts never meet. */
function areContrary(one: string, other: string): boolean {
  const [first = '', onlyFirst] = one.split('@');
  const [second = '', onlySecond] = other.split('@');
  if (onlyFirst !== undefined && onlySecond !== undefined && onlyFirst !== onlySecond) return false;
  const [earlier = {}, later = {}] = [readToken(first), readToken(second)];
  return contradicts(earlier, later) || contradicts(later, earlier);
}

/** Tokens that decide the response beside a response of the rule's own. */
function bothProblem(parsed: ParsedFaults, then: RuleOutcome): string | undefined {
  if (parsed.kind === 'unknown') return undefined;
  const { response, refuse, refuseCode, accepted } = parsed.instructions;
  const isDecided = response !== null || refuse !== null || refuseCode !== null;
  if (isDecided && then.status !== undefined) return 'then.status contradicts then.fault';
  const isSilent = response === 'lost' || response === 'hang';
  if (isSilent && (then.body !== undefined || then.cut !== undefined || then.headers !== undefined))
    return `then.fault ${then.fault} has no response to change`;
  const isRefused = refuse !== null || refuseCode !== null;
  if (then.accepted !== undefined && (accepted !== null || (isRefused && then.accepted)))
    return 'then.accepted contradicts then.fault';
  return undefined;
}

function acceptanceProblem(
  { op = 'submit' }: RuleConditions,
  { accepted }: RuleOutcome,
): string | undefined {
  return accepted === undefined || op === 'submit' || op === 'cancel'
    ? undefined
    : `then.accepted does not apply to ${op}: only to submit and cancel`;
}

const ofAnyRequest = [
  'op',
  'nth',
  'account',
  'personality',
  'between',
  'route',
  'method',
  'header',
];
const ofAnyCallback = [
  'op',
  'nth',
  'attempt',
  'key',
  'contains',
  'matches',
  'model',
  'account',
  'personality',
  'between',
];

/** A list is about no job, and a callback is no request. */
function conditionProblem(when: RuleConditions): string | undefined {
  const known = when.op === 'list' ? ofAnyRequest : when.op === 'callback' ? ofAnyCallback : null;
  const given = Object.entries(when).filter(([, value]) => value !== undefined);
  const odd = known === null ? undefined : given.find(([field]) => !known.includes(field));
  return odd === undefined || known === null
    ? undefined
    : `when.${odd[0]} does not apply to ${when.op}; known: ${known.join(', ')}`;
}

/** A personality, a route or an operation that no API has, or that only a recording has. */
function wireProblem(
  { personality, route, op }: RuleConditions,
  { wires }: RuleSetting,
): string | undefined {
  const known = [...wires.keys()];
  if (personality !== undefined && !wires.has(personality))
    return `when.personality is no API of this mock; ${didYouMean(personality, known)}`;
  const meant = known.filter((name) => personality === undefined || name === personality);
  const others = meant.filter((name) => name !== 'mock' || personality !== undefined);
  const asked = others.length > 0 ? others : meant;
  if (asked.every((name) => wires.get(name)?.isReplayed === true))
    return 'when can never be true: rules decide nothing about APIs that are replayed';
  const listed = meant.map((name) => wires.get(name)?.routes);
  if (listed.some((routes) => routes === undefined)) return undefined;
  const routes = listed.flatMap((all) => [...(all ?? [])]);
  const ofRoute = routes.filter(([name]) => route === undefined || name === route);
  if (ofRoute.length === 0 && route !== undefined)
    return `when.route is no route of these APIs; ${didYouMean(
      route,
      routes.map(([name]) => name),
    )}`;
  if (ofRoute.some(([, of]) => of === (op ?? 'submit')) || op === 'callback') return undefined;
  return `when can never be true: no route ${route ?? 'of these APIs'} is a ${op ?? 'submit'}`;
}

/** A window that is over, and an `nth` that `times` excludes. */
function timeProblem(
  { when: { between, nth }, times }: Pick<RuleForm, 'when' | 'times'>,
  { from }: RuleSetting,
): string | undefined {
  if (between !== undefined && from !== null && between.to <= from)
    return `when.between is over: the rule exists from ${new Date(from).toISOString()} on`;
  if (nth !== undefined && times !== undefined && nth > times)
    return `when.nth is ${nth} and times ${times}: a rule with nth decides once`;
  return undefined;
}
