import {
  type AcceptJobInput,
  type AcceptJobOutcome,
  freezeJob,
  isNewJob,
  type Job,
  StorageUnavailable,
} from '@filmgate/core';
import { acceptScript } from './accept-script.ts';
import { signatureRow } from '../search/signature-row.ts';
import { idempotencyDigest } from './idempotency-digest.ts';
import type { JobAccess } from './job-access.ts';
import { changingText, headOf, marksOf, tagOf } from './job-record.ts';
import { referenceFields } from './reference-fields.ts';
import { openListsOf } from './open-lists.ts';
import { keysOfSchedule } from './schedule-keys.ts';

/** See `JobStore.acceptJob`. */
export async function acceptJob(
  access: JobAccess,
  input: AcceptJobInput,
): Promise<AcceptJobOutcome> {
  refuseWhatIsNotNew(input.job);
  const call = acceptCall(access, input);
  for (;;) {
    const { outcome } = await access.scripts.change(acceptScript.script, call);
    const [kind = '', ...details] = outcome.split('\n');
    const said = await read(access, input.job, { kind, details });
    if (said !== 'removed-meanwhile') return said;
  }
}

function acceptCall({ keys }: JobAccess, { job, idempotency, ...input }: AcceptJobInput) {
  const { queueLimit, ownerShare = 0, now } = input;
  const key = idempotency === null ? '' : idempotencyDigest(idempotency);
  return acceptScript.call(
    {
      ...keysOfSchedule(keys),
      job: keys.job(job.id),
      idempotency: keys.idempotency,
      owner: keys.owner(job.owner),
      queuedList: keys.list('queued'),
      awaitingList: keys.list('awaiting_configuration'),
      list: keys.list(job.state),
      ownerList: keys.ownerList(job.state, job.owner),
      modelList: keys.modelList(job.request.model),
      signatures: keys.signatures,
      changedOpen: keys.changedOpen,
      references: keys.references,
      events: keys.events,
      ...openListsOf(keys, job.owner),
      openJobLimits: keys.openJobLimits,
    },
    {
      ...headOf(job, { acceptedAt: now, key }),
      ...marksOf(job),
      id: job.id,
      fingerprint: idempotency?.fingerprint ?? '',
      queueLimit,
      ownerShare,
      now,
      request: JSON.stringify(job.request),
      signature: signatureRow(job),
      changing: changingText(job),
    },
    { arguments: referenceFields(job) },
  );
}

function refuseWhatIsNotNew(job: Job): void {
  if (isNewJob(job)) return;
  throw new StorageUnavailable(`Job ${job.id} is not a new job.`, { applied: 'no' });
}

async function read(
  { stored, heard }: JobAccess,
  job: Job,
  { kind, details }: { readonly kind: string; readonly details: readonly string[] },
): Promise<AcceptJobOutcome | 'removed-meanwhile'> {
  switch (kind) {
    case 'accepted': {
      const tag = tagOf(details[0] ?? '', 1);
      const accepted = stored.keep(job.id, tag, () => freezeJob(job));
      await heard.told(job.id, tag);
      return { kind, job: accepted };
    }
    case 'replayed': {
      const first = await stored.find(details[0] ?? '');
      return first === undefined ? 'removed-meanwhile' : { kind, job: first };
    }
    case 'quota-exhausted': {
      const [used = 0, reserved = 0, held = 0, limit = 0] = details.map(Number);
      return { kind, usage: { used, reserved, held, limit } };
    }
    case 'open-jobs-limit':
      return { kind, limit: Number(details[0]) };
    case 'key-conflict':
    case 'id-taken':
    case 'queue-full':
    case 'owner-share-taken':
      return { kind };
    default:
      throw new TypeError(`accept-job said ${kind}.`);
  }
}
