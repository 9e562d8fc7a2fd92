import { hash } from 'node:crypto';
import {
  type CommitOutcome,
  handleClaim,
  type HandleInPlace,
  type RecordReceiptInput,
  type RecordReceiptOutcome,
  type RecordRefusalInput,
  type RecordRefusalOutcome,
  StorageUnavailable,
} from '@filmgate/core';
import { commitReceipt } from './commit-job.ts';
import type { JobAccess } from './job-access.ts';
import type { ReceiptName } from './lua/receipt-lua.ts';
import { markFacts } from './mark-text.ts';
import { receiptScript, refusalScript } from './receipt-script.ts';

/** See `JobStore.recordReceipt`. */
export async function recordReceipt(
  access: JobAccess,
  input: RecordReceiptInput,
): Promise<RecordReceiptOutcome> {
  const { jobId, decision } = input;
  const receipt = receiptArguments(input);
  if (decision === undefined) return recordAlone(access, jobId, receipt);
  if (decision.from.id !== jobId)
    throw new StorageUnavailable(
      `A receipt of job ${jobId} came with a decision about ${decision.from.id}.`,
      { applied: 'no' },
    );
  const { receipt: word, rest, decided } = await commitReceipt(access, decision, receipt);
  return outcomeOf(word, rest, decided);
}

async function recordAlone(
  { scripts, keys }: JobAccess,
  id: string,
  receipt: Readonly<Record<ReceiptName, string>>,
): Promise<RecordReceiptOutcome> {
  const { correlations, handles } = keys;
  const call = receiptScript.call({ job: keys.job(id), correlations, handles }, { id, ...receipt });
  const { outcome } = await scripts.change(receiptScript.script, call);
  const [word = '', rest = ''] = outcome.split('\n');
  return outcomeOf(word, rest, null);
}

function outcomeOf(
  word: string,
  rest: string,
  decided: CommitOutcome | null,
): RecordReceiptOutcome {
  switch (word) {
    case 'recorded':
    case 'repeated':
      return { kind: word, decided };
    case 'contradicted':
      return { kind: word };
    case 'handle-taken':
      return { kind: word, heldBy: rest };
    default:
      throw new TypeError(`A receipt was answered with ${word}.`);
  }
}

/** What stands for a handle in its place. */
export function claimOf(input: HandleInPlace): string {
  return handleClaim(input, (text) => hash('sha256', text, 'base64url'));
}

function receiptArguments(input: RecordReceiptInput): Readonly<Record<ReceiptName, string>> {
  const { correlationId, handle, accountId, lostMark: lost } = input;
  return {
    receipt: correlationId,
    handle,
    claim: claimOf(input),
    receiptAccount: accountId ?? '',
    lostMark:
      lost === undefined
        ? ''
        : markFacts(correlationId, {
            digest: lost.requestDigest,
            markedAt: lost.markedAt,
            sendDeadlineAt: lost.sendDeadlineAt,
          }),
    lostTry: lost === undefined ? '' : String(lost.refusals),
  };
}

/** See `JobStore.recordRefusal`. */
export async function recordRefusal(
  { scripts, keys }: JobAccess,
  { jobId, correlationId, refusal }: RecordRefusalInput,
): Promise<RecordRefusalOutcome> {
  const call = refusalScript.call(
    { job: keys.job(jobId), correlations: keys.correlations },
    { id: jobId, correlation: correlationId, refusal },
  );
  const { outcome } = await scripts.change(refusalScript.script, call);
  if (outcome === 'recorded' || outcome === 'repeated' || outcome === 'contradicted')
    return { kind: outcome };
  throw new TypeError(`record-refusal said ${outcome}.`);
}
