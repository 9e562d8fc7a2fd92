import { readFileSync } from 'node:fs';
import type { MockServerOptions } from '../server/mock-server.ts';
import type { ChaosPlan, ChaosProfile } from '../faults/chaos.ts';
import type { Scenario } from '../faults/scenario.ts';
import { repeatedKey } from '../input/repeated-key.ts';
import { ownWire } from '../job/mock-job.ts';

/** Options for scenario, chaos and plan. */
export interface ScriptOptions {
  readonly scenario?: string;
  readonly chaos?: ChaosProfile;
  readonly chaosSeed?: string;
  readonly plan?: string;
}

/**
 * Reads scenario, chaos and plan. Files are validated here first, so that a problem names the file.
 *
 * @param personalities - provider APIs served beside the mock's own
 * @throws Error with the file and the path in it
 */
export async function readScript(
  { scenario, chaos, chaosSeed, plan }: ScriptOptions,
  personalities: readonly string[],
): Promise<Pick<MockServerOptions, 'scenario' | 'chaos' | 'plan'>> {
  if (chaosSeed !== undefined && chaos === undefined)
    throw new Error('--chaos-seed requires --chaos');
  if (scenario === undefined && plan === undefined && chaos === undefined) return {};
  const { readPlan, readScenario } = await import('../faults/read-scenario.ts');
  const wires = new Map([ownWire, ...personalities].map((name) => [name, {}]));
  return {
    scenario: readJson(
      scenario,
      (given): asserts given is Scenario => void readScenario(given, wires),
    ),
    plan: readJson(plan, (given): asserts given is ChaosPlan => void readPlan(given)),
    ...(chaos !== undefined && {
      chaos: { profile: chaos, ...(chaosSeed !== undefined && { seed: chaosSeed }) },
    }),
  };
}

/** Parses a file and validates it by `check`; undefined without a file. */
function readJson<Form>(
  file: string | undefined,
  check: (given: unknown) => asserts given is Form,
): Form | undefined {
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    const given: unknown = JSON.parse(text);
    const twice = repeatedKey(text);
    if (twice !== undefined) throw new Error(`the key ${JSON.stringify(twice)} is there twice`);
    check(given);
    return given;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${said}`, { cause: error });
  }
}
