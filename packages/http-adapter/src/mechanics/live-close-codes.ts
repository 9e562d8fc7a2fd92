/** Why a live connection was closed by us (RFC 6455 §7.4): `resume` by the last event id, or `stop`. */
export const liveCloseCodes = {
  /** The server is going away: resume, elsewhere or later. */
  goingAway: 1001,
  /** The caller sends too much: stop. */
  inboundFlood: 1008,
  /** The store could not be asked: resume later. */
  serverFault: 1011,
  /** The caller reads too slowly: resume. */
  tooSlow: 1013,
  /** The key or the session is no longer accepted: stop. */
  credentialEnded: 4401,
} as const;
