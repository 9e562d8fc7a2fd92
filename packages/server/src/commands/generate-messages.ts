import { type AcceptResult, type AdmissionRefusal, isFinal, type Job } from '@filmgate/core';
import { match, P } from 'ts-pattern';

const admission: { readonly [R in AdmissionRefusal]: string } = {
  'credits-exhausted': 'The accounts have no credits left for it.',
  'account-unavailable': 'No account is enabled and logged in.',
  'settlement-pending': 'All credits are reserved by jobs that have not ended; try again later.',
  'credits-unavailable': 'The upstream does not say how many credits are left; try again later.',
  'upstream-unavailable': 'The upstream cannot be reached at the moment; try again later.',
};

/** Why a job was not accepted: nothing was submitted. */
export function whyNotAccepted(
  result: Exclude<AcceptResult, { readonly kind: 'accepted' }>,
): string {
  return match(result)
    .with({ kind: 'not-admitted' }, ({ reason }) => admission[reason])
    .with({ kind: 'reference-refused' }, ({ message }) => message)
    .with({ kind: 'queue-full' }, () => 'Too many jobs wait already.')
    .with({ kind: 'references-busy' }, () => 'Too many references are being fetched already.')
    .with({ kind: 'space-low' }, () => 'There is too little room on the disk.')
    .with(
      { kind: 'allowance-exhausted' },
      ({ allowance }) => `References may have ${allowance} bytes in all, and have them already.`,
    )
    .with(
      {
        kind: P.union(
          'replayed',
          'key-conflict',
          'id-taken',
          'quota-exhausted',
          'owner-share-taken',
          'open-jobs-limit',
        ),
      },
      ({ kind }) => `The job was not accepted: ${kind}.`,
    )
    .exhaustive();
}

/** Why an ended job brought no file. */
export function whyNotDelivered(job: Job): string {
  if (job.failure !== null) return job.failure.message;
  return isFinal(job.state)
    ? 'The result is no longer stored.'
    : `Job ${job.id} has no known outcome and may have been charged; do not simply run it again.`;
}

/** What becomes of a job whose command was ended. */
export function afterInterruption(job: Job): string {
  const again = 'Run the same command again to take it up.';
  const isWaiting = job.state === 'queued' || job.state === 'awaiting_configuration';
  return isWaiting
    ? `Interrupted. Job ${job.id} was not submitted yet, and waits. ${again}`
    : `Interrupted. Job ${job.id} was submitted, goes on at the upstream and may be charged. ${again}`;
}
