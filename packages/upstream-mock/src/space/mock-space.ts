import { SpaceCallbacks } from '../callbacks/space-callbacks.ts';
import type { OpenPersonalities } from '../wires/known-personalities.ts';
import type { Personality } from '../engine/personality.ts';
import type { ChaosSource } from '../faults/chaos.ts';
import type { ReadScenario } from '../faults/read-scenario.ts';
import { SpaceScenario } from './space-scenario.ts';
import { JobResults } from '../results/job-results.ts';
import type { ResultCache } from '../results/result-cache.ts';
import { createOwnWire } from '../wires/mock/own-wire.ts';
import { changeClock } from '../job/clock-setting.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import { ownWire } from '../job/mock-job.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { LedgerStateOptions } from '../state/ledger-state.ts';
import { openProviderState, type ProviderState } from '../state/provider-state.ts';
import { HungResponses } from './hung-responses.ts';
import { defaultSpace } from './space-name.ts';

/** The state of one space, and its handlers. Everything that belongs to one space is here, and ends with it. */
export interface MockSpace {
  readonly name: string;
  readonly world: ProviderState;
  readonly results: JobResults;
  /** The mock's own API. */
  readonly own: Personality;
  /** Provider APIs besides the mock's own, by the first segment of their paths. */
  readonly personalities: ReadonlyMap<string, Personality>;
  readonly hung: HungResponses;
  readonly callbacks: SpaceCallbacks;
  /** Initial state and timeline. */
  readonly scenario: SpaceScenario;
}

export interface MockSpaceOptions extends LedgerStateOptions {
  readonly name: string;
  readonly openPersonalities: OpenPersonalities;
  /** Drawn results, shared by the spaces of one process. */
  readonly files: ResultCache;
  readonly scenario: ReadScenario;
  /** Hosts allowed as receivers of callbacks; for callers on this machine also loopback ones. */
  readonly callbackHosts?: readonly string[];
  /** Called with errors outside any request. */
  readonly onFault?: (error: unknown) => void;
  /** Source of chaos; absent = that of the scenario. */
  readonly plan?: ChaosSource | undefined;
  /** True if responses contain the files themselves instead of links to them. */
  readonly hasDataLinks?: boolean;
}

/** Opens a space from its ledger. Its seed follows from the mock's and its name; the default one's is the mock's. */
export function createMockSpace({
  name,
  openPersonalities,
  files,
  scenario,
  plan,
  callbackHosts = [],
  onFault = () => undefined,
  hasDataLinks = false,
  ...options
}: MockSpaceOptions): MockSpace {
  const seed = seedOf(options.seed, name);
  setClock(options.clock, scenario);
  const world = openProviderState({ ...options, seed });
  world.rules.chaos = plan ?? chaosOf(scenario, seed);
  const results = new JobResults(world, files);
  const context = { world, results, seed, hasDataLinks };
  const own = createOwnWire(callbackHosts)(context);
  const personalities = openPersonalities(context);
  const wordsOf = (wire: string) =>
    (wire === ownWire ? own : personalities.get(wire))?.wordCallback;
  return {
    name,
    world,
    results,
    own,
    personalities,
    callbacks: new SpaceCallbacks({ world, wordsOf, callbackHosts, onFault }),
    hung: new HungResponses(options.clock),
    scenario: new SpaceScenario(world, scenario),
  };
}

/** Without a seed of its own, chaos differs between spaces. */
function chaosOf({ chaos }: ReadScenario, seed: string): ChaosSource | null {
  if (chaos === undefined) return null;
  return { kind: 'drawn', profile: chaos.profile, seed: chaos.seed ?? seed };
}

/** Called before the space's state is opened: a reset puts the clock back to this start. */
function setClock(clock: MockClock, { clock: wish }: ReadScenario): void {
  if (wish === undefined) return;
  const from = { setting: clock.setting(), now: clock.now(), wallNow: clock.wallNow() };
  const change = changeClock(from, wish, true);
  if (change.kind === 'refused') throw new RangeError(`clock.${change.message}`);
  clock.put(change.setting);
}

function seedOf(seed: string, name: string): string {
  return name === defaultSpace ? seed : keyedDigest(seed, 'space', name).toString('hex');
}
