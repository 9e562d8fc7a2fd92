/** When the last logout in this browser was: the other tabs are told of each change. */
const key = 'filmgate.logged-out';

/** Tells the other tabs of a logout in this one. */
export function reportLogout(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Where keeping is forbidden, the other tabs hear it from the server at their next request.
  }
}

/** Calls back on a logout in another tab. */
export function onLogoutElsewhere(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) listener();
  });
}
