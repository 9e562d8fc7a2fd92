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

const profiles = {
  /** Responses to submissions and reads fail; accepted jobs complete. */
  lossy: [submissions, reads, results],
  /** Nothing is lost, but everything takes longer. */
  slow: [times],
  /** Reads of jobs and results fail, submissions do not. */
  'flaky-reads': [reads, results],
  /** All of these, and jobs fail. */
  hostile: [submissions, reads, results, times, failures],
} as const satisfies { readonly [name: string]: readonly ChaosGroup[] };

export type ChaosProfile = keyof typeof profiles;
export const chaosProfiles = [
  'lossy',
  'slow',
  'flaky-reads',
  'hostile',
] as const satisfies readonly ChaosProfile[];

const lateCallbacks = ['callback-late=1m'];
const lossyCallbacks = [
  'callback-lost',
  'callback-twice',
  'callback-late',
  'callback-bad-signature',
];
const wildCallbacks = [...lossyCallbacks, ...lateCallbacks, 'callback-before-answer'];

/** Faults of callbacks, drawn separately, so that submissions without callbacks get the same faults. */
const callbacks: { readonly [Profile in ChaosProfile]: readonly ChaosGroup[] } = {
  lossy: [{ chance: 128, faults: lossyCallbacks }],
  slow: [{ chance: 128, faults: lateCallbacks }],
  'flaky-reads': [],
  hostile: [{ chance: 128, faults: wildCallbacks }],
};

/**
 * Draws the tokens of one submission, as written between brackets; empty if there are none. They depend on the
 * parameters only, so the order of submissions changes nothing [mock.chaos].
 *
 * @param key - its logical key
 * @param attempt - its number for that key, from 1
 */
export function drawFaults(
  { profile, seed }: { readonly profile: ChaosProfile; readonly seed: string },
  key: string,
  attempt: number,
): string {
  const digest = keyedDigest(seed, 'chaos', profile, key, String(attempt));
  return drawFrom(digest, profiles[profile]).join(',');
}

/** Draws a further token for a submission that asks for callbacks; empty if there is none [mock.chaos.callbacks]. */
export function drawCallbackFault(
  { profile, seed }: { readonly profile: ChaosProfile; readonly seed: string },
  key: string,
  attempt: number,
): string {
  const digest = keyedDigest(seed, 'chaos of callbacks', profile, key, String(attempt));
  return drawFrom(digest, callbacks[profile]).join(',');
}

/** Draws at most one token of each group, by two bytes of the digest. */
function drawFrom(digest: Buffer, groups: readonly ChaosGroup[]): readonly string[] {
  return groups.flatMap(({ chance, faults }, index) => {
    const at = index * 2;
    if (digest.readUInt8(at) >= chance) return [];
    return faults[digest.readUInt8(at + 1) % faults.length] ?? [];
  });
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
  | { readonly kind: 'drawn'; readonly profile: ChaosProfile; readonly seed: string }
  | { readonly kind: 'planned'; readonly faults: ReadonlyMap<string, string> };

/** A submission for which faults are drawn. */
export interface ChaosSubject {
  /** Its logical key. */
  readonly key: string;
  /** Its number for that key, from 1. */
  readonly attempt: number;
  /** True if it asks for callbacks. */
  readonly isCalledBack: boolean;
}

/** Tokens that chaos adds to one submission; empty if there are none. */
export function chaosFault(
  source: ChaosSource,
  { key, attempt, isCalledBack }: ChaosSubject,
): string {
  if (source.kind === 'planned') return source.faults.get(positionOf(key, attempt)) ?? '';
  const reported = isCalledBack ? drawCallbackFault(source, key, attempt) : '';
  return [drawFaults(source, key, attempt), reported].filter((fault) => fault !== '').join(',');
}

export function plannedChaos({ faults }: Pick<ChaosPlan, 'faults'>): ChaosSource {
  const entries = faults.map(
    ({ key, attempt, fault }) => [positionOf(key, attempt), fault] as const,
  );
  return { kind: 'planned', faults: new Map(entries) };
}

/** Describes chaos beside a verdict. */
export function describeChaos(source: ChaosSource): string {
  const origin =
    source.kind === 'drawn' ? `profile ${source.profile}, seed ${source.seed}` : 'from a plan';
  return `chaos: ${origin}; GET plan returns the drawn faults, and serve --plan FILE repeats them`;
}

function positionOf(key: string, attempt: number): string {
  return `${attempt} ${key}`;
}
