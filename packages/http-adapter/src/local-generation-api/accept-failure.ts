import type { AcceptRefusal, AdmissionRefusal, Job, JobFailureCode } from '@filmgate/core';
import { match, P } from 'ts-pattern';
import type { Failure, FailureKind } from './failure.ts';

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

/** Kinds of failure for a waiting caller, by the reason a job can fail for [local.errors.generation]. */
export const jobFailureKinds: { readonly [C in JobFailureCode]: FailureKind } = {
  content_rejected: 'content-rejected',
  request_rejected: 'request-rejected',
  account_login_lost: 'account-token-invalid',
  account_credits_exhausted: 'credits-exhausted',
  account_forbidden: 'account-forbidden',
  account_removed: 'account-token-invalid',
  cancelled_by_operator: 'generation-failed',
  owner_erased: 'generation-failed',
  not_configured: 'upstream-unavailable',
  rate_limited: 'concurrency-limited',
  upstream_unavailable: 'upstream-unavailable',
  generation_failed: 'generation-failed',
  result_invalid: 'result-invalid',
  submission_not_found: 'upstream-unavailable',
  outcome_ruled_charged: 'generation-failed',
  outcome_ruled_not_charged: 'generation-failed',
};

/** A job that ended as failed. If the provider kept its credits, a repeated call would pay once more. */
export function jobFailure({ id, failure, credit }: Job): Failure {
  if (failure === null) throw new Error(`The failed job ${id} has no failure reason.`);
  return {
    kind: jobFailureKinds[failure.code],
    message: failure.message,
    ...(credit === 'settled' || credit === 'held' ? { unsafeToRetry: true } : {}),
  };
}

/** A job of unknown outcome: perhaps charged, never submitted again [invariants.i6-unknown-not-resubmitted]. */
export function outcomeUnknown({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'outcome-unknown',
    message: `The outcome of ${id} is unknown and it may have been charged. An operator must resolve it; do not retry.`,
  };
}

/** The wait is over, but the job continues. */
export function generationTimeout({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'generation-timeout',
    message: `The generation ${id} did not finish within the maximum wait and continues; check the request log before retrying.`,
  };
}

/** The server stops, but the job continues. */
export function waitCut({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'draining',
    message: `The server is stopping. The generation ${id} continues after the next start; check the request log before retrying.`,
    unsafeToRetry: true,
  };
}

/** The server stops, and no job was started. */
export const draining: Failure = {
  kind: 'draining',
  message: 'The server is stopping and accepts no new generations; try again in a moment.',
};
