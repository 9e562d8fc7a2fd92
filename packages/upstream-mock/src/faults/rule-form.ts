import * as z from 'zod';
import { instant, knownFields } from '../input/strict-input.ts';
import { parseMagicTokens } from './parse-magic-tokens.ts';
import { latestInstant } from '../job/clock-setting.ts';
import { readFaultOf } from './read-fault.ts';
import { type RuleConditions, ruledOps } from './rule.ts';
import { writtenFault } from './ruled-tokens.ts';

const text = z.string().min(1).max(1_000);
const count = z.int().min(1).max(1_000_000);
export const ruleName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, '1 to 64 letters, digits, . - _');

/** A rule in requests. */
export const ruleSchema = knownFields({
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
      .refine(({ from, to }) => from < to, 'from must be before to')
      .optional(),
  }),
  // Brackets would end the list of tokens early.
  then: knownFields({ fault: text.regex(/^[^[\]]*$/, 'tokens must be written without brackets') }),
  times: count.optional(),
});

/**
 * Problem of a well-formed rule; undefined if there is none.
 *
 * @param wires - names of the available APIs
 */
export function ruleProblem(
  { when, then: { fault } }: z.output<typeof ruleSchema>,
  wires: readonly string[],
): string | undefined {
  const { personality } = when;
  const problem = faultProblem(when, fault) ?? conditionProblem(when);
  if (problem !== undefined || personality === undefined || wires.includes(personality))
    return problem;
  return `when.personality must be one of ${wires.join(', ')}`;
}

/** Problem of a fault for the rule's operation. */
function faultProblem({ op = 'submit' }: RuleConditions, fault: string): string | undefined {
  if (op === 'submit') {
    const tokens = parseMagicTokens(writtenFault(fault));
    if (tokens.kind === 'parsed') return undefined;
    const found = `unknown token ${JSON.stringify(tokens.token)} in then.fault`;
    return `${found}; known: ${tokens.known.join(', ')}`;
  }
  const read = readFaultOf(op, fault);
  if (read.kind === 'parsed') return undefined;
  const found = `then.fault ${JSON.stringify(read.word)} does not apply to ${op}`;
  const isToken = parseMagicTokens(writtenFault(read.word)).kind === 'parsed';
  const where = isToken ? '; it takes effect at acceptance: use a rule about submit' : '';
  return `${found}; known: ${read.known.join(', ')}${where}`;
}

const ofAnyList = ['op', 'nth', 'account', 'personality', 'between'];

/** A list is about no job. */
function conditionProblem(when: RuleConditions): string | undefined {
  if (when.op !== 'list') return undefined;
  const odd = Object.keys(when).find((field) => !ofAnyList.includes(field));
  return odd === undefined
    ? undefined
    : `when.${odd} does not apply to a list; known: ${ofAnyList.join(', ')}`;
}
