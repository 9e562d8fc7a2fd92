/** Policy of live events. Durations in ms, sizes in bytes. */
export interface LiveEventsSettings {
  /** How many connections one owner may have: each change is written to all of them. */
  readonly mostConnections: number;
  /** How often credentials of open connections are checked again, besides before each push. */
  readonly recheckMs: number;
  /** Number of rechecks between two pings of one connection; a peer that has not answered by the next ping is dropped. */
  readonly rechecksPerPing: number;
  /** How much older than the last event a resumed course begins: covers clocks that differ and changes saved out of turn. */
  readonly overlapMs: number;
  /** The most changes a resumed connection gets; beyond that, the server tells it to list again. */
  readonly mostReplayed: number;
  /** How much a connection's buffers may hold before changes wait outside, only the last one of each job. */
  readonly bufferedBytes: number;
  /** How much may wait like that before the connection is closed as too slow. */
  readonly mostWaiting: number;
  readonly mostWaitingBytes: number;
  /** Messages a caller may send between two pings; they are ignored. */
  readonly mostInbound: number;
  /** How long a closing server waits for its peers to say goodbye. */
  readonly goodbyeMs: number;
}

export const defaultLiveEventsSettings: LiveEventsSettings = {
  mostConnections: 64,
  recheckMs: 5_000,
  rechecksPerPing: 6,
  overlapMs: 30_000,
  mostReplayed: 2_000,
  bufferedBytes: 256 * 1024,
  mostWaiting: 2_000,
  mostWaitingBytes: 16 * 1024 * 1024,
  mostInbound: 100,
  goodbyeMs: 2_000,
};
