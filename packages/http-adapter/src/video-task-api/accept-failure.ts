import type { AcceptResult, AdmissionRefusal, JobOrigin, QuotaUsage } from '@filmgate/core';
import { match } from 'ts-pattern';
import type { Failure } from './failure.ts';

type Refusal = Exclude<AcceptResult, { readonly kind: 'accepted' | 'replayed' }>;

const admissionMessages: { readonly [R in AdmissionRefusal]: string } = {
  'credits-exhausted': 'Every account that serves this model is out of credits.',
  'account-unavailable': 'No account that serves this model is enabled and logged in.',
  'settlement-pending':
    'The remaining credits are reserved by tasks still open; try again when they have ended.',
  'credits-unavailable': 'The credit balance cannot be read at the moment.',
  'upstream-unavailable': 'The generation service is not available at the moment.',
};

/** Why a decoded creation was not accepted (decisions §3 "Which credit error", Quota, Idempotency-Key). */
export function acceptFailure(
  refusal: Refusal,
  origin: Extract<JobOrigin, 'tasks' | 'native'>,
): Failure {
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
        origin === 'native' && reason === 'asset-not-found' ? 'asset-not-found' : 'payload-invalid',
      message: `${param}: ${message}`,
      param,
    }))
    .with({ kind: 'quota-exhausted' }, ({ usage, cost }) => ({
      kind: 'quota-exhausted',
      message: quotaMessage(usage, cost),
    }))
    .with({ kind: 'queue-full' }, () => ({
      kind: 'queue-full',
      message: 'Too many tasks are waiting; try again later.',
    }))
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

function quotaMessage({ limit, used, reserved, held }: QuotaUsage, cost: number): string {
  return (
    `This task costs ${cost} credits, and of the limit of ${limit ?? 'unlimited'} credits ` +
    `${used} are used, ${reserved} reserved and ${held} held.`
  );
}
