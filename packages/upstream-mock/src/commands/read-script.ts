import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { MockServerOptions } from '../server/mock-server.ts';
import type { ChaosPlan, ChaosProfile } from '../scenario/chaos.ts';
import { readPlan, readScenario } from '../scenario/read-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { ownWire } from '../world/mock-job.ts';

/** Options that say what happens. */
export interface ScriptOptions {
  readonly scenario?: string;
  readonly chaos?: ChaosProfile;
  readonly chaosSeed?: string;
  readonly plan?: string;
}

/**
 * What happens by files and chaos. Files are judged here first, so that a problem names them.
 *
 * @param personalities - wires that are spoken beside the mock's own
 * @throws Error that says the file and the path in it
 */
export function readScript(
  { scenario, chaos, chaosSeed, plan }: ScriptOptions,
  personalities: readonly string[],
): Pick<MockServerOptions, 'scenario' | 'chaos' | 'plan'> {
  if (chaosSeed !== undefined && chaos === undefined)
    throw new Error('--chaos-seed is for --chaos');
  const check = (given: unknown) => readScenario(given, [ownWire, ...personalities]);
  return {
    ...(scenario !== undefined && {
      scenario: z.custom<Scenario>().parse(readJson(scenario, check)),
    }),
    ...(plan !== undefined && { plan: z.custom<ChaosPlan>().parse(readJson(plan, readPlan)) }),
    ...(chaos !== undefined && {
      chaos: { profile: chaos, ...(chaosSeed !== undefined && { seed: chaosSeed }) },
    }),
  };
}

/** A file whose content `check` lets pass. */
function readJson(file: string, check: (given: unknown) => void): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    const given: unknown = JSON.parse(text);
    check(given);
    return given;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${said}`, { cause: error });
  }
}
