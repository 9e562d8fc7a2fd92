import { personalityEndpoints } from '../../http/personality-endpoints.ts';
import type { FailPoint } from '../fail-point.ts';

/** Faults between a provider's acceptance and the gateway, by the token that requests them from the mock. */
const faults = {
  nothing: [],
  reset: ['lost-response'],
  hang: ['response=hang'],
  'error 500': ['response=500'],
  garbled: ['response=garbled'],
} as const satisfies { readonly [fault: string]: readonly string[] };

type Fault = keyof typeof faults;
const faultNames = [
  'nothing',
  'reset',
  'hang',
  'error 500',
  'garbled',
] as const satisfies readonly Fault[];

/** A video that is requested shortly before the kill of the gateway. */
export interface SweepJob {
  readonly endpoint: string;
  /** `twin` = beside another job of equal parameters; both responses are lost. */
  readonly fault: Fault | 'twin';
  readonly key: string;
  /** Part of its prompt that no other one has. */
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Expected end of the job. */
  readonly expected: { readonly state: 'completed' | 'outcome_unknown'; readonly accepted: 0 | 1 };
  /** True if it reaches the step before the kill. */
  readonly reaches: boolean;
}

type Named = Pick<FailPoint, 'step' | 'when'> & { readonly name: string };

/**
 * From the dispatch record on the bytes may have left; from the send on the provider has accepted; from the receipt on
 * the handle is known.
 */
const unsent: ReadonlySet<string> = new Set(['after record', 'before send']);
const unreceived: ReadonlySet<string> = new Set([...unsent, 'after send', 'before receipt']);
const answered: ReadonlySet<string> = new Set(['receipt', 'outcome', 'file', 'done']);

/** Endpoints where a lost submission is found without a person. */
const finding: ReadonlySet<string> = new Set([
  'kling',
  'gateway',
  'ark',
  'replicate',
  'fal',
  'vidu',
]);

/** Returns the jobs of one step: each fault at each endpoint, and two that ModelArk's list cannot distinguish. */
export function jobsAt(point: Named, stepIndex: number): readonly SweepJob[] {
  const all = personalityEndpoints.flatMap(({ name: endpoint }) =>
    faultNames.map((fault, index) => {
      const isFound = finding.has(endpoint);
      const isLost = fault !== 'nothing' || unreceived.has(point.name);
      const accepted = unsent.has(point.name) ? 0 : 1;
      const isKnown = accepted === 1 && (isFound || !isLost);
      return {
        ...named(point, endpoint, fault),
        body: bodyOf(endpoint, stepIndex * faultNames.length + index, point, fault),
        expected: { state: isKnown ? 'completed' : 'outcome_unknown', accepted },
        reaches: !answered.has(point.step) || isFound || fault === 'nothing',
      } as const;
    }),
  );
  return point.name === 'after send' ? [...all, ...twins(point)] : all;
}

function twins(point: Named): readonly SweepJob[] {
  return ['one', 'other'].map((twin) => ({
    ...named(point, 'ark', 'twin', twin),
    body: {
      ...arkParameters(mostArkVideos - 1),
      prompt: promptOf(named(point, 'ark', 'twin', twin).label, ['lost-response']),
    },
    expected: { state: 'completed', accepted: 1 },
    reaches: true,
  }));
}

function named(point: Named, endpoint: string, fault: SweepJob['fault'], which = '') {
  const label = `${labelOf(point)} ${endpoint}, ${fault}${which}.`;
  return { endpoint, fault, label, key: label.replaceAll(/[^a-z0-9]/g, '-') } as const;
}

/** Prefix of the prompts of all jobs of a step. */
export function labelOf({ name }: Pick<Named, 'name'>): string {
  return `killed ${name}:`;
}

/** `duplicate-accepted`: the mock must not be the part that prevents a second payment. */
function promptOf(label: string, tokens: readonly string[]): string {
  return `${label} [[mock:${['queue=0s', 'run=0s', 'duplicate-accepted', ...tokens].join(',')}]]`;
}

function bodyOf(endpoint: string, index: number, point: Named, fault: Fault) {
  // Replicate removes a video after an hour, which passes here between two gateways.
  const kept = endpoint === 'replicate' ? ['result-kept=100h'] : [];
  const prompt = promptOf(named(point, endpoint, fault).label, [...faults[fault], ...kept]);
  if (endpoint === 'ark') return { ...arkParameters(index), prompt };
  const found = personalityEndpoints.find(({ name }) => name === endpoint);
  const [seconds] = found?.durationsSeconds ?? [];
  const [resolution] = found?.resolutions ?? [];
  return {
    model: endpoint,
    prompt,
    seconds,
    resolution,
    generate_audio: found?.audio === 'always',
  };
}

const arkShapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;
/** Maximum number of videos that ModelArk's list can distinguish by their parameters. */
const mostArkVideos = 2 * 2 * 4 * arkShapes.length;

/** Parameters that no two videos of the sweep share, except the twins. */
function arkParameters(index: number) {
  if (index >= mostArkVideos) throw new RangeError('ModelArk’s list could not tell these apart');
  const rest = Math.floor(index / arkShapes.length);
  return {
    model: 'ark',
    aspect_ratio: arkShapes[index % arkShapes.length],
    seconds: 4 + (rest % 4),
    resolution: Math.floor(rest / 4) % 2 === 0 ? '480p' : '720p',
    generate_audio: Math.floor(rest / 8) % 2 === 1,
  };
}
