import type { AuditedChange } from './audit.ts';

/** An operator's resolution of an unknown outcome, as the audit log keeps it. */
export interface SaidOfOutcome {
  readonly outcome: 'charged' | 'not_charged' | 'found';
  readonly note: string;
  /** Of `found`. */
  readonly upstreamId?: string;
}

/** The audit entries of an operator's acts on jobs. */
export const auditOfJobs = {
  check: (target: string, state: string): AuditedChange => ({
    action: 'job.check',
    target,
    before: { state },
    after: null,
  }),
  cancel: (target: string): AuditedChange => ({
    action: 'job.cancel',
    target,
    before: null,
    after: { state: 'failed' },
  }),
  lookUp: (target: string, state: string, upstreamId: string): AuditedChange => ({
    action: 'job.look-up',
    target,
    before: { state },
    after: { upstream_id: upstreamId },
  }),
  resolve: (target: string, { outcome, note, upstreamId }: SaidOfOutcome): AuditedChange => ({
    action: 'job.resolve',
    target,
    before: { state: 'outcome_unknown' },
    after: {
      state: outcome === 'found' ? 'submitted' : 'failed',
      outcome,
      ...(upstreamId !== undefined && { upstream_id: upstreamId }),
      note,
    },
  }),
} as const;
