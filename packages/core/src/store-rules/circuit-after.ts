import {
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '../account/provider-circuit.ts';
import type { AccountProbe } from '../ports/account-pool.ts';

/** What is known against a provider as a whole, or against one of its accounts while no other speaks against it. */
export interface ProviderCircuit {
  /** The account that all of it is known from, for which alone the circuit opens; null = several of its accounts. */
  readonly by: string | null;
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

/** Evidence, and the account whose submission or look gave it. */
export interface AccountEvidence {
  readonly accountId: string;
  readonly evidence: ProviderEvidence;
}

/**
 * The circuit after one more piece of evidence; undefined = nothing is known against the provider. What one account alone says may be its
 * own fault, so another account is not kept from proving otherwise, and its proof speaks for itself alone.
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

/** Until when the circuit is open for one account of the provider; null when it is closed. */
export function openUntilFor(
  circuit: Pick<ProviderCircuit, 'by' | 'openUntil'> | undefined,
  accountId: string,
): number | null {
  return circuit !== undefined && concerns(circuit, accountId) ? circuit.openUntil : null;
}

function isBroken({ failures, doubts }: ProviderCircuit): boolean {
  return failures >= providerFailuresToOpen || doubts >= providerDoubtsToOpen;
}

/** Closed, and opened again by the next submission that speaks against it. */
function onTrial({ by, failures, doubts }: ProviderCircuit): ProviderCircuit {
  return {
    by,
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
