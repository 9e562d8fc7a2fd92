import { keyedDigest } from '../world/keyed-digest.ts';

/** What may befall submissions of a profile: of each group one at most, with this chance out of 256. */
interface ChaosGroup {
  readonly chance: number;
  readonly faults: readonly string[];
}

const submissions: ChaosGroup = {
  chance: 96,
  faults: [
    'lost-response',
    'lost-request',
    '500-after-accept',
    'garbled-after-accept',
    'edge-page-after-accept',
    'error-in-200-after-accept',
    'refuse=429',
    'refuse=503',
  ],
};
const reads: ChaosGroup = {
  chance: 128,
  faults: [
    'status-404=1',
    'poll-500=2',
    'poll-429=2',
    'poll-html=2',
    'poll-error-in-200=1',
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
  /** Responses to submissions and reads go wrong; what was accepted completes. */
  lossy: [submissions, reads, results],
  /** Nothing is lost, and everything takes longer. */
  slow: [times],
  /** Reads of jobs and results go wrong; submissions do not. */
  'flaky-reads': [reads, results],
  /** All of it, and jobs fail. */
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

/** What may befall callbacks. It is drawn apart from all else, so that whoever asks for none meets the same faults. */
const callbacks: { readonly [Profile in ChaosProfile]: readonly ChaosGroup[] } = {
  lossy: [{ chance: 128, faults: lossyCallbacks }],
  slow: [{ chance: 128, faults: lateCallbacks }],
  'flaky-reads': [],
  hostile: [{ chance: 128, faults: wildCallbacks }],
};

/**
 * The tokens drawn for one submission, as they are written between brackets; empty where none were. They follow from what
 * is given alone, so the order of submissions changes nothing [mock.chaos].
 *
 * @param key - its logical key
 * @param attempt - which submission of that key it is, from 1
 */
export function drawFaults(
  { profile, seed }: { readonly profile: ChaosProfile; readonly seed: string },
  key: string,
  attempt: number,
): string {
  const digest = keyedDigest(seed, 'chaos', profile, key, String(attempt));
  return drawFrom(digest, profiles[profile]).join(',');
}

/** The token drawn besides for a submission that asks for callbacks; empty where none was [mock.chaos.callbacks]. */
export function drawCallbackFault(
  { profile, seed }: { readonly profile: ChaosProfile; readonly seed: string },
  key: string,
  attempt: number,
): string {
  const digest = keyedDigest(seed, 'chaos of callbacks', profile, key, String(attempt));
  return drawFrom(digest, callbacks[profile]).join(',');
}

/** Of each group one at most, by two bytes of the digest. */
function drawFrom(digest: Buffer, groups: readonly ChaosGroup[]): readonly string[] {
  return groups.flatMap(({ chance, faults }, index) => {
    const at = index * 2;
    if (digest.readUInt8(at) >= chance) return [];
    return faults[digest.readUInt8(at + 1) % faults.length] ?? [];
  });
}

/** What was drawn for one submission. */
export interface PlannedFault {
  /** Its logical key. */
  readonly key: string;
  /** Which submission of that key it was, from 1. */
  readonly attempt: number;
  /** Tokens, as they are written between brackets. */
  readonly fault: string;
}

/** Everything that was drawn in a space, in a form that repeats it. */
export interface ChaosPlan {
  readonly filmgate_mock_plan: 1;
  readonly faults: readonly PlannedFault[];
}

/** Where the faults of a space come from: drawn by a profile, or as a plan has them. */
export type ChaosSource =
  | { readonly kind: 'drawn'; readonly profile: ChaosProfile; readonly seed: string }
  | { readonly kind: 'planned'; readonly faults: ReadonlyMap<string, string> };

/** A submission as chaos sees it. */
export interface ChaosSubject {
  /** Its logical key. */
  readonly key: string;
  /** Which submission of that key it is, from 1. */
  readonly attempt: number;
  /** Whether it asks for callbacks. */
  readonly isCalledBack: boolean;
}

/** The tokens that chaos adds to one submission; empty where it adds none. */
export function chaosFault(
  source: ChaosSource,
  { key, attempt, isCalledBack }: ChaosSubject,
): string {
  if (source.kind === 'planned') return source.faults.get(positionOf(key, attempt)) ?? '';
  const reported = isCalledBack ? drawCallbackFault(source, key, attempt) : '';
  return [drawFaults(source, key, attempt), reported].filter((fault) => fault !== '').join(',');
}

export function plannedChaos({ faults }: Pick<ChaosPlan, 'faults'>): ChaosSource {
  const entries = faults.map(({ key, attempt, fault }) => [positionOf(key, attempt), fault] as const);
  return { kind: 'planned', faults: new Map(entries) };
}

/** What chaos says of itself beside a verdict. */
export function describeChaos(source: ChaosSource): string {
  const origin =
    source.kind === 'drawn' ? `profile ${source.profile}, seed ${source.seed}` : 'by a plan';
  return `chaos: ${origin}; GET plan gives what was drawn, and serve --plan FILE repeats it`;
}

function positionOf(key: string, attempt: number): string {
  return `${attempt} ${key}`;
}
