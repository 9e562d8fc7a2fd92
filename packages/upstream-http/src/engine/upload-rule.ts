import type { Reference } from '@filmgate/core';
import type { JsonResponse, PreparedCall } from './provider-call.ts';

/** Uploads of references before a submission, which names them by their locations at the provider. */
export interface UploadRule {
  /** Returns true for a reference that is uploaded: its slot in the submission is `uploaded`. */
  isFor(reference: Reference): boolean;
  /** Builds the request with a reference. It orders nothing, and may be sent again. */
  build(reference: Reference): PreparedCall;
  /** Returns the location in a successful response; undefined = none. */
  read(response: JsonResponse): string | undefined;
}
