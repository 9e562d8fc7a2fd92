import type { Generated, Selectable } from 'kysely';
import type { TrailRow } from './trail-row.ts';

/**
 * Rows of the database, for kysely. Instants are ms since 1970, money is whole credits, flags are 0 or 1, columns
 * commented as JSON hold JSON text. The purpose of each table is described in the migration that creates it.
 */
export interface Tables {
  readonly store: StoreRow;
  readonly owner: OwnerRow;
  /** Names of surfaces; the numbers in `finished_job.shelf` are computed from theirs. */
  readonly surface: { readonly number: number; readonly name: string };
  readonly job: JobTable;
  readonly long_text: LongTextRow;
  readonly unlisted_job: { readonly position: number };
  readonly idempotency_key: { readonly digest: string; readonly position: number };
  readonly creation_block: CreationBlockRow;
  readonly trail: TrailRow;
  readonly dispatch: DispatchRow;
  readonly finished_job: {
    readonly owner: number;
    readonly shelf: number;
    readonly position: number;
  };
  readonly finished_order: { readonly finished_at: number; readonly position: number };
  readonly account: AccountRow;
  readonly api_user: ApiUserRow;
  readonly admin_session: AdminSessionRow;
  readonly login_failure: { readonly subject: string; readonly at: number };
  readonly audit_entry: AuditEntryRow;
  readonly asset: AssetRow;
  readonly holding: HoldingRow;
  readonly held_bytes: { readonly owner: string; readonly bytes: number };
  readonly named_value: { readonly name: string; readonly value: string };
}

export interface StoreRow {
  readonly only: number;
  readonly incarnation: number;
  readonly completed: number;
  readonly failed: number;
  readonly keys_indexed_to: number;
  readonly searched_from: number;
  readonly vacuum_after_erase: number;
  /** Highest position of a removed job. */
  readonly removed_to: number;
  readonly history_id: string | null;
  readonly commits: number;
  /** JSON. */
  readonly gone_back: string | null;
}

export interface OwnerRow {
  readonly number: number;
  readonly name: string;
  readonly used: number;
  readonly reserved: number;
  readonly held: number;
  readonly credit_limit: number | null;
  readonly ceiling: number | null;
  readonly link_epoch: Generated<number>;
}

/** A row of `job` as read. */
export type JobRow = Selectable<JobTable>;

/** The defaults of columns are those of a job nothing has happened to. */
export interface JobTable {
  readonly position: number;
  readonly id: string;
  readonly owner: number;
  /** Name of the job's surface. */
  readonly origin: string;
  readonly model: string;
  readonly family: string;
  readonly prompt: string;
  /** JSON of the request without its prompt. */
  readonly request: string;
  /** JSON. */
  readonly warnings: string;
  /** The price, in credits. */
  readonly cost: number;
  readonly key_digest: string | null;
  readonly fingerprint: string | null;
  readonly accepted_at: number;
  readonly created_at: number;
  readonly state: string;
  readonly version: Generated<number>;
  readonly progress: Generated<number>;
  readonly refusals: Generated<number>;
  /** JSON. */
  readonly refused_by: Generated<string>;
  readonly account_id: string | null;
  /** JSON, as are `expected_size` and `spend`. */
  readonly route: string | null;
  readonly expected_size: string | null;
  readonly holds_slot: Generated<number>;
  readonly quota: string;
  readonly credit: Generated<string>;
  readonly spend: string | null;
  /** JSON. */
  readonly submission: string | null;
  readonly correlation_id: string | null;
  readonly send_deadline_at: number | null;
  /** JSON. */
  readonly handle: string | null;
  /** JSON. */
  readonly output: string | null;
  readonly read_failures: Generated<number>;
  /** JSON. */
  readonly result_fetch: string | null;
  readonly doubt: string | null;
  /** JSON. */
  readonly result: string | null;
  /** JSON. */
  readonly failure: string | null;
  readonly updated_at: number;
  readonly submitted_at: number | null;
  readonly completed_at: number | null;
  readonly unknown_since: number | null;
  readonly deadline_at: number | null;
  readonly due_at: number | null;
  readonly result_expires_at: number | null;
  readonly last_entry: number | null;
}

export interface LongTextRow {
  readonly job: number;
  readonly field: string;
  readonly text: string;
}

export interface CreationBlockRow {
  readonly block: number;
  readonly earliest: number;
  readonly latest: number;
}

export interface DispatchRow {
  readonly job: number;
  readonly refusals: number;
  readonly correlation_id: string;
  readonly request_digest: string;
  readonly recorded_at: number;
  readonly send_deadline_at: number;
  readonly handle: string | null;
  readonly received_at: number | null;
  /** The account the handle is bound to. */
  readonly account_id: string | null;
  /** `handleClaim`; null also for the later of equal handles that former releases recorded. */
  readonly handle_claim: string | null;
  /** JSON. */
  readonly refusal: string | null;
}

/** `families`, `budget`, `paid` and `learned` are JSON. */
export interface AccountRow {
  readonly id: string;
  readonly label: string;
  readonly endpoint: string;
  readonly families: string;
  readonly enabled: number;
  readonly draining: number;
  readonly awaits_test: number;
  readonly concurrency: number;
  readonly exclusive: number;
  readonly condition: string;
  readonly cooling_until: number | null;
  readonly credits: number | null;
  readonly credits_source: string;
  readonly credits_checked_at: number | null;
  readonly error_streak: number;
  readonly last_success_at: number | null;
  readonly last_used_at: number | null;
  readonly sealed_secret: string | null;
  readonly secret_since: number | null;
  readonly probed_at: number | null;
  readonly unit: string;
  readonly budget: string | null;
  readonly paid: string;
  readonly learned: string;
  readonly last_error: string | null;
}

export interface ApiUserRow {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly enabled: number;
  readonly key_digest: string;
  readonly key_hint: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  /** JSON; null unless the user's erasure was requested. */
  readonly erasure: string | null;
  readonly max_open_jobs: number | null;
  readonly max_requests_per_minute: number | null;
}

export interface AdminSessionRow {
  readonly id_digest: string;
  readonly username: string;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly expires_at: number;
  /** Null in sessions opened before the column existed. */
  readonly login_since: number | null;
}

export interface AuditEntryRow {
  readonly number: Generated<number>;
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly address: string | null;
  readonly session: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

export interface AssetRow {
  readonly number: Generated<number>;
  readonly id: string;
  readonly owner: string;
  readonly kind: string;
  readonly content_type: string;
  readonly file_name: string;
  readonly size: number;
  readonly sha256: string;
  readonly created_at: number;
}

export interface HoldingRow {
  readonly number: Generated<number>;
  readonly owner: string;
  readonly sha256: string;
  readonly size: number;
  readonly held_at: number;
}
