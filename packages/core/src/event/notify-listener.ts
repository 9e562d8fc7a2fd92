/** Calls a listener of the host; its exception or rejection goes to `failed`, since none may end the process. */
export function notifyListener(listener: () => unknown, failed: (error: unknown) => void): void {
  try {
    const returned = listener();
    if (returned !== undefined) Promise.resolve(returned).catch(failed);
  } catch (error) {
    failed(error);
  }
}
