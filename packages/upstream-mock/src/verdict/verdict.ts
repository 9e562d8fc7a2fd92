import type { Missing, Outcome, Remark } from './exceptions.ts';
import type { Finding, Undecided } from './finding.ts';

/** Findings about the clients of a space [mock.verdict]. */
export interface Verdict {
  readonly space: string;
  readonly outcome: Outcome;
  /** As in `space suite-1: 3 requests, 1 job, 8 credits`. */
  readonly summary: string;
  readonly seen: {
    readonly requests: number;
    readonly submissions: number;
    readonly jobs: number;
    readonly credits: number;
  };
  /** Those that count, most serious first. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Expected codes that were not found. */
  readonly missing: readonly Missing[];
  readonly remarks: readonly Remark[];
  /** Numbers of entries left out of a long verdict; absent if there are none. */
  readonly more?: { readonly findings: number; readonly undecided: number } | undefined;
  /** Description of chaos; absent without it. */
  readonly chaos?: string | undefined;
}

/** The verdicts of all spaces of a mock. */
export interface Verdicts {
  /** The worst outcome of them. */
  readonly outcome: Outcome;
  readonly spaces: readonly Verdict[];
  /** Spaces that no longer exist. `at`: real time, ISO 8601. */
  readonly dropped: readonly {
    readonly space: string;
    readonly outcome: Outcome;
    readonly at: string;
  }[];
}

/** The verdict as of now, with totals that include what it leaves out. */
export interface VerdictReport {
  readonly verdict: Verdict;
  /** Number of findings that count. */
  readonly found: number;
  /** Their credits. */
  readonly wasted: number;
}
