import * as z from 'zod';
import { accountSchema } from '../job/account-form.ts';
import { clockSchema, longestAdvanceMs } from '../job/clock-form.ts';
import { type ReadRule, ruleName, ruleSchema } from './rule-form.ts';
import { parseFaultList, unknownToken } from './parse-faults.ts';
import { type RuledWires, ruleProblem } from './rule-problem.ts';
import { isStopped, usualStart } from '../job/clock-setting.ts';
import { instant, knownFields } from '../input/strict-input.ts';
import { mostRules } from './submission-rules.ts';
import { chaosProfiles, type ChaosSource, plannedChaos } from './chaos.ts';

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

/** A validated scenario. */
export type ReadScenario = z.output<typeof scenarioSchema>;
type ReadStep = NonNullable<ReadScenario['timeline']>[number];

/** @throws RangeError with the problem and its path */
export function readPlan(given: unknown): ChaosSource {
  const plan = parsed(planSchema, given);
  for (const [index, { fault }] of plan.faults.entries()) {
    const tokens = parseFaultList(fault, { from: `faults[${index}].fault` });
    if (tokens.kind === 'unknown') throw new RangeError(unknownToken(tokens));
  }
  return plannedChaos(plan);
}

function parsed<Form>(schema: z.ZodType<Form>, given: unknown): Form {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const { issues } = read.error;
  throw new RangeError(
    issues.map(({ path, message }) => `${printPath(path)}: ${message}`).join('; '),
  );
}

/** Path as `rules[0].then.fault`. zod's own printer would bring all of zod into the bundle. */
function printPath(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.length === 0 ? 'the whole' : steps.join('').replace(/^\./, '');
}

/** @throws RangeError with the problem and its path, as `rules[0]: … in then.fault` */
export function readScenario(given: unknown, wires: RuledWires): ReadScenario {
  const scenario = parsed(scenarioSchema, given);
  const { rules = [], timeline = [] } = scenario;
  const start = startOf(scenario);
  const times = timeline.map(({ at }) => timeOf(at, start));
  const found = [
    ...rules.map((rule, index) => [`rules[${index}]`, rule, start] as const),
    ...timeline.map(
      ({ rule }, index) => [`timeline[${index}].rule`, rule, times[index]?.on ?? null] as const,
    ),
  ];
  for (const [path, rule, from] of found) {
    const problem = rule === undefined ? undefined : ruleProblem(rule, wires, from);
    if (problem !== undefined) throw new RangeError(`${path}: ${problem}`);
  }
  const problem = orderProblem(times, start) ?? namesProblem(rules, timeline);
  if (problem !== undefined) throw new RangeError(problem);
  return scenario;
}

/** Start of a space, in ms since 1970; null if its clock runs from the time of its first request. */
function startOf({ clock }: ReadScenario): number | null {
  const stops = clock?.mode !== undefined && isStopped(clock.mode);
  return clock?.set ?? (stops ? usualStart : null);
}

/** Time of a step: an instant in ms since 1970, or ms after a start that is unknown. */
interface StepTime {
  readonly on: number | null;
  readonly after: number | null;
}

function timeOf(at: ReadStep['at'], start: number | null): StepTime {
  if (typeof at !== 'number') return { on: at.on, after: null };
  return start === null ? { on: null, after: at } : { on: start + at, after: null };
}

/** A step before the start, or before an earlier one of the list. */
function orderProblem(times: readonly StepTime[], start: number | null): string | undefined {
  for (const [index, { on, after }] of times.entries()) {
    if (start !== null && on !== null && on < start)
      return `timeline[${index}].at: before the start of the clock, ${new Date(start).toISOString()}`;
    const later = times
      .slice(0, index)
      .findIndex(
        (one) => (one.on ?? 0) > (on ?? Infinity) || (one.after ?? 0) > (after ?? Infinity),
      );
    if (later !== -1)
      return `timeline[${index}].at: before timeline[${later}]; write the steps in the order of their times`;
  }
  return undefined;
}

/** Too many rules, two of one name, or the removal of one that is not there. */
function namesProblem(
  rules: readonly ReadRule[],
  timeline: readonly ReadStep[],
): string | undefined {
  const laid = [...rules, ...timeline.flatMap(({ rule }) => rule ?? [])];
  const size = new Set(laid.map((rule) => rule.name ?? rule)).size;
  if (size > mostRules)
    return `rules: ${size} with those of timeline, and the maximum is ${mostRules}`;
  const there = new Set<string | undefined>();
  for (const { name } of rules) {
    if (name !== undefined && there.has(name)) return `rules: two have the name ${name}`;
    there.add(name);
  }
  for (const [index, { rule, removeRule }] of timeline.entries()) {
    there.add(rule?.name);
    if (removeRule !== undefined && !there.delete(removeRule))
      return `timeline[${index}].removeRule: no rule is named ${removeRule} then`;
  }
  return undefined;
}
