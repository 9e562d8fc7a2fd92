import * as z from 'zod';
import { knownFields } from '../server/strict-input.ts';
import { parseMagicTokens } from '../tokens/parse-magic-tokens.ts';
import { writtenFault } from './ruled-tokens.ts';
import type { WantedRule } from './submission-rules.ts';

const text = z.string().min(1).max(1_000);
const count = z.int().min(1).max(1_000_000);
export const ruleName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, '1 to 64 letters, digits, . - _');

/** A rule, as a test or a scenario gives it. */
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

/** The rule that is asked for; without a name where it is to get one. */
export function ruleOf(given: z.output<typeof ruleSchema>): WantedRule {
  const { op: _submit, ...when } = given.when;
  return { name: given.name ?? null, when, fault: given.then.fault, times: given.times ?? null };
}

/**
 * What is wrong with a rule besides its form: a token that there is not, or a wire that is not spoken. Undefined when nothing is.
 *
 * @param wires - names of those that are spoken
 */
export function ruleProblem(
  { when: { personality }, then: { fault } }: z.output<typeof ruleSchema>,
  wires: readonly string[],
): string | undefined {
  const tokens = parseMagicTokens(writtenFault(fault));
  if (tokens.kind === 'unknown') {
    const found = `unknown token ${JSON.stringify(tokens.token)} in then.fault`;
    return `${found}; known: ${tokens.known.join(', ')}`;
  }
  return personality === undefined || wires.includes(personality)
    ? undefined
    : `when.personality is none of those spoken here: ${wires.join(', ')}`;
}
