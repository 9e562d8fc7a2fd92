import * as z from 'zod';
import { accountSchema } from '../job/account-form.ts';
import { clockSchema, longestAdvanceMs } from '../job/clock-form.ts';
import { ruleName, ruleProblem, ruleSchema } from './rule-form.ts';
import { instant, knownFields } from '../input/strict-input.ts';
import { mostRules } from './submission-rules.ts';
import { parseMagicTokens } from './parse-magic-tokens.ts';
import { writtenFault } from './ruled-tokens.ts';
import { chaosProfiles, type ChaosSource, plannedChaos } from './chaos.ts';
import type { ReadScenario } from './scenario.ts';

const mostSteps = 1_000;

const { key: _key, ...accountFields } = accountSchema.shape;

const stepSchema = knownFields({
  at: z.union([z.int().min(0).max(longestAdvanceMs), instant.transform((on) => ({ on }))], {
    error: `ms from the start of the space, up to ${longestAdvanceMs}, or an instant from 1970 on, as 2026-03-01T00:00:00Z`,
  }),
  rule: ruleSchema.optional(),
  removeRule: ruleName.optional(),
  account: accountSchema.optional(),
}).refine(
  ({ rule, removeRule, account }) =>
    [rule, removeRule, account].filter((change) => change !== undefined).length === 1,
  'exactly one of rule, removeRule and account',
);

/** Schema of a scenario file; its JSON Schema is published beside the package's code. */
export const scenarioSchema = knownFields({
  $schema: z.string().optional(),
  seed: z.string().min(1).max(200).optional(),
  clock: clockSchema.optional(),
  accounts: z.record(z.string().min(1), knownFields(accountFields)).optional(),
  rules: z.array(ruleSchema).max(mostRules).optional(),
  timeline: z.array(stepSchema).max(mostSteps).optional(),
  chaos: knownFields({
    profile: z.enum(chaosProfiles),
    seed: z.string().min(1).max(200).optional(),
  }).optional(),
});

const planSchema = knownFields({
  filmgate_mock_plan: z.literal(1),
  faults: z.array(knownFields({ key: z.string(), attempt: z.int().min(1), fault: z.string() })),
});

/** @throws RangeError with the problem and its path */
export function readPlan(given: unknown): ChaosSource {
  const read = planSchema.safeParse(given);
  if (!read.success) throw new RangeError(problemsOf(read.error));
  for (const [index, { fault }] of read.data.faults.entries()) {
    const tokens = parseMagicTokens(writtenFault(fault));
    if (tokens.kind === 'unknown')
      throw new RangeError(`faults[${index}].fault: unknown token ${JSON.stringify(tokens.token)}`);
  }
  return plannedChaos(read.data);
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${printPath(path)}: ${message}`).join('; ');
}

/** Path as `rules[0].then.fault`. zod's own printer would bring all of zod into the bundle. */
function printPath(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.length === 0 ? 'the whole' : steps.join('').replace(/^\./, '');
}

/**
 * @param wires - names of the available APIs
 * @throws RangeError with the problem and its path, as `rules[0].then.fault`
 */
export function readScenario(given: unknown, wires: readonly string[]): ReadScenario {
  const read = scenarioSchema.safeParse(given);
  if (!read.success) throw new RangeError(problemsOf(read.error));
  const { rules = [], timeline = [] } = read.data;
  const found = [
    ...rules.map((rule, index) => [`rules[${index}]`, rule] as const),
    ...timeline.map(({ rule }, index) => [`timeline[${index}].rule`, rule] as const),
  ];
  for (const [path, rule] of found) {
    const problem = rule === undefined ? undefined : ruleProblem(rule, wires);
    if (problem !== undefined) throw new RangeError(`${path}: ${problem}`);
  }
  const laid = found.flatMap(([path, rule]) => (rule === undefined ? [] : (rule.name ?? path)));
  const { size } = new Set(laid);
  if (size > mostRules)
    throw new RangeError(`rules: ${size} with those of timeline, and the maximum is ${mostRules}`);
  const names = rules.flatMap(({ name }) => name ?? []);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RangeError(`rules: two have the name ${twice}`);
  return read.data;
}
