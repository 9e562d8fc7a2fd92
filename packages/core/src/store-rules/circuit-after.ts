import {
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '../account/provider-circuit.ts';
import type { AccountProbe } from '../ports/account-pool.ts';

/** Evidence against a provider as a whole, or against one of its accounts while no other account adds any. */
export interface ProviderCircuit {
  /** The account that gave all of it, for which alone the circuit opens; null = several of its accounts. */
  readonly by: string | null;
  /** Consecutive `unavailable`. */
  readonly failures: number;
  /** Consecutive submissions whose response was lost. */
  readonly doubts: number;
  /** Null while it was never opened. */
  readonly openUntil: number | null;
}

/** Evidence about a provider as a whole: outcomes of submissions, and of probes of an account. */
export type ProviderEvidence =
  | 'answered'
  | 'unavailable'
  | 'doubtful'
  | 'probe-answered'
  | 'probe-unreadable';

/** Returns the evidence of an account's probe about its provider; null where nothing was queried. */
export function evidenceOf(
  probe: AccountProbe,
): Extract<ProviderEvidence, 'probe-answered' | 'probe-unreadable'> | null {
  if (probe.kind === 'unreadable') return 'probe-unreadable';
  return probe.kind === 'ready' && probe.isAssumed === true ? null : 'probe-answered';
}

/** Evidence, and the account whose submission or probe gave it. */
export interface AccountEvidence {
  readonly accountId: string;
  readonly evidence: ProviderEvidence;
}

/**
 * Returns the circuit after one more piece of evidence; undefined = nothing is known against the provider. Evidence of
 * one account may be its own fault: another can still prove otherwise, and its proof counts for itself alone.
 */
export function circuitAfter(
  known: ProviderCircuit | undefined,
  { accountId, evidence }: AccountEvidence,
  now: number,
): ProviderCircuit | undefined {
  const isOfAnother = known !== undefined && !concerns(known, accountId);
  const isAgainst = evidence === 'unavailable' || evidence === 'doubtful';
  if (isOfAnother && !isAgainst) return known;
  const closed = { by: accountId, failures: 0, doubts: 0, openUntil: null };
  const former = isOfAnother ? { ...known, by: null } : (known ?? closed);
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

function concerns({ by }: Pick<ProviderCircuit, 'by'>, accountId: string): boolean {
  return by === null || by === accountId;
}

/** Returns the instant until which the circuit is open for one account of the provider; null when it is closed. */
export function openUntilFor(
  circuit: Pick<ProviderCircuit, 'by' | 'openUntil'> | undefined,
  accountId: string,
): number | null {
  return circuit !== undefined && concerns(circuit, accountId) ? circuit.openUntil : null;
}

function isBroken({ failures, doubts }: ProviderCircuit): boolean {
  return failures >= providerFailuresToOpen || doubts >= providerDoubtsToOpen;
}

/** Closed, and opened again by the next submission that counts against it. */
function onTrial({ by, failures, doubts }: ProviderCircuit): ProviderCircuit {
  return {
    by,
    failures: Math.min(failures, providerFailuresToOpen - 1),
    doubts: Math.min(doubts, providerDoubtsToOpen - 1),
    openUntil: null,
  };
}

/** Never shortens an open circuit; an end beyond what any release sets is from a clock that was set back since. */
function openFor(
  { openUntil }: ProviderCircuit,
  ms: number,
  now: number,
): Pick<ProviderCircuit, 'openUntil'> {
  const stands = openUntil !== null && openUntil <= now + providerDoubtedForMs ? openUntil : 0;
  return { openUntil: Math.max(stands, now + ms) };
}
