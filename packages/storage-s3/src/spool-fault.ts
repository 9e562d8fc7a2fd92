import { StorageUnavailable } from '@filmgate/core';

/** Runs an operation on the spool's disk: a system call that failed becomes the port's fault, its path in the cause only. */
export async function onSpool<Result>(
  doing: string,
  operation: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const message = `The folder for uploads cannot ${doing} (${code}).`;
    throw new StorageUnavailable(message, { applied: 'no', cause: error });
  }
}

function systemCode(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem && typeof error.code === 'string' ? error.code : undefined;
}
