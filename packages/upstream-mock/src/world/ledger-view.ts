import { chargeAt, type MockJobState, stateAt } from './mock-job.ts';
import type { MockWorld } from './mock-world.ts';

/** The truth about accepted submissions, for tests and people [mock.ledger]. */
export interface LedgerView {
  readonly accepted: number;
  /** Queued or running. */
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly charged_credits: number;
  readonly jobs: readonly {
    readonly id: string;
    readonly correlation_id: string;
    readonly account: string;
    readonly prompt: string;
    readonly state: MockJobState;
    /** ISO 8601. */
    readonly accepted_at: string;
    /** Whether the caller was told. */
    readonly answered: boolean;
    /** As the provider is asked for it. */
    readonly model: string;
    /** The wire it came over: `mock` for the mock's own. */
    readonly wire: string;
    readonly charged_credits: number;
    /** As they arrived; `size` in bytes. */
    readonly references: readonly {
      readonly role: string;
      readonly sha256: string;
      readonly size: number;
    }[];
  }[];
}

type JobEntry = LedgerView['jobs'][number];

/** What an entry has to say to be shown: `contains` is part of its prompt, the others are its fields of these names. */
export type LedgerFilter = {
  readonly [Field in FilterField]?: JobEntry[Field] | undefined;
} & { readonly contains?: string | undefined };

const filterFields = [
  'account',
  'correlation_id',
  'id',
  'model',
  'wire',
  'state',
  'answered',
] as const;
type FilterField = (typeof filterFields)[number];

function passes(entry: JobEntry, filter: LedgerFilter): boolean {
  const { contains = '' } = filter;
  return (
    entry.prompt.includes(contains) &&
    filterFields.every((name) => filter[name] === undefined || filter[name] === entry[name])
  );
}

/** Every accepted job that passes the filter; counts are of these jobs. */
export function viewLedger(world: MockWorld, filter: LedgerFilter): LedgerView {
  const now = world.clock.now();
  const jobs = [...world.jobs()]
    .map((job) => ({
      id: job.id,
      correlation_id: job.correlationId,
      account: job.account,
      prompt: job.prompt,
      state: stateAt(job, now),
      accepted_at: new Date(job.acceptedAt).toISOString(),
      answered: world.wasAnswered(job.id),
      model: job.model,
      wire: job.wire,
      charged_credits: chargeAt(job, now),
      references: job.references.map(({ role, sha256, size }) => ({ role, sha256, size })),
    }))
    .filter((entry) => passes(entry, filter));
  const count = (state: MockJobState) => jobs.filter((job) => job.state === state).length;
  return {
    accepted: jobs.length,
    running: count('running') + count('queued'),
    completed: count('completed'),
    failed: count('failed'),
    charged_credits: jobs.reduce((sum, job) => sum + job.charged_credits, 0),
    jobs,
  };
}
