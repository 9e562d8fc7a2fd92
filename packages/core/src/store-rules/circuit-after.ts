import {
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '../account/provider-circuit.ts';
import type { AccountProbe } from '../ports/account-pool.ts';

/** What is known against a provider as a whole. */
export interface ProviderCircuit {
  /** `unavailable` in a row. */
  readonly failures: number;
  /** Submissions in a row whose response was lost. */
  readonly doubts: number;
  /** Null while it was never opened. */
  readonly openUntil: number | null;
}

/** Evidence about a provider as a whole: what became of submissions, and of looks at an account. */
export type ProviderEvidence =
  | 'answered'
  | 'unavailable'
  | 'doubtful'
  | 'probe-answered'
  | 'probe-unreadable';

/** What a look at an account says about its provider; null where nothing was asked. */
export function evidenceOf(
  probe: AccountProbe,
): Extract<ProviderEvidence, 'probe-answered' | 'probe-unreadable'> | null {
  if (probe.kind === 'unreadable') return 'probe-unreadable';
  return probe.kind === 'ready' && probe.isAssumed === true ? null : 'probe-answered';
}

const closed: ProviderCircuit = { failures: 0, doubts: 0, openUntil: null };

/** The circuit after one more piece of evidence; undefined = nothing is known against the provider. */
export function circuitAfter(
  known: ProviderCircuit | undefined,
  evidence: ProviderEvidence,
  now: number,
): ProviderCircuit | undefined {
  const former = known ?? closed;
  switch (evidence) {
    case 'answered':
      return undefined;
    case 'unavailable': {
      const failures = former.failures + 1;
      const opens = failures >= providerFailuresToOpen;
      return { ...former, failures, ...(opens && openFor(former, providerOpenForMs, now)) };
    }
    case 'doubtful': {
      const doubts = former.doubts + 1;
      const opens = doubts >= providerDoubtsToOpen;
      return { ...former, doubts, ...(opens && openFor(former, providerDoubtedForMs, now)) };
    }
    case 'probe-answered':
      return isBroken(former) ? onTrial(former) : known;
    case 'probe-unreadable':
      return isBroken(former)
        ? { ...former, ...openFor(former, providerDoubtedForMs, now) }
        : known;
  }
}

function isBroken({ failures, doubts }: ProviderCircuit): boolean {
  return failures >= providerFailuresToOpen || doubts >= providerDoubtsToOpen;
}

/** Closed, and opened again by the next submission that speaks against it. */
function onTrial({ failures, doubts }: ProviderCircuit): ProviderCircuit {
  return {
    failures: Math.min(failures, providerFailuresToOpen - 1),
    doubts: Math.min(doubts, providerDoubtsToOpen - 1),
    openUntil: null,
  };
}

/**
 * Never shorter than it is open already; an end further away than any release sets comes from a clock that was set back
 * since.
 */
function openFor(
  { openUntil }: ProviderCircuit,
  ms: number,
  now: number,
): Pick<ProviderCircuit, 'openUntil'> {
  const stands = openUntil !== null && openUntil <= now + providerDoubtedForMs ? openUntil : 0;
  return { openUntil: Math.max(stands, now + ms) };
}
