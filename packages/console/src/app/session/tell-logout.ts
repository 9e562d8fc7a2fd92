/** Time of the last logout in this browser: other tabs receive an event for each change. */
const key = 'filmgate.logged-out';

/** Signals a logout of this tab to the other tabs. */
export function reportLogout(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Storage may be forbidden: the other tabs then learn of the logout with their next request.
  }
}

/** Calls back on a logout in another tab. */
export function onLogoutElsewhere(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) listener();
  });
}
