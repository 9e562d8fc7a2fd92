import type { SurfaceFailure } from '../mechanics/surface-failure.ts';
import type { TransportFailureKind } from '../mechanics/transport-failure.ts';

/** What only this API refuses or fails for. */
type OwnFailureKind =
  | 'model-invalid'
  | 'idempotency-key-required'
  | 'idempotency-key-invalid'
  | 'idempotency-key-conflict'
  | 'plugin-invalid'
  | 'asset-not-found'
  | 'asset-too-large'
  | 'asset-type-unsupported'
  | 'quota-exhausted'
  | 'credits-exhausted'
  | 'account-unavailable'
  | 'settlement-pending'
  | 'credits-unavailable'
  | 'upstream-unavailable'
  | 'queue-full'
  | 'owner-share-taken'
  | 'open-jobs-limit'
  | 'rate-limited'
  | 'allowance-exhausted'
  | 'references-busy'
  | 'references-limit'
  | 'space-low'
  | 'storage-unavailable'
  | 'upgrade-required';

/** Every way a call of this API can be refused or fail. */
export type FailureKind = TransportFailureKind | OwnFailureKind;

export type Failure = SurfaceFailure<FailureKind>;
