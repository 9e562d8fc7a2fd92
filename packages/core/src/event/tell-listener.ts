/**
 * Calls a listener of the host. What it throws or rejects with goes to `failed`: the change it heard of is committed, and
 * nothing of a listener may end the process.
 */
export function tellListener(listener: () => unknown, failed: (error: unknown) => void): void {
  try {
    const told = listener();
    if (told !== undefined) Promise.resolve(told).catch(failed);
  } catch (error) {
    failed(error);
  }
}
