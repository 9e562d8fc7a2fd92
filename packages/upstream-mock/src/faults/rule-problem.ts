import { didYouMean } from '../input/nearest-names.ts';
import { parseFaultList, readToken, unknownToken } from './parse-faults.ts';
import { readFaultOf } from './read-fault.ts';
import type { Change } from '../job/mock-instructions.ts';
import type { ReadRule, RuleConditions, RuleOutcome } from './rule-form.ts';
import type { RuledOp } from './ruled-op.ts';

/** An API that rules can be about. */
interface RuledWire {
  /** True if it replays a recording: rules decide nothing there. */
  readonly isReplayed?: boolean | undefined;
  /** Operations of its routes, by name, null for one of several; absent = not listed. */
  readonly routes?: ReadonlyMap<string, RuledOp | null> | undefined;
}

/** The available APIs by name. */
export type RuledWires = ReadonlyMap<string, RuledWire>;

/**
 * Problem of a well-formed rule, with the field: a mistake, a contradiction, or a reason why it could never decide;
 * undefined if there is none.
 *
 * @param from - instant from which the rule exists, in ms since 1970; null = unknown
 */
export function ruleProblem(
  { when, then, times }: ReadRule,
  wires: RuledWires,
  from: number | null,
): string | undefined {
  const { nth, between } = when;
  return (
    faultProblem(when.op ?? 'submit', then) ??
    conditionProblem(when) ??
    wireProblem(when, wires) ??
    (nth !== undefined && times !== undefined && nth > times
      ? `when.nth is ${nth} and times ${times}: a rule with nth decides once`
      : undefined) ??
    (between !== undefined && from !== null && between.to <= from
      ? `when.between is over: the rule exists from ${new Date(from).toISOString()} on`
      : undefined)
  );
}

/** Problem of an outcome for the rule's operation: an unknown fault, or a contradiction. */
function faultProblem(op: RuledOp, then: RuleOutcome): string | undefined {
  const { fault, accepted, ...own } = then;
  const changes = Object.values(own).some((value) => value !== undefined);
  if (op === 'callback' && (fault === undefined || changes))
    return 'then of a rule about callback has only fault';
  if (accepted !== undefined && op !== 'submit' && op !== 'cancel')
    return `then.accepted does not apply to ${op}: only to submit and cancel`;
  if (fault === undefined) return undefined;
  if (op === 'submit') {
    const tokens = parseFaultList(fault, { from: 'then.fault' });
    if (tokens.kind === 'unknown') return unknownToken(tokens);
    return contradictionIn(fault) ?? bothProblem(then, tokens.instructions);
  }
  const read = readFaultOf(op, fault);
  if (read.kind === 'parsed')
    return bothProblem(then, { response: read.fault.kind === 'bare' ? read.fault.symptom : 'own' });
  const isToken = readToken(read.word) !== undefined;
  const where = isToken
    ? 'it takes effect at acceptance: use a rule about submit'
    : `did you mean ${read.near.join(', ')}?`;
  return `then.fault ${JSON.stringify(read.word)} does not apply to ${op}; ${where}`;
}

/** Two tokens of one list that contradict each other at an attempt. */
function contradictionIn(fault: string): string | undefined {
  const attempts = [1, ...[...fault.matchAll(/@(\d+)/g)].map(([, attempt]) => Number(attempt))];
  for (const attempt of attempts) {
    const tokens = parseFaultList(fault, { from: 'then.fault', attempt });
    const [lost] = tokens.kind === 'parsed' ? tokens.overridden : [];
    if (lost !== undefined) return `${lost.token} contradicts ${lost.by} in then.fault`;
  }
  return undefined;
}

/** A response of the rule's own beside a fault that decides the response. */
function bothProblem(
  { fault, status, body, cut, headers, accepted }: RuleOutcome,
  { response = null, refuse = null, refuseCode = null, accepted: decided = null }: Change,
): string | undefined {
  const isRefused = refuse !== null || refuseCode !== null;
  if ((isRefused || response !== null) && status !== undefined)
    return 'then.status contradicts then.fault';
  const changes = body !== undefined || cut !== undefined || headers !== undefined;
  if ((response === 'lost' || response === 'hang') && changes)
    return `then.fault ${fault} has no response to change`;
  if (decided !== null && response === null) return 'accepted needs response in then.fault';
  return accepted !== undefined && (decided !== null || (isRefused && accepted))
    ? 'then.accepted contradicts then.fault'
    : undefined;
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
const ofNoCallback = ['route', 'method', 'header'];

/** A list is about no job, and a callback is no request. */
function conditionProblem(when: RuleConditions): string | undefined {
  const odd = Object.entries(when).find(
    ([field, value]) =>
      value !== undefined &&
      ((when.op === 'list' && !ofAnyRequest.includes(field)) ||
        (when.op === 'callback' && ofNoCallback.includes(field))),
  );
  return odd === undefined ? undefined : `when.${odd[0]} does not apply to ${when.op}`;
}

/** A personality, a route or an operation that no API has, or that only a recording has. */
function wireProblem(
  { personality, route, op }: RuleConditions,
  wires: RuledWires,
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
  const isMet = ofRoute.some(([, of]) => of === null || of === (op ?? 'submit'));
  // Every API has files, and callbacks come from no route.
  if (isMet || op === 'callback' || (op === 'result' && route === undefined)) return undefined;
  return `when can never be true: no route ${route ?? 'of these APIs'} is a ${op ?? 'submit'}`;
}
