import type { Failed, Outcome } from './outcome.ts';

/** A failed request, for libraries that report failures only as exceptions. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly failed: Failed;

  constructor(failed: Failed) {
    super(failed.kind === 'refused' ? failed.detail : failed.kind);
    this.failed = failed;
  }
}

/** The value of a response. @throws RequestFailed otherwise */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'answered') return outcome.value;
  throw new RequestFailed(outcome);
}
