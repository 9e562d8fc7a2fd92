import type { Job } from '@filmgate/core';
import type { SqlValue } from '../database/sqlite-database.ts';
import type { JobRow } from '../schema/tables.ts';

/** Column values of a job that nothing has happened to, where they are not null: the defaults of the table. */
const untouched: { readonly [C in keyof JobRow]?: SqlValue } = {
  version: 1,
  progress: 0,
  refusals: 0,
  refused_by: '[]',
  holds_slot: 0,
  credit: 'none',
  read_failures: 0,
};

/** Columns that are written with every new job, whatever their value. */
const written: ReadonlySet<keyof JobRow> = new Set([
  'state',
  'warnings',
  'quota',
  'updated_at',
  'due_at',
] as const);

/** A column that stores a part of the job that may change after acceptance. */
export interface ChangingColumn {
  readonly column: keyof JobRow;
  /** True when the row of a new job does not have the value yet. */
  readonly isMissing: (job: Job) => boolean;
  /** True when the column must be written to get from one job to the next. */
  readonly differs: (former: Job, next: Job) => boolean;
  /** Value to store; for the columns in `longColumns` before long texts are moved out. */
  readonly value: (job: Job) => SqlValue;
}

/** Changing columns whose texts may be long. */
export const longColumns = ['submission', 'handle', 'output'] as const;

/** Every part of a job that may change, with its column. */
export const changingColumns: readonly ChangingColumn[] = [
  as('state', 'state', same),
  as('version', 'version', same),
  as('progress', 'progress', same),
  as('refusals', 'refusals', same),
  as('refused_by', 'refusedBy', listText),
  as('warnings', 'warnings', listText),
  as('account_id', 'accountId', same),
  as('route', 'route', jsonText),
  as('expected_size', 'expectedSize', jsonText),
  as('holds_slot', 'holdsSlot', Number),
  as('quota', 'quota', same),
  as('credit', 'credit', same),
  as('spend', 'spend', jsonText),
  as('submission', 'submission', jsonText),
  as('correlation_id', 'correlationId', same),
  as('send_deadline_at', 'sendDeadlineAt', same),
  as('handle', 'handle', jsonText),
  as('output', 'output', jsonText),
  as('read_failures', 'readFailures', same),
  as('result_fetch', 'resultFetch', jsonText),
  as('doubt', 'doubt', jsonText),
  as('result', 'result', jsonText),
  as('failure', 'failure', jsonText),
  as('updated_at', 'updatedAt', same),
  as('submitted_at', 'submittedAt', same),
  as('completed_at', 'completedAt', same),
  as('unknown_since', 'unknownSince', same),
  as('deadline_at', 'deadlineAt', same),
  as('due_at', 'dueAt', same),
  as('result_expires_at', 'resultExpiresAt', same),
];

const emptyList = '[]';

/** List as JSON text; nearly all are empty. */
export function listText(list: readonly unknown[]): string {
  return list.length === 0 ? emptyList : JSON.stringify(list);
}

function jsonText(value: object | string | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function same<Value extends SqlValue>(value: Value): Value {
  return value;
}

function as<Part extends keyof Job>(
  column: keyof JobRow,
  part: Part,
  encode: (value: Job[Part]) => SqlValue,
): ChangingColumn {
  const initial = untouched[column] ?? null;
  const isWritten = written.has(column);
  return {
    column,
    isMissing: (job) => !isWritten && encode(job[part]) !== initial,
    differs: (former, next) => former[part] !== next[part],
    value: (job) => encode(job[part]),
  };
}
