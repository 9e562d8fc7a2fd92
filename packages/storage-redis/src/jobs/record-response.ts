import { hash } from 'node:crypto';
import {
  type CommitOutcome,
  handleClaim,
  type HandleAtEndpoint,
  type RecordReceiptInput,
  type RecordReceiptOutcome,
  type RecordRefusalInput,
  type RecordRefusalOutcome,
  StorageUnavailable,
} from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import { commitReceipt } from './commit-job.ts';
import type { JobAccess } from './stored-jobs.ts';
import { receiptLua, type ReceiptName, receiptNames } from './lua/receipt-lua.ts';
import { dispatchFactsText } from './dispatch-text.ts';

/**
 * Stores a provider's handle under its dispatch record, once; as a fact, it is kept even while the store is halted.
 * Outcomes: those of the port, the job that holds the handle on a separate line.
 */
const receiptScript = defineNamedScript({
  name: 'record-receipt',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['job', 'correlations', 'handles'],
  arguments: ['id', ...receiptNames],
  lua: `
${receiptLua}
local receipt, try, isLost = checkReceipt()
if receipt ~= 'recorded' then return receipt, NOTHING_WRITTEN end
saveReceipt(try, isLost)
return receipt
`,
});

/** Stores a proven refusal in the same way. */
const refusalScript = defineNamedScript({
  name: 'record-refusal',
  kind: 'change',
  whileHalted: 'allowed',
  keys: ['job', 'correlations'],
  arguments: ['id', 'correlation', 'refusal'],
  lua: `
local recorded = redis.call('HGET', K.correlations, A.correlation)
if not recorded then return 'contradicted', NOTHING_WRITTEN end
local id, try = string.match(recorded, '^(.*)\\n(%d+)$')
if id ~= A.id then return 'contradicted', NOTHING_WRITTEN end
local known = redis.call('HMGET', K.job, 'r' .. try, 'x' .. try)
if known[1] then return 'contradicted', NOTHING_WRITTEN end
if known[2] then return known[2] == A.refusal and 'repeated' or 'contradicted', NOTHING_WRITTEN end
redis.call('HSET', K.job, 'x' .. try, A.refusal)
return 'recorded'
`,
});

/** See `JobStore.recordReceipt`. */
export async function recordReceipt(
  access: JobAccess,
  input: RecordReceiptInput,
): Promise<RecordReceiptOutcome> {
  const { jobId, decision, byHand } = input;
  const receipt = receiptArguments(input);
  if (decision === undefined) return recordAlone(access, jobId, receipt);
  if (decision.from.id !== jobId)
    throw new StorageUnavailable(
      `A receipt of job ${jobId} came with a decision about ${decision.from.id}.`,
      { applied: 'no' },
    );
  const {
    receipt: word,
    rest,
    decided,
  } = await commitReceipt(access, { ...decision, ...byHand }, receipt);
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

/** Key of a handle at its endpoint. */
export function claimOf(input: HandleAtEndpoint): string {
  return handleClaim(input, (text) => hash('sha256', text, 'base64url'));
}

function receiptArguments(input: RecordReceiptInput): Readonly<Record<ReceiptName, string>> {
  const { correlationId, handle, accountId, lostDispatch: lost, byHand } = input;
  return {
    receipt: correlationId,
    handle,
    claim: claimOf(input),
    receiptAccount: accountId ?? '',
    lostDispatch:
      lost === undefined
        ? ''
        : dispatchFactsText(correlationId, {
            digest: lost.requestDigest,
            recordedAt: lost.recordedAt,
            sendDeadlineAt: lost.sendDeadlineAt,
          }),
    lostTry: lost === undefined ? '' : String(lost.refusals),
    byHand: byHand === undefined ? '' : 'yes',
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
