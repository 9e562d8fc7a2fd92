import type { Job } from '@filmgate/core';
import type { SqlValue } from '../database/prepared-query.ts';
import type { JobRow } from '../schema/tables.ts';

/** A column that follows a part of the job that may change after acceptance. */
export interface ChangingColumn {
  readonly column: keyof JobRow;
  /** Whether it must be written to come from one job to the next. */
  readonly differs: (former: Job, next: Job) => boolean;
  /** What is to be stored; for the columns in `longColumns` before long texts are taken out. */
  readonly value: (job: Job) => SqlValue;
}

/** Those of them whose texts may be long. */
export const longColumns = ['submission', 'handle', 'output'] as const;

/** Every part of a job that may change, with where it is stored. */
export const changingColumns: readonly ChangingColumn[] = [
  as('state', 'state', same),
  as('version', 'version', same),
  as('progress', 'progress', same),
  as('refusals', 'refusals', same),
  as('refused_by', 'refusedBy', listText),
  as('warnings', 'warnings', listText),
  as('account_id', 'accountId', same),
  as('holds_slot', 'holdsSlot', Number),
  as('quota', 'quota', same),
  as('credit', 'credit', same),
  as('submission', 'submission', jsonText),
  as('correlation_id', 'correlationId', same),
  as('send_deadline_at', 'sendDeadlineAt', same),
  as('handle', 'handle', jsonText),
  as('output', 'output', jsonText),
  as('read_failures', 'readFailures', same),
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

/** A list as JSON text; nearly all are empty. */
export function listText(list: readonly unknown[]): string {
  return list.length === 0 ? emptyList : JSON.stringify(list);
}

function jsonText(value: object | null): string | null {
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
  return {
    column,
    differs: (former, next) => former[part] !== next[part],
    value: (job) => encode(job[part]),
  };
}
