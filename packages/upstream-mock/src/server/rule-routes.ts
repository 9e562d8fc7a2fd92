import * as z from 'zod';
import type { Exchange } from '../evidence/exchange.ts';
import { readFaultOf } from '../rules/read-fault.ts';
import { type RuleConditions, ruledOps, ruledReads, type RuleStanding } from '../rules/rule.ts';
import { writtenFault } from '../rules/ruled-tokens.ts';
import { opOf } from '../rules/submission-rules.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { parseMagicTokens } from '../tokens/parse-magic-tokens.ts';
import { jsonReply, type ProviderResponse } from '../wire/provider-request.ts';
import { latestInstant } from '../world/clock-setting.ts';
import { ownWire } from '../world/mock-job.ts';
import { instant } from './clock-routes.ts';
import { type ControlRoute, invalid, posting, reading } from './control-route.ts';
import { knownFields, readQuery } from './strict-input.ts';

const text = z.string().min(1).max(1_000);
const count = z.int().min(1).max(1_000_000);
const ruleName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, '1 to 64 letters, digits, . - _');

const ruleSchema = knownFields({
  name: ruleName.optional(),
  when: knownFields({
    op: z.enum(ruledOps).optional(),
    nth: count.optional(),
    attempt: count.optional(),
    key: text.optional(),
    contains: text.optional(),
    model: text.optional(),
    account: text.optional(),
    personality: text.optional(),
    between: knownFields({ from: instant.optional(), to: instant.optional() })
      .transform(({ from = 0, to = latestInstant }) => ({ from, to }))
      .refine(({ from, to }) => from < to, 'from before to')
      .optional(),
  }),
  // Brackets would end the list of tokens before its end.
  then: knownFields({ fault: text.regex(/^[^[\]]*$/, 'tokens without brackets') }),
  times: count.optional(),
});

const requestId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** How a test lays down what goes wrong, and asks what did [mock.rules]. */
export const ruleRoutes: readonly ControlRoute[] = [
  posting('rules', ruleSchema, makeRule),
  reading('rules', {}, ({ world }) =>
    jsonReply(200, { rules: world.rules.all().map((standing) => viewRule(standing)) }),
  ),
  {
    method: 'DELETE',
    path: 'rules',
    handle: ({ world: { rules } }, { query }) => {
      const read = readQuery(query, { name: ruleName.optional() });
      if (read.kind === 'refused') return invalid(read.message);
      const { name } = read.value;
      const removed = rules.all().length;
      if (name === undefined) rules.clear();
      else if (!rules.remove(name)) return notFound(`there is no rule of the name ${name}`);
      return jsonReply(200, { removed: name === undefined ? removed : 1 });
    },
  },
  reading('explain', { request: requestId }, ({ world }, { request }) => {
    const exchange = world.evidence.journal.find(request);
    if (exchange === undefined) return notFound('the journal has no request of this id');
    return jsonReply(200, { request, ...explain(exchange) });
  }),
];

function makeRule(space: MockSpace, given: z.output<typeof ruleSchema>): ProviderResponse {
  const { when } = given;
  const { fault } = given.then;
  const problem = faultProblem(when, fault) ?? conditionProblem(when);
  if (problem !== undefined) return invalid(problem);
  const wires = [ownWire, ...space.personalities.keys()];
  if (when.personality !== undefined && !wires.includes(when.personality))
    return invalid(`when.personality is none of those spoken here: ${wires.join(', ')}`);
  const { name = null, times = null } = given;
  const added = space.world.rules.add({ name, when, fault, times });
  return added.kind === 'refused'
    ? invalid(added.message)
    : jsonReply(200, viewRule(added.standing));
}

/** What is wrong with a fault for what the rule is about. */
function faultProblem({ op = 'submit' }: RuleConditions, fault: string): string | undefined {
  if (op === 'submit') {
    const tokens = parseMagicTokens(writtenFault(fault));
    if (tokens.kind === 'parsed') return undefined;
    const found = `unknown token ${JSON.stringify(tokens.token)} in then.fault`;
    return `${found}; known: ${tokens.known.join(', ')}`;
  }
  const read = readFaultOf(op, fault);
  if (read.kind === 'parsed') return undefined;
  const found = `then.fault ${JSON.stringify(read.word)} cannot befall ${op}`;
  return `${found}; known: ${read.known.join(', ')}`;
}

const ofAnyList = ['op', 'nth', 'account', 'personality', 'between'];

/** A list is about no job. */
function conditionProblem(when: RuleConditions): string | undefined {
  if (when.op !== 'list') return undefined;
  const odd = Object.keys(when).find((field) => !ofAnyList.includes(field));
  return odd === undefined
    ? undefined
    : `when.${odd} says nothing of a list; known: ${ofAnyList.join(', ')}`;
}

function viewRule({ rule, fits, decided }: RuleStanding) {
  const { name, when, fault, times } = rule;
  const { between, ...others } = when;
  const window = between === undefined ? {} : { between: viewWindow(between) };
  return {
    name,
    when: { op: opOf(rule), ...others, ...window },
    then: { fault },
    times,
    fits,
    decided,
  };
}

function viewWindow({ from, to }: NonNullable<RuleConditions['between']>) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function explain(exchange: Exchange) {
  const { ruling } = exchange;
  if (ruling === null) return { decided: null, why: unasked(exchange), passed: [] };
  const { decided, passed } = ruling;
  const why = decided?.why ?? 'no rule fitted and was due';
  return { decided: decided?.name ?? null, why, passed };
}

/** Why the rules were not asked. */
function unasked({ attempt, op }: Exchange): string {
  switch (attempt?.truth) {
    case undefined: {
      const read = ruledReads.find((known) => known === op);
      return read === undefined
        ? 'the request was no submission that the mock could read'
        : `there was no rule about ${read}`;
    }
    case 'repeated':
      return 'the submission was answered with the earlier job of its name';
    case 'accepted':
    case 'refused':
    case 'lost':
      return 'there was no rule, or the submission was refused before tokens count';
  }
}

function notFound(message: string): ProviderResponse {
  return jsonReply(404, { error: { kind: 'not_found', message } });
}
