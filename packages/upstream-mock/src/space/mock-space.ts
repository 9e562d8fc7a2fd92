import { createSpaceCallbacks, type SpaceCallbacks } from '../callbacks/space-callbacks.ts';
import type { OpenPersonalities } from '../personalities/known-personalities.ts';
import type { Personality, PersonalityContext } from '../personalities/personality.ts';
import type { ChaosSource } from '../scenario/chaos.ts';
import type { ReadScenario } from '../scenario/scenario.ts';
import { createSpaceScenario, type SpaceScenario } from '../scenario/space-scenario.ts';
import { createJobResults, type JobResults, type ResultFiles } from '../wire/job-results.ts';
import { createMockProvider, type MockProvider } from '../wire/provider.ts';
import { changeClock } from '../world/clock-setting.ts';
import { keyedDigest } from '../world/keyed-digest.ts';
import { ownWire } from '../world/mock-job.ts';
import { createMockWorld, type MockWorldOptions } from '../world/ledger-world.ts';
import type { MockClock } from '../world/mock-clock.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { createHungResponses, type HungResponses } from './hung-responses.ts';
import { defaultSpace, spacePath } from './space-name.ts';

/** A world of its own, and what answers for it. Whatever belongs to one space hangs here, and ends with it. */
export interface MockSpace {
  readonly name: string;
  readonly world: MockWorld;
  readonly results: JobResults;
  readonly provider: MockProvider;
  /** The providers' wires that are spoken beside the mock's own, by the first segment of their paths. */
  readonly personalities: ReadonlyMap<string, Personality>;
  /** Callers who are kept waiting. */
  readonly hung: HungResponses;
  readonly callbacks: SpaceCallbacks;
  /** How it begins, and what happens in it. */
  readonly scenario: SpaceScenario;
}

export interface MockSpaceOptions extends MockWorldOptions {
  readonly name: string;
  readonly openPersonalities: OpenPersonalities;
  readonly files: ResultFiles;
  readonly scenario: ReadScenario;
  /** Hosts that callbacks may go to; for callers on this machine also loopback ones. */
  readonly callbackHosts?: readonly string[];
  /** Told exceptions that no request met. */
  readonly onFault?: (error: unknown) => void;
  /** What chaos goes by; absent = what the scenario says. */
  readonly plan?: ChaosSource | undefined;
}

/** Opens a space as its ledger tells it. Its seed follows from the mock's and its name; the default one's is the mock's. */
export function createMockSpace({
  name,
  openPersonalities,
  files,
  scenario,
  plan,
  callbackHosts = [],
  onFault = () => undefined,
  ...options
}: MockSpaceOptions): MockSpace {
  const seed = seedOf(options.seed, name);
  setClock(options.clock, scenario);
  const world = createMockWorld({ ...options, seed });
  world.rules.chaos = plan ?? chaosOf(scenario, seed);
  const results = createJobResults(world, files);
  const provider = createMockProvider(world, results, { prefix: spacePath(name), callbackHosts });
  const personalities = openPersonalities(contextOf(world, results));
  const wordsOf = (wire: string) =>
    wire === ownWire ? provider.wordCallback : personalities.get(wire)?.wordCallback;
  return {
    name,
    world,
    results,
    provider,
    personalities,
    callbacks: createSpaceCallbacks({ world, wordsOf, callbackHosts, onFault }),
    hung: createHungResponses(options.clock),
    scenario: createSpaceScenario(world, scenario),
  };
}

/** Without a seed of its own it differs from space to space. */
function chaosOf({ chaos }: ReadScenario, seed: string): ChaosSource | null {
  if (chaos === undefined) return null;
  return { kind: 'drawn', profile: chaos.profile, seed: chaos.seed ?? seed };
}

/** Before the world looks at it: a reset puts the clock back to where it begins here. */
function setClock(clock: MockClock, { clock: wish }: ReadScenario): void {
  if (wish === undefined) return;
  const from = { setting: clock.setting(), now: clock.now(), wallNow: clock.wallNow() };
  const change = changeClock(from, wish, true);
  if (change.kind === 'refused') throw new RangeError(`clock.${change.message}`);
  clock.put(change.setting);
}

/** A world that is restored has the seed of the one it was. */
function contextOf(world: MockWorld, results: JobResults): PersonalityContext {
  return {
    world,
    results,
    get seed() {
      return world.seed;
    },
  };
}

function seedOf(seed: string, name: string): string {
  return name === defaultSpace ? seed : keyedDigest(seed, 'space', name).toString('hex');
}
