import * as z from 'zod';
import type { Exchange } from '../evidence/exchange.ts';
import type { RuleStanding } from '../rules/rule.ts';
import { writtenFault } from '../rules/ruled-tokens.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { parseMagicTokens } from '../tokens/parse-magic-tokens.ts';
import { jsonReply, type ProviderResponse } from '../wire/provider-request.ts';
import { ownWire } from '../world/mock-job.ts';
import { type ControlRoute, invalid, posting, reading, removing } from './control-route.ts';
import { knownFields } from './strict-input.ts';

const text = z.string().min(1).max(1_000);
const count = z.int().min(1).max(1_000_000);
const ruleName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, '1 to 64 letters, digits, . - _');

export const ruleSchema = knownFields({
  name: ruleName.optional(),
  when: knownFields({
    op: z.literal('submit', { error: 'a rule decides about submit only' }).optional(),
    nth: count.optional(),
    attempt: count.optional(),
    key: text.optional(),
    contains: text.optional(),
    model: text.optional(),
    account: text.optional(),
    personality: text.optional(),
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
  removing('rules', { name: ruleName.optional() }, ({ world: { rules } }, { name }) => {
    const removed = rules.all().length;
    if (name === undefined) rules.clear();
    else if (!rules.remove(name)) return notFound(`there is no rule of the name ${name}`);
    return jsonReply(200, { removed: name === undefined ? removed : 1 });
  }),
  reading('explain', { request: requestId }, ({ world }, { request }) => {
    const exchange = world.evidence.journal.find(request);
    if (exchange === undefined) return notFound('the journal has no request of this id');
    return jsonReply(200, { request, ...explain(exchange) });
  }),
];

function makeRule(space: MockSpace, given: z.output<typeof ruleSchema>): ProviderResponse {
  const { op: _submit, ...when } = given.when;
  const { fault } = given.then;
  const tokens = parseMagicTokens(writtenFault(fault));
  if (tokens.kind === 'unknown') {
    const found = `unknown token ${JSON.stringify(tokens.token)} in then.fault`;
    return invalid(`${found}; known: ${tokens.known.join(', ')}`);
  }
  const wires = [ownWire, ...space.personalities.keys()];
  if (when.personality !== undefined && !wires.includes(when.personality))
    return invalid(`when.personality is none of those spoken here: ${wires.join(', ')}`);
  const { name = null, times = null } = given;
  const added = space.world.rules.add({ name, when, fault, times });
  return added.kind === 'refused'
    ? invalid(added.message)
    : jsonReply(200, viewRule(added.standing));
}

function viewRule({ rule: { name, when, fault, times }, fits, decided }: RuleStanding) {
  return { name, when: { op: 'submit', ...when }, then: { fault }, times, fits, decided };
}

function explain({ attempt, ruling }: Exchange) {
  if (ruling === null) return { decided: null, why: unasked(attempt?.truth), passed: [] };
  const { decided, passed } = ruling;
  const why = decided?.why ?? 'no rule fitted and was due';
  return { decided: decided?.name ?? null, why, passed };
}

/** Why the rules were not asked. */
function unasked(truth: string | undefined): string {
  switch (truth) {
    case undefined:
      return 'the request was no submission that the mock could read';
    case 'repeated':
      return 'the submission was answered with the earlier job of its name';
    default:
      return 'there was no rule, or the submission was refused before tokens count';
  }
}

function notFound(message: string): ProviderResponse {
  return jsonReply(404, { error: { kind: 'not_found', message } });
}
