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
type LimitRefusal = Extract<AcceptRefusal, { readonly kind: (typeof limitKinds)[number] }>;

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
      message: `The credits left do not cover the ${price} credits this generation costs.`,
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

/** The field that says a part of a request; the model says everything that has no field of its own. */
function fieldOf(parameter: string): string {
  const fields = new Map([
    ['prompt', 'prompt'],
    ['negativePrompt', 'negative_prompt'],
    ['generateAudio', 'generate_audio'],
  ]);
  return fields.get(parameter) ?? 'model';
}

/** What each reason a job can fail for is to the caller who waited [local.errors.generation]. */
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

/** A job that ended as failed. Where the upstream kept its credits, the same call again would pay once more. */
export function jobFailure({ id, failure, credit }: Job): Failure {
  if (failure === null) throw new Error(`The failed job ${id} does not say why.`);
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
    message: `The outcome of ${id} is not known, and it may have been charged: an operator has to look before anything is tried again.`,
  };
}

/** The wait is over, the job is not. */
export function generationTimeout({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'generation-timeout',
    message: `The generation ${id} has not ended in the time a caller is kept waiting. It goes on; look in the request log before trying again.`,
  };
}

/** The server stops, the job does not. */
export function waitCut({ id }: Pick<Job, 'id'>): Failure {
  return {
    kind: 'draining',
    message: `The server is stopping. The generation ${id} goes on after its next start; look in the request log before trying again.`,
    unsafeToRetry: true,
  };
}

/** The server stops, and nothing was begun. */
export const draining: Failure = {
  kind: 'draining',
  message: 'The server is stopping and takes no new generations; try again in a moment.',
};
