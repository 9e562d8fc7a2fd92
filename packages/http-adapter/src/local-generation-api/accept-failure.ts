import type { AcceptResult, AdmissionRefusal } from '@filmgate/core';
import { match, P } from 'ts-pattern';
import type { Failure } from './failure.ts';

type Refusal = Exclude<AcceptResult, { readonly kind: 'accepted' | 'replayed' }>;

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
    message: 'The remaining credits are reserved by generations still open.',
  },
  'credits-unavailable': {
    kind: 'upstream-unavailable',
    message: 'The credit balance cannot be read at the moment.',
  },
  'upstream-unavailable': {
    kind: 'upstream-unavailable',
    message: 'The generation service is not available at the moment.',
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
type LimitRefusal = Extract<Refusal, { readonly kind: (typeof limitKinds)[number] }>;

/** Why a generation was not accepted although the request itself is in order: there is no room for it. */
function limitFailure(refusal: LimitRefusal): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'queue-full' }, () => ({
      kind: 'concurrency-limited',
      message: 'Too many generations are waiting; try again later.',
    }))
    .with({ kind: 'owner-share-taken' }, ({ share }) => ({
      kind: 'concurrency-limited',
      message: `The waiting room is full, and no more than ${share} generations in it may come from here then; try again later.`,
    }))
    .with({ kind: 'open-jobs-limit' }, ({ limit }) => ({
      kind: 'concurrency-limited',
      message: `No more than ${limit} generations may be open at a time; try again when one has ended.`,
    }))
    .with({ kind: 'references-busy' }, () => ({
      kind: 'concurrency-limited',
      message: 'Too many generations wait for their images to be fetched; try again later.',
    }))
    .with({ kind: 'allowance-exhausted' }, ({ kind, heldBytes, allowance }) => ({
      kind,
      message: `The images of generations may have ${allowance} bytes in all, and ${heldBytes} are stored; they are removed some time after the generations that need them have ended.`,
    }))
    .with({ kind: 'space-low' }, () => ({
      kind: 'storage-unavailable',
      message: 'The service has no room for images at the moment.',
    }))
    .exhaustive();
}

/** Why a decoded generation was not accepted [local.errors.table]. Nothing was stored. */
export function acceptFailure(refusal: Refusal): Failure {
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
    .with({ kind: 'quota-exhausted' }, ({ cost }) => ({
      kind: 'credits-exhausted',
      message: `The credits left do not cover the ${cost} credits this generation costs.`,
    }))
    .with({ kind: P.union(...limitKinds) }, limitFailure)
    .with({ kind: 'not-admitted' }, ({ reason, retryAfterMs }) => ({
      ...admissionFailures[reason],
      retryAfterMs,
    }))
    .with({ kind: 'key-conflict' }, { kind: 'id-taken' }, () => {
      throw new Error('A new job id was taken already: the id source repeats itself.');
    })
    .exhaustive();
}
