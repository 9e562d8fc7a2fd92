import {
  acceptanceStep,
  isFinal,
  type Job,
  type MarkRecord,
  type StoreRecordOf,
  readTrail,
  type StoredStep,
  type TrailStepRecord,
} from '@filmgate/core';
import { changingText, headOf, marksOf } from '../jobs/job-record.ts';
import { markFacts } from '../jobs/mark-text.ts';
import { referenceFields } from '../jobs/reference-fields.ts';
import { keysOfSchedule } from '../jobs/schedule-keys.ts';
import { storedStep } from '../jobs/trail-steps.ts';
import type { JobKeys } from '../keys/job-keys.ts';
import type { ScriptRunner } from '../script/script-runner.ts';
import { signatureRow } from '../search/signature-row.ts';
import { importJobScript } from './import-job-script.ts';

/** Puts one job in its place, with its history; a job that is there already stays as it is. */
export async function importJob(
  { scripts, keys }: { readonly scripts: ScriptRunner; readonly keys: JobKeys },
  record: StoreRecordOf<'job'>,
): Promise<void> {
  const { job, order, acceptedAt, claim, trail, marks } = record;
  const stored = trail.map((step) => stepOf(step, job));
  // Behind its acceptance, which the job stands for.
  const [, ...steps] = readTrail(acceptanceStep(job, acceptedAt), stored);
  const call = importJobScript.call(
    { ...sharedKeys(keys), ...keysOf(keys, record) },
    {
      ...headOf(job, { acceptedAt, key: claim?.digest ?? '' }),
      ...marksOf(job),
      id: job.id,
      place: order,
      version: job.version,
      fingerprint: claim?.fingerprint ?? '',
      now: job.updatedAt,
      request: JSON.stringify(job.request),
      signature: signatureRow(job),
      changing: changingText(job),
      steps: steps.length,
      marks: marks.length,
    },
    {
      arguments: [...steps.map(storedStep), ...marks.flatMap(storedMark), ...referenceFields(job)],
    },
  );
  await scripts.change(importJobScript.script, call);
}

function sharedKeys(keys: JobKeys) {
  const { idempotency, correlations, handles, accounts, references, signatures } = keys;
  const shared = { idempotency, correlations, handles, accounts, references, signatures };
  return { ...keysOfSchedule(keys), ...shared };
}

function keysOf(keys: JobKeys, { job }: StoreRecordOf<'job'>) {
  return {
    job: keys.job(job.id),
    trail: keys.trail(job.id),
    list: keys.list(job.state),
    ownerList: keys.ownerList(job.state, job.owner),
    modelList: keys.modelList(job.request.model),
    accountList: keys.accountList(job.accountId ?? ''),
    changed: isFinal(job.state) ? keys.changedFinal : keys.changedOpen,
  };
}

function stepOf(record: TrailStepRecord, { price }: Job): StoredStep {
  switch (record.kind) {
    case 'step': {
      const { kind: _, ...step } = record;
      return step;
    }
    case 'story':
      return { at: record.at, what: record.what, detail: record.detail };
    case 'money': {
      const { at, ledger, move, accountId, amount = price } = record;
      const account = accountId === null ? {} : { accountId };
      return { at, what: 'money', detail: { ledger, move, amount, ...account } };
    }
  }
}

/** See `readMarks`. */
function storedMark(mark: MarkRecord): readonly (string | number)[] {
  const { refusals, correlationId, requestDigest, markedAt, sendDeadlineAt } = mark;
  const { handle, accountId, handleClaim, refusal } = mark;
  const text = markFacts(correlationId, { digest: requestDigest, markedAt, sendDeadlineAt });
  const answer = [handle, accountId, handleClaim, refusal].map((part) => part ?? '');
  return [refusals, correlationId, text, ...answer];
}
