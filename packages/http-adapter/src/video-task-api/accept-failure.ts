import type { AcceptRefusal, AdmissionRefusal, QuotaUsage } from '@filmgate/core';
import { match, P } from 'ts-pattern';
import type { Failure } from './failure.ts';

const admissionMessages: { readonly [R in AdmissionRefusal]: string } = {
  'credits-exhausted': 'Every account that serves this model is out of credits.',
  'account-unavailable': 'No account that serves this model is enabled and logged in.',
  'settlement-pending':
    'The remaining credits are reserved by unfinished tasks; try again when these have ended.',
  'credits-unavailable': 'The credit balance is currently unavailable.',
  'upstream-unavailable': 'The generation service is currently unavailable.',
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

/** Returns the failure of a valid creation for which there is no room. */
function limitFailure(refusal: LimitRefusal): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'queue-full' }, () => ({
      kind: 'queue-full',
      message: 'Too many tasks are waiting; try again later.',
    }))
    .with({ kind: 'owner-share-taken' }, ({ kind, share }) => ({
      kind,
      message: `The queue is full, and at most ${share} of its tasks may be yours; try again when some have started.`,
    }))
    .with({ kind: 'open-jobs-limit' }, ({ kind, limit }) => ({
      kind,
      message: `At most ${limit} concurrent tasks are allowed; try again when one has ended.`,
    }))
    .with({ kind: 'allowance-exhausted' }, storageFailure)
    .with({ kind: 'space-low' }, () => spaceLow)
    .with({ kind: 'references-busy' }, ({ whose }) => ({
      kind: whose === 'owner' ? 'references-limit' : 'references-busy',
      message:
        whose === 'owner'
          ? 'Too many of your requests are waiting for image downloads; try again later.'
          : 'Too many requests are waiting for image downloads; try again later.',
    }))
    .exhaustive();
}

/** Returns the failure of an upload whose owner has reached the maximum of stored bytes. */
export function storageFailure({ heldBytes, allowance }: AllowanceExhausted): Failure {
  return {
    kind: 'allowance-exhausted',
    message: `The storage limit for your uploads and references is ${allowance} bytes, of which ${heldBytes} are used; files are removed some time after their tasks have ended.`,
  };
}

/** The failure of uploads while the server accepts none from any caller. */
export const spaceLow: Failure = {
  kind: 'space-low',
  message: 'The service is low on disk space for uploads and references.',
};

/** Dialects and requests with fields of their own. */
type OwnFields = 'tasks' | 'native' | 'images';

/** Their fields for the parts of a request. */
const ownFields: { readonly [S in OwnFields]: ReadonlyMap<string, string> } = {
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
  images: new Map([
    ['prompt', 'prompt'],
    ['references', 'image'],
  ]),
};

/** Returns the failure of an unaccepted creation [credits.exhausted] [quota.exhausted] [idempotency.conflict]. */
export function acceptFailure(refusal: AcceptRefusal, surface: OwnFields): Failure {
  return match(refusal)
    .returnType<Failure>()
    .with({ kind: 'invalid-request' }, ({ param, message }) => ({
      kind: 'payload-invalid',
      message,
      param,
    }))
    .with({ kind: 'key-conflict' }, () => ({
      kind: 'idempotency-key-conflict',
      message: 'This Idempotency-Key was already used for a request with different content.',
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
      throw new Error('A new job ID already exists: the ID source repeats itself.');
    })
    .exhaustive();
}

/** @param cost - a clause on the price */
export function quotaMessage({ limit, used, reserved, held }: QuotaUsage, cost: string): string {
  return (
    `${cost}, more than the quota has left: limit ${limit ?? 'none'}, ` +
    `used ${used}, reserved ${reserved}, on hold ${held} credits.`
  );
}
