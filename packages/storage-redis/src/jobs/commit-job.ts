import {
  type Audited,
  type CommitInput,
  type CommitOutcome,
  freezeJob,
  type Job,
  type RecordDispatchInput,
  type RecordDispatchOutcome,
  periodsAt,
  trailStep,
} from '@filmgate/core';
import { isFinal } from '@filmgate/core';
import { commitScript } from './commit-script.ts';
import { argumentsPerEffect, effectArguments } from './effect-arguments.ts';
import { type JobKeys, keysOfSchedule } from '../keys/job-keys.ts';
import type { JobAccess } from './stored-jobs.ts';
import { noReceipt, type ReceiptName } from './lua/receipt-lua.ts';
import { changingText, statusOf, referenceFields, tagOf } from './job-record.ts';
import { type DispatchText, dispatchText } from './dispatch-text.ts';
import { storedStep } from './trail-steps.ts';

/** See `JobStore.commit`. */
export async function commitJob(
  access: JobAccess,
  input: CommitInput & Audited,
): Promise<CommitOutcome> {
  const outcome = await save(access, input, { dispatch: noDispatch, receipt: noReceipt });
  return committed(await understand(access, input.next, outcome));
}

/** A decision and the receipt it is based on. Outcome: of the receipt, then of the decision where there is one. */
export async function commitReceipt(
  access: JobAccess,
  input: CommitInput & Audited,
  receipt: Readonly<Record<ReceiptName, string>>,
): Promise<{
  readonly receipt: string;
  readonly rest: string;
  readonly decided: CommitOutcome | null;
}> {
  const outcome = await save(access, input, { dispatch: noDispatch, receipt });
  const lineEnd = outcome.indexOf('\n');
  const [word, rest] =
    lineEnd === -1 ? [outcome, ''] : [outcome.slice(0, lineEnd), outcome.slice(lineEnd + 1)];
  const isGood = word === 'recorded' || word === 'repeated';
  if (!isGood) return { receipt: word, rest, decided: null };
  return { receipt: word, rest, decided: committed(await understand(access, input.next, rest)) };
}

function committed(saved: Saved): CommitOutcome {
  switch (saved.kind) {
    case 'saved':
      return { kind: 'committed', job: saved.job };
    case 'stale':
    case 'slot-taken':
    case 'credits-reserved':
      return { kind: saved.kind };
    case 'already-recorded':
      throw new TypeError('A commit without a dispatch record was taken for one.');
  }
}

/** See `JobStore.recordDispatch`. A try is identified by the number of refusals before it. */
export async function recordDispatch(
  access: JobAccess,
  input: RecordDispatchInput,
): Promise<RecordDispatchOutcome> {
  const dispatch = {
    correlation: input.correlationId,
    try: String(input.next.refusals),
    dispatch: dispatchText(input),
  };
  const outcome = await save(access, input, { dispatch, receipt: noReceipt });
  const saved = await understand(access, input.next, outcome);
  switch (saved.kind) {
    case 'saved':
      return { kind: 'recorded', job: saved.job };
    case 'stale':
    case 'already-recorded':
    case 'slot-taken':
    case 'credits-reserved':
      return { kind: saved.kind };
  }
}

type Saved =
  | { readonly kind: 'saved'; readonly job: Job }
  | { readonly kind: 'stale' | 'slot-taken' | 'credits-reserved' | 'already-recorded' };

const noDispatch: DispatchText = { correlation: '', try: '', dispatch: '' };

/** Facts a decision brings besides itself. */
interface Facts {
  readonly dispatch: DispatchText;
  readonly receipt: Readonly<Record<ReceiptName, string>>;
}

async function save(
  access: JobAccess,
  { audit, ...input }: CommitInput & Audited,
  facts: Facts,
): Promise<string> {
  const call = commitCall(access, input, facts);
  const audited = audit === undefined ? {} : { audit };
  return (await access.scripts.change(commitScript.script, call, audited)).outcome;
}

async function understand(access: JobAccess, next: Job, outcome: string): Promise<Saved> {
  const [kind = '', endpoint = ''] = outcome.split('\n');
  switch (kind) {
    case 'saved': {
      const tag = tagOf(endpoint, next.version);
      const job = access.stored.keep(next.id, tag, () => freezeJob(next));
      await access.heard.reported(next.id, tag);
      return { kind, job };
    }
    case 'stale':
    case 'slot-taken':
    case 'credits-reserved':
    case 'already-recorded':
      return { kind };
    default:
      throw new TypeError(`commit-job said ${kind}.`);
  }
}

function commitCall({ keys }: JobAccess, input: CommitInput, { dispatch, receipt }: Facts) {
  const { next, now } = input;
  const effects = effectArguments(input.effects, input.from);
  const step = trailStep(input.from, input.effects, now);
  const steps = step === null ? [] : [storedStep(step)];
  const ended = isFinal(next.state) ? referenceFields(next) : [];
  return commitScript.call(
    { ...sharedKeys(keys), ...jobKeys(keys, input) },
    {
      ...decided(input),
      ...statusOf(next),
      ...dispatch,
      ...receipt,
      changing: changingText(next),
      effects: effects.length / argumentsPerEffect,
      steps: steps.length,
    },
    { arguments: [...effects, ...steps, ...ended] },
  );
}

function sharedKeys(keys: JobKeys) {
  const { leases, correlations, handles, changedOpen, changedFinal } = keys;
  const { accounts, secrets, references, events } = keys;
  return {
    ...keysOfSchedule(keys),
    leases,
    correlations,
    handles,
    changedOpen,
    changedFinal,
    accounts,
    secrets,
    references,
    events,
  };
}

/** The script refuses as stale when the stored job is not in that state, of that owner and on that account. */
function jobKeys(keys: JobKeys, { from, next }: CommitInput) {
  return {
    job: keys.job(from.id),
    trail: keys.trail(from.id),
    ownerSums: keys.owner(from.owner),
    formerList: keys.list(from.state),
    formerOwnerList: keys.ownerList(from.state, from.owner),
    list: keys.list(next.state),
    ownerList: keys.ownerList(next.state, from.owner),
    formerAccountList: keys.accountList(from.accountId ?? ''),
    accountList: keys.accountList(next.accountId ?? ''),
  };
}

function decided(input: CommitInput) {
  const { from, lease, now } = input;
  const began = periodsAt(now);
  return {
    id: from.id,
    version: from.version,
    fromState: from.state,
    fromAccount: from.accountId ?? '',
    owner: from.owner,
    epoch: epochOf(input),
    misfit: misfitOf(input),
    lease,
    now,
    began_ever: began.ever,
    began_day: began.day,
    began_month: began.month,
  };
}

/** A claim of another job is not the newest of any job. */
function epochOf({ claim, from }: CommitInput): string {
  if (claim === null) return '';
  return claim.job.id === from.id ? String(claim.epoch) : 'another';
}

function misfitOf({ from, next, effects }: CommitInput): string {
  if (effects.filter(({ kind }) => kind === 'trail').length > 1) return 'an act has one story';
  const fits = next.id === from.id && next.version === from.version + 1;
  return fits ? '' : `version ${String(next.version)} of ${next.id}`;
}
