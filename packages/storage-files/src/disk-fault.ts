import { StorageUnavailable } from '@filmgate/core';

/** A failed system call, as Node reports it. */
interface SystemError extends Error {
  /** `ENOSPC`, `EIO`… */
  readonly code: string;
}

function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    typeof error.code === 'string'
  );
}

/** The system's code for a failed call, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return isSystemError(error) ? error.code : undefined;
}

/**
 * Runs a disk operation: a failed system call becomes the port's fault, with the path in its cause only; other errors
 * are bugs and stay unchanged. `applied` is the state after a failure.
 */
export async function onDisk<Result>(
  doing: string,
  operation: () => Promise<Result>,
  applied: 'no' | 'unknown' = 'no',
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `The blob store cannot ${doing} (${error.code}).`;
    throw new StorageUnavailable(message, { applied, cause: error });
  }
}

/** Runs an operation on something that may be gone: returns undefined instead of ENOENT. */
export async function unlessMissing<Result>(
  operation: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
