import type { AcceptRefusal, AdmissionRefusal } from '@filmgate/core';
import { match, P } from 'ts-pattern';
import type { AwaitedJob, GenerationFault } from '../generations/generation-context.ts';
import { jobFailure } from '../generations/job-failure.ts';
import { lostResult } from '../http/lost-result.ts';
import { storageFailure } from '../http/transport-failure.ts';
import type { Failure } from './failure.ts';

const admissionFailures: { readonly [R in AdmissionRefusal]: Pick<Failure, 'kind' | 'message'> } = {
  'credits-exhausted': {
    kind: 'credits-exhausted',
    message: 'Every account that serves this model is out of credits.',
  },
  'account-unavailable': {
    kind: 'account-token-invalid',
    message: 'No account that serves this model is enabled and logged in.',
  },
  'settlement-pending': {
    kind: 'credits-reserved',
    message: 'The remaining credits are reserved by unfinished generations.',
  },
  'credits-unavailable': {
    kind: 'upstream-unavailable',
    message: 'The credit balance is currently unavailable.',
  },
  'upstream-unavailable': {
    kind: 'upstream-unavailable',
    message: 'The generation service is currently unavailable.',
  },
};

const limitKinds = [
  'queue-full',
  'owner-share-taken',
  'open-jobs-limit',
  'references-busy',
  'allowance-exhausted',
  'space-low',
] as const;
type LimitRefusal = Extract<AcceptRefusal, { readonly kind: (typeof limitKinds)[number] }>;

/** Returns the failure of a valid generation for which there is no room. */
function limitFailure(refusal: LimitRefusal): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'queue-full' }, () => ({
      kind: 'concurrency-limited',
      message: 'Too many generations are waiting; try again later.',
    }))
    .with({ kind: 'owner-share-taken' }, ({ share }) => ({
      kind: 'concurrency-limited',
      message: `The queue is full, and at most ${share} of its generations may come from this API; try again later.`,
    }))
    .with({ kind: 'open-jobs-limit' }, ({ limit }) => ({
      kind: 'concurrency-limited',
      message: `At most ${limit} concurrent generations are allowed; try again when one has ended.`,
    }))
    .with({ kind: 'references-busy' }, () => ({
      kind: 'concurrency-limited',
      message: 'Too many generations are waiting for image downloads; try again later.',
    }))
    .with({ kind: 'allowance-exhausted' }, ({ kind, heldBytes, allowance }) => ({
      kind,
      message: `The storage limit for images is ${allowance} bytes, of which ${heldBytes} are used; images are removed some time after their generations have ended.`,
    }))
    .with({ kind: 'space-low' }, () => ({
      kind: 'storage-unavailable',
      message: 'The service is low on disk space for images.',
    }))
    .exhaustive();
}

/** Returns the failure of a decoded generation that was not accepted [local.errors.table]. Nothing was stored. */
export function acceptFailure(refusal: AcceptRefusal): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'invalid-request' }, ({ param, message }) => ({
      kind: 'payload-invalid',
      message,
      param,
    }))
    .with({ kind: 'reference-refused' }, ({ param, message }) => ({
      kind: 'reference-invalid',
      message: `${param}: ${message}`,
      param,
    }))
    .with({ kind: 'request-not-taken' }, ({ parameter, param, message }) => ({
      kind: parameter === 'references' ? 'reference-invalid' : 'payload-invalid',
      message: `${param ?? fieldOf(parameter)}: ${message}`,
      param: param ?? fieldOf(parameter),
    }))
    .with({ kind: 'quota-exhausted' }, ({ price }) => ({
      kind: 'credits-exhausted',
      message: `This generation costs ${price} credits, more than the remaining credits.`,
    }))
    .with({ kind: P.union(...limitKinds) }, limitFailure)
    .with({ kind: 'not-admitted' }, ({ reason, retryAfterMs }) => ({
      ...admissionFailures[reason],
      retryAfterMs,
    }))
    .with({ kind: 'key-conflict' }, { kind: 'id-taken' }, () => {
      throw new Error('A new job ID already exists: the ID source repeats itself.');
    })
    .exhaustive();
}

/** Returns the field of a part of a request; the model covers everything without a field of its own. */
function fieldOf(parameter: string): string {
  const fields = new Map([
    ['prompt', 'prompt'],
    ['negativePrompt', 'negative_prompt'],
    ['generateAudio', 'generate_audio'],
  ]);
  return fields.get(parameter) ?? 'model';
}

/** Returns the failure of a call that waited, or wanted to wait, for a generation. */
export function generationFailure(fault: GenerationFault): Failure {
  return (
    match(fault)
      .returnType<Failure>()
      .with({ kind: 'unusable' }, ({ failure }) => failure)
      .with({ kind: 'draining' }, () => draining)
      .with({ kind: 'not-accepted' }, ({ refusal }) => acceptFailure(refusal))
      // Clients repeat a 5xx automatically, and a repeated call that was stored after all would be paid twice.
      .with({ kind: 'not-stored' }, ({ error }) => ({
        ...storageFailure(error),
        ...(error.applied === 'no' ? {} : { unsafeToRetry: true }),
      }))
      .with({ kind: 'failed' }, ({ job }) => jobFailure(job))
      .with({ kind: 'outcome-unknown' }, ({ kind, id }) => ({
        kind,
        message: `The outcome of ${id} is unknown and it may have been charged. An operator must resolve it; do not retry.`,
      }))
      .with({ kind: 'timed-out' }, ({ id }) => ({
        kind: 'generation-timeout',
        message: `The generation ${id} did not finish within the maximum wait and continues; check the request log before retrying.`,
      }))
      .with({ kind: 'cut' }, ({ id }) => ({
        kind: 'draining',
        message: `The server is stopping. The generation ${id} continues after the next start; check the request log before retrying.`,
        unsafeToRetry: true,
      }))
      .with({ kind: 'removed' }, ({ id }) => ({
        kind: 'result-lost',
        message: `The result of ${id} was removed. It was generated and paid for; another order would be charged again.`,
      }))
      // A repeated call would make another result.
      .with({ kind: 'lost' }, ({ lost }) => ({ ...lostResult(lost, 'image'), unsafeToRetry: true }))
      .exhaustive()
  );
}

/** If others were made or are in progress, a repeated call would pay for them once more. */
export function amongOthers(failure: Failure, others: readonly AwaitedJob[]): Failure {
  if (others.length === 0) return failure;
  const names = others.map(({ id }) => id).join(', ');
  const message = `${failure.message} Also generated or in progress: ${names}.`;
  return { ...failure, message, unsafeToRetry: true };
}

/** The server stops, and no job was started. */
export const draining: Failure = {
  kind: 'draining',
  message: 'The server is stopping and accepts no new generations; try again in a moment.',
};
