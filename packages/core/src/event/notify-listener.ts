/**
 * Calls a listener of the host. Its exception or rejection goes to `failed`: the announced change is committed, and a
 * listener must never end the process.
 */
export function notifyListener(listener: () => unknown, failed: (error: unknown) => void): void {
  try {
    const reported = listener();
    if (reported !== undefined) Promise.resolve(reported).catch(failed);
  } catch (error) {
    failed(error);
  }
}
