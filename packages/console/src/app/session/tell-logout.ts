/** When somebody last logged out in this browser: the other tabs are told of each change. */
const key = 'filmgate.logged-out';

/** Tells the other tabs that somebody logged out in this one. */
export function tellLogout(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Where keeping is forbidden, the other tabs hear it from the server at their next request.
  }
}

/** Calls back when somebody logged out in another tab. */
export function onLogoutElsewhere(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) listener();
  });
}
