import type { AcceptRefusal, AdmissionRefusal, QuotaUsage } from '@filmgate/core';
import { match, P } from 'ts-pattern';
import type { Failure } from './failure.ts';

const admissionMessages: { readonly [R in AdmissionRefusal]: string } = {
  'credits-exhausted': 'Every account that serves this model is out of credits.',
  'account-unavailable': 'No account that serves this model is enabled and logged in.',
  'settlement-pending':
    'The remaining credits are reserved by tasks still open; try again when they have ended.',
  'credits-unavailable': 'The credit balance cannot be read at the moment.',
  'upstream-unavailable': 'The generation service is not available at the moment.',
};

const limitKinds = [
  'queue-full',
  'owner-share-taken',
  'open-jobs-limit',
  'allowance-exhausted',
  'space-low',
  'references-busy',
] as const;
type LimitRefusal = Extract<AcceptRefusal, { readonly kind: (typeof limitKinds)[number] }>;
type AllowanceExhausted = Extract<AcceptRefusal, { readonly kind: 'allowance-exhausted' }>;

/** Why a creation was not accepted although the request itself is in order: there is no room for it. */
function limitFailure(refusal: LimitRefusal): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'queue-full' }, () => ({
      kind: 'queue-full',
      message: 'Too many tasks are waiting; try again later.',
    }))
    .with({ kind: 'owner-share-taken' }, ({ kind, share }) => ({
      kind,
      message: `The waiting room is full, and no more than ${share} of the tasks in it may be yours then; try again when some have started.`,
    }))
    .with({ kind: 'open-jobs-limit' }, ({ kind, limit }) => ({
      kind,
      message: `No more than ${limit} of your tasks may be open at a time; try again when one has ended.`,
    }))
    .with({ kind: 'allowance-exhausted' }, storageFailure)
    .with({ kind: 'space-low' }, () => spaceLow)
    .with({ kind: 'references-busy' }, ({ whose }) => ({
      kind: whose === 'owner' ? 'references-limit' : 'references-busy',
      message:
        whose === 'owner'
          ? 'Too many of your requests wait for their images to be fetched; try again later.'
          : 'Too many requests wait for their images to be fetched; try again later.',
    }))
    .exhaustive();
}

/** Why bytes were not taken in: their owner has as many as it may have. */
export function storageFailure({ heldBytes, allowance }: AllowanceExhausted): Failure {
  return {
    kind: 'allowance-exhausted',
    message: `Uploads and references of one owner may have ${allowance} bytes in all, and ${heldBytes} are stored; they are removed some time after the tasks that need them have ended.`,
  };
}

/** Why the server takes in no bytes from any caller. */
export const spaceLow: Failure = {
  kind: 'space-low',
  message: 'The service has no room for uploads and references at the moment.',
};

/** The fields of each dialect for the parts of a request. */
const ownFields: { readonly [S in 'tasks' | 'native']: ReadonlyMap<string, string> } = {
  tasks: new Map([
    ['prompt', 'prompt'],
    ['durationSeconds', 'seconds'],
    ['resolution', 'resolution'],
    ['aspectRatio', 'aspect_ratio'],
    ['generateAudio', 'generate_audio'],
    ['references', 'images'],
  ]),
  native: new Map([
    ['prompt', 'prompt'],
    ['durationSeconds', 'options.seconds'],
    ['resolution', 'options.resolution'],
    ['aspectRatio', 'options.aspectRatio'],
    ['generateAudio', 'options.generateAudio'],
    ['references', 'references'],
  ]),
};

/** Why a decoded creation was not accepted [credits.exhausted] [quota.exhausted] [idempotency.conflict]. */
export function acceptFailure(refusal: AcceptRefusal, surface: 'tasks' | 'native'): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'invalid-request' }, ({ param, message }) => ({
      kind: 'payload-invalid',
      message,
      param,
    }))
    .with({ kind: 'key-conflict' }, () => ({
      kind: 'idempotency-key-conflict',
      message: 'This Idempotency-Key was used for a request with different content.',
      param: 'Idempotency-Key',
    }))
    .with({ kind: 'reference-refused' }, ({ param, reason, message }) => ({
      kind:
        surface === 'native' && reason === 'asset-not-found'
          ? 'asset-not-found'
          : 'payload-invalid',
      message: `${param}: ${message}`,
      param,
    }))
    .with({ kind: 'request-not-taken' }, ({ parameter, param, message }) => {
      const field = param ?? ownFields[surface].get(parameter) ?? 'model';
      return { kind: 'payload-invalid', message: `${field}: ${message}`, param: field };
    })
    .with({ kind: 'quota-exhausted' }, ({ usage, price }) => ({
      kind: 'quota-exhausted',
      message: quotaMessage(usage, `This task costs ${price} credits`),
    }))
    .with({ kind: P.union(...limitKinds) }, limitFailure)
    .with({ kind: 'not-admitted' }, ({ reason, retryAfterMs }) => ({
      kind: reason,
      message: admissionMessages[reason],
      retryAfterMs,
    }))
    .with({ kind: 'id-taken' }, () => {
      throw new Error('A new job id was taken already: the id source repeats itself.');
    })
    .exhaustive();
}

/** @param cost - a clause on what is to be paid */
export function quotaMessage({ limit, used, reserved, held }: QuotaUsage, cost: string): string {
  return (
    `${cost}, and of the limit of ${limit ?? 'unlimited'} credits ` +
    `${used} are used, ${reserved} reserved and ${held} held.`
  );
}
