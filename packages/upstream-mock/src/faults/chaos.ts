import { keyedDigest } from '../job/keyed-digest.ts';

/** Faults of submissions: at most one of each group is drawn, with this chance out of 256. */
interface ChaosGroup {
  readonly chance: number;
  readonly faults: readonly string[];
}

const submissions: ChaosGroup = {
  chance: 96,
  faults: [
    'lost-response',
    'lost-request',
    'response=500',
    'response=garbled',
    'response=502',
    'response=error-in-200',
    'refuse=429',
    'refuse=503',
  ],
};
const reads: ChaosGroup = {
  chance: 128,
  faults: [
    'reads=404:1',
    'reads=500:2',
    'reads=429:2',
    'reads=502:2',
    'reads=error-in-200:1',
    'no-url=2',
  ],
};
const results: ChaosGroup = {
  chance: 128,
  faults: ['url-403=1', 'result-cut=2', 'result-down=2s'],
};
const times: ChaosGroup = { chance: 128, faults: ['queue=30s', 'run=1m', 'queue=10s,run=30s'] };
const failures: ChaosGroup = { chance: 48, faults: ['fail=internal', 'fail=policy'] };

/** Callback faults of a profile, one of which is drawn. */
const callbacks = (...kinds: readonly string[]): readonly ChaosGroup[] => [
  { chance: 128, faults: kinds.map((kind) => `callback-${kind}`) },
];
const lossy = ['lost', 'twice', 'late', 'bad-signature'];

export const chaosProfiles = ['lossy', 'slow', 'flaky-reads', 'hostile'] as const;
export type ChaosProfile = (typeof chaosProfiles)[number];

/** Groups of each profile; `callbacks` are drawn separately, so that other submissions get the same faults. */
const profiles: {
  readonly [Profile in ChaosProfile]: {
    readonly faults: readonly ChaosGroup[];
    readonly callbacks: readonly ChaosGroup[];
  };
} = {
  lossy: { faults: [submissions, reads, results], callbacks: callbacks(...lossy) },
  slow: { faults: [times], callbacks: callbacks('late=1m') },
  'flaky-reads': { faults: [reads, results], callbacks: [] },
  hostile: {
    faults: [submissions, reads, results, times, failures],
    callbacks: callbacks(...lossy, 'late=1m', 'before-answer'),
  },
};

export interface ChaosSeed {
  readonly profile: ChaosProfile;
  readonly seed: string;
}

/**
 * Draws the tokens of one submission, as written between brackets; empty if there are none. They depend on the
 * parameters only, so the order of submissions changes nothing [mock.chaos].
 *
 * @param key - its logical key
 * @param attempt - its number for that key, from 1
 */
export function drawFaults({ profile, seed }: ChaosSeed, key: string, attempt: number): string {
  const digest = keyedDigest(seed, 'chaos', profile, key, String(attempt));
  return drawFrom(digest, profiles[profile].faults);
}

/** Draws a further token for a submission that asks for callbacks; empty if there is none [mock.chaos.callbacks]. */
export function drawCallbackFault(
  { profile, seed }: ChaosSeed,
  key: string,
  attempt: number,
): string {
  const digest = keyedDigest(seed, 'chaos of callbacks', profile, key, String(attempt));
  return drawFrom(digest, profiles[profile].callbacks);
}

/** Draws at most one token of each group, by two bytes of the digest. */
function drawFrom(digest: Buffer, groups: readonly ChaosGroup[]): string {
  const drawn = groups.flatMap(({ chance, faults }, index) => {
    const at = index * 2;
    if (digest.readUInt8(at) >= chance) return [];
    return faults[digest.readUInt8(at + 1) % faults.length] ?? [];
  });
  return drawn.join(',');
}

/** Faults drawn for one submission. */
export interface PlannedFault {
  /** Its logical key. */
  readonly key: string;
  /** Number of the submission for that key, from 1. */
  readonly attempt: number;
  /** Tokens, as written between brackets. */
  readonly fault: string;
}

/** All faults drawn in a space, in a form that repeats them. */
export interface ChaosPlan {
  readonly filmgate_mock_plan: 1;
  readonly faults: readonly PlannedFault[];
}

/** Source of a space's faults: a profile, or a plan. */
export type ChaosSource =
  | ({ readonly kind: 'drawn' } & ChaosSeed)
  | { readonly kind: 'planned'; readonly faults: ReadonlyMap<string, string> };

/** A submission for which faults are drawn. */
export interface ChaosSubject extends Omit<PlannedFault, 'fault'> {
  /** True if it asks for callbacks. */
  readonly isCalledBack: boolean;
}

/** Tokens that chaos adds to one submission; empty if there are none. */
export function chaosFault(
  source: ChaosSource,
  { key, attempt, isCalledBack }: ChaosSubject,
): string {
  if (source.kind === 'planned') return source.faults.get(`${attempt} ${key}`) ?? '';
  const reported = isCalledBack ? drawCallbackFault(source, key, attempt) : '';
  return [drawFaults(source, key, attempt), reported].filter((fault) => fault !== '').join(',');
}

export function plannedChaos({ faults }: Pick<ChaosPlan, 'faults'>): ChaosSource {
  const entries = faults.map(({ key, attempt, fault }) => [`${attempt} ${key}`, fault] as const);
  return { kind: 'planned', faults: new Map(entries) };
}

/** Describes chaos beside a verdict. */
export function describeChaos(source: ChaosSource): string {
  const origin =
    source.kind === 'drawn' ? `profile ${source.profile}, seed ${source.seed}` : 'from a plan';
  return `chaos: ${origin}; GET plan returns the drawn faults, and serve --plan FILE repeats them`;
}
