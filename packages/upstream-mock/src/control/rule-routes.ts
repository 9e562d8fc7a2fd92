import * as z from 'zod';
import type { Exchange } from '../records/exchange.ts';
import { ruledReads } from '../faults/ruled-op.ts';
import { type ReadRule, type RuleConditions, ruleName, ruleSchema } from '../faults/rule-form.ts';
import { ruleProblem } from '../faults/rule-problem.ts';
import { opOf, type RuleCounts, ruleOf } from '../faults/submission-rules.ts';
import { chaosFault, type ChaosPlan } from '../faults/chaos.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import { ownWire } from '../job/mock-job.ts';
import { type ControlRoute, invalid, notFound, posting, reading } from './control-route.ts';

const requestId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** Routes by which a test sets faults, and explains them [mock.rules]. */
export const ruleRoutes: readonly ControlRoute[] = [
  posting('rules', ruleSchema, makeRule),
  reading('rules', {}, ({ world }) =>
    jsonReply(200, { rules: world.rules.all().map((counts) => viewRule(counts)) }),
  ),
  {
    ...reading('rules', { name: ruleName.optional() }, ({ world: { rules } }, { name }) => {
      const removed = rules.all().length;
      if (name === undefined) rules.clear();
      else if (!rules.remove(name)) return notFound(`there is no rule named ${name}`);
      return jsonReply(200, { removed: name === undefined ? removed : 1 });
    }),
    method: 'DELETE',
  },
  reading('plan', {}, ({ world: { requestHistory, rules } }) => {
    const { chaos } = rules;
    const faults = [...requestHistory.histories()].flatMap(([key, attempts]) =>
      attempts.flatMap(({ number: attempt, job }) => {
        const isCalledBack = job?.callback !== undefined;
        const fault = chaos === null ? '' : chaosFault(chaos, { key, attempt, isCalledBack });
        return fault === '' ? [] : [{ key, attempt, fault }];
      }),
    );
    return jsonReply(200, { filmgate_mock_plan: 1, faults } satisfies ChaosPlan);
  }),
  reading('explain', { request: requestId }, ({ world }, { request }) => {
    const exchange = world.requestHistory.journal.find(request);
    if (exchange === undefined) return notFound('the journal has no request of this id');
    return jsonReply(200, { request, ...explain(exchange) });
  }),
];

function makeRule({ own, personalities, world }: MockSpace, given: ReadRule): ProviderResponse {
  const { rules } = world;
  const wires = new Map([[ownWire, own], ...personalities]);
  // The clock of an empty space may still be set back.
  const from = world.accounts.counts().accepted === 0 ? null : world.clock.now();
  const problem = ruleProblem(given, wires, from) ?? rules.refusalOf(given.name);
  if (problem !== undefined) return invalid(problem);
  return jsonReply(200, viewRule(rules.put(ruleOf(given))));
}

function viewRule({ rule, fits, decided, nearest }: RuleCounts) {
  const { name, when, outcome, times } = rule;
  const { between, matches, header, ...others } = when;
  const view = {
    op: opOf(rule),
    ...others,
    ...(between !== undefined && {
      between: { from: timeOf(between.from), to: timeOf(between.to) },
    }),
    ...(matches !== undefined && { matches: matches.source }),
    ...(header !== undefined && { header: viewHeader(header) }),
  };
  return { name, when: view, then: { ...outcome }, times, fits, decided, nearest };
}

function viewHeader(header: NonNullable<RuleConditions['header']>) {
  return Object.fromEntries(
    Object.entries(header).map(
      ([name, wanted]) =>
        [name, typeof wanted === 'string' ? wanted : { matches: wanted.source }] as const,
    ),
  );
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function explain(exchange: Exchange) {
  const { ruling } = exchange;
  if (ruling === null) return { decided: null, why: unasked(exchange), passed: [] };
  const { decided, passed, overridden = [] } = ruling;
  const why = decided?.why ?? 'no rule matched and was due';
  const tokens = overridden.map(({ token, from, by, byFrom }) => ({
    token,
    from,
    why: `${by} of ${byFrom} is later, and contradicts it`,
  }));
  return { decided: decided?.name ?? null, why, passed, ...(tokens.length > 0 && { tokens }) };
}

/** Reason why the rules were not evaluated. */
function unasked({ attempt, op }: Exchange): string {
  switch (attempt?.truth) {
    case undefined: {
      const read = ruledReads.find((known) => known === op);
      return read === undefined
        ? 'the request was not a readable submission'
        : `there was no rule about ${read}`;
    }
    case 'repeated':
      return 'the submission was answered with the earlier job of its key';
    case 'unknown':
      return 'the submission was answered as recorded';
    case 'accepted':
    case 'refused':
    case 'lost':
      return 'there was no rule, or the submission was refused before tokens count';
  }
}
