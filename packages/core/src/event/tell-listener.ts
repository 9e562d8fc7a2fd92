/**
 * Calls a listener of the host. What it throws or rejects with goes to `failed`: the change it heard of is committed, and
 * nothing of a listener may end the process.
 */
export function notifyListener(listener: () => unknown, failed: (error: unknown) => void): void {
  try {
    const reported = listener();
    if (reported !== undefined) Promise.resolve(reported).catch(failed);
  } catch (error) {
    failed(error);
  }
}
