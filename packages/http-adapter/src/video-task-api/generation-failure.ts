import { match } from 'ts-pattern';
import type { GenerationFault } from '../generations/generation-context.ts';
import { type EndFailureKind, jobFailure } from '../generations/job-failure.ts';
import type { RequestFailureKind } from '../generations/request-fields.ts';
import type { SurfaceFailure } from '../http/failure-responses.ts';
import { lostResult } from '../http/lost-result.ts';
import { storageFailure } from '../http/transport-failure.ts';
import { acceptFailure } from './accept-failure.ts';
import type { Failure, FailureKind } from './failure.ts';

/** The kinds of this API, by those of a request and of an end [tasks.image-calls.errors]. */
export const ownKinds: { readonly [K in RequestFailureKind | EndFailureKind]: FailureKind } = {
  'payload-invalid': 'payload-invalid',
  'route-not-found': 'route-not-found',
  'model-required': 'model-invalid',
  'model-invalid': 'model-invalid',
  'model-retired': 'model-retired',
  'prompt-required': 'payload-invalid',
  'reference-invalid': 'payload-invalid',
  'content-rejected': 'content-rejected',
  'request-rejected': 'request-rejected',
  'account-token-invalid': 'account-unavailable',
  'account-forbidden': 'account-unavailable',
  'credits-exhausted': 'credits-exhausted',
  'concurrency-limited': 'upstream-unavailable',
  'generation-failed': 'generation-failed',
  'result-invalid': 'result-invalid',
  'upstream-unavailable': 'upstream-unavailable',
};

/** Returns the failure of a call that waited, or wanted to wait, for an image. */
export function generationFailure(fault: GenerationFault): Failure {
  return match(fault)
    .returnType<Failure>()
    .with({ kind: 'unusable' }, ({ failure }) => named(failure))
    .with({ kind: 'draining' }, ({ kind }) => ({
      kind,
      message: 'The server is stopping and accepts no new images; try again in a moment.',
    }))
    .with({ kind: 'not-accepted' }, ({ refusal }) => acceptFailure(refusal, 'images'))
    .with({ kind: 'not-stored' }, ({ error }) => ({
      ...storageFailure(error),
      ...(error.applied === 'no' ? {} : { unsafeToRetry: true }),
    }))
    .with({ kind: 'failed' }, ({ job }) => named(jobFailure(job)))
    .with({ kind: 'outcome-unknown' }, ({ kind, id }) => ({
      kind,
      message: `The outcome of ${id} is unknown and it may have been charged. An operator must resolve it; read it with GET /v1/videos/${id}.`,
    }))
    .with({ kind: 'timed-out' }, ({ id }) => ({
      kind: 'generation-timeout',
      message: `The task ${id} did not finish within the maximum wait and continues; read it with GET /v1/videos/${id}.`,
    }))
    .with({ kind: 'cut' }, ({ id }) => ({
      kind: 'draining',
      message: `The server is stopping. The task ${id} continues after the next start; read it with GET /v1/videos/${id}.`,
      unsafeToRetry: true,
    }))
    .with({ kind: 'removed' }, ({ id }) => ({
      kind: 'result-lost',
      message: `The image of ${id} was removed. It was generated and paid for; another order would be charged again.`,
    }))
    .with({ kind: 'lost' }, ({ lost }) => ({ ...lostResult(lost, 'image'), unsafeToRetry: true }))
    .exhaustive();
}

function named(failure: SurfaceFailure<keyof typeof ownKinds>): Failure {
  return { ...failure, kind: ownKinds[failure.kind] };
}
