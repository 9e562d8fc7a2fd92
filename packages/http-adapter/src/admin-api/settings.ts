/** Policy of administrator sessions. Durations in ms. */
export interface AdminApiSettings {
  /** How long a session may rest. */
  readonly sessionIdleMs: number;
  /** How long a session lasts at most. */
  readonly sessionMaxMs: number;
  /** Failed logins of one user from one caller (an IPv4 address, or an IPv6 /64) after which the next is refused unseen. */
  readonly loginFailures: number;
  /** The same of one caller, whatever the names. */
  readonly loginFailuresOfCaller: number;
  /** The same of one IPv6 /48. */
  readonly loginFailuresOfSite: number;
  /** How long a failed login counts. */
  readonly loginWindowMs: number;
}

const minuteMs = 60_000;

/** Bounds of login and administration [login.expiry]. */
export const defaultAdminApiSettings: AdminApiSettings = {
  sessionIdleMs: 30 * minuteMs,
  sessionMaxMs: 12 * 60 * minuteMs,
  loginFailures: 5,
  loginFailuresOfCaller: 20,
  loginFailuresOfSite: 100,
  loginWindowMs: 15 * minuteMs,
};
