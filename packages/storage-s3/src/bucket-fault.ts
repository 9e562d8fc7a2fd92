import { StorageUnavailable } from '@filmgate/core';

/** Form of the service's error codes, for example `SlowDown`. */
const codeForm = /^[A-Za-z0-9]{1,64}$/;

/** A refusal by the service. Contains only its status and code: bodies and headers may repeat what was sent. */
export class BucketRefusal extends Error {
  override readonly name = 'BucketRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string | undefined) {
    const known = code !== undefined && codeForm.test(code) ? code : `HTTP ${status}`;
    super(known);
    this.status = status;
    this.code = known;
  }
}

/** True when the same request may succeed a little later: the service is busy, or the connection failed. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof BucketRefusal)) return isNetworkFault(error);
  return error.status >= 500 || error.status === 429 || error.status === 408;
}

/**
 * Converts a fault of the bucket into the port's fault; other errors are bugs and are rethrown unchanged.
 *
 * @param applied - state after a failure without a response; a refusal changes nothing
 */
export function bucketFault(error: unknown, doing: string, applied: 'no' | 'unknown'): unknown {
  if (error instanceof StorageUnavailable) return error;
  if (error instanceof BucketRefusal) {
    const message = `The bucket failed to ${doing} (${error.code}).`;
    const refused = error.status < 500;
    return new StorageUnavailable(message, { applied: refused ? 'no' : applied, cause: error });
  }
  const code = networkCode(error);
  if (code === undefined) return error;
  const message = `The bucket cannot be reached to ${doing} (${code}).`;
  return new StorageUnavailable(message, { applied, cause: new Error(code) });
}

function isNetworkFault(error: unknown): boolean {
  return networkCode(error) !== undefined;
}

/** Error code of a failed connection or system call: `ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`… */
function networkCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_0-9]+$/.test(error.code)) {
    return error.code.startsWith('ERR_') ? undefined : error.code;
  }
  return undefined;
}
