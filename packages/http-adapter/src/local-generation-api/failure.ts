import type { SurfaceFailure } from '../mechanics/surface-failure.ts';
import type { TransportFailureKind } from '../mechanics/transport-failure.ts';

/** What only this API refuses or fails for. */
type OwnFailureKind =
  | 'foreign-origin'
  | 'foreign-host'
  | 'model-required'
  | 'model-invalid'
  | 'prompt-required'
  | 'reference-invalid'
  | 'content-rejected'
  | 'request-rejected'
  | 'account-token-invalid'
  | 'account-forbidden'
  | 'credits-exhausted'
  | 'credits-reserved'
  | 'concurrency-limited'
  | 'allowance-exhausted'
  | 'generation-failed'
  | 'result-invalid'
  | 'outcome-unknown'
  | 'upstream-unavailable'
  | 'storage-unavailable'
  | 'draining'
  | 'generation-timeout';

/** Every way a call of this API can be refused or fail. */
export type FailureKind = TransportFailureKind | OwnFailureKind;

export type Failure = SurfaceFailure<FailureKind>;
