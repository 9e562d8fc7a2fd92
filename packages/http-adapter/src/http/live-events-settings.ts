/** Policy of live events. Durations in ms, sizes in bytes. */
export interface LiveEventsSettings {
  /** Maximum connections of one owner: each change is written to all of them. */
  readonly mostConnections: number;
  /** Interval at which credentials of open connections are checked again, besides before each push. */
  readonly recheckMs: number;
  /** Rechecks between two pings of one connection; a peer that has not answered by the next ping is dropped. */
  readonly rechecksPerPing: number;
  /** Overlap of a resumed course with the last event: covers differing clocks and changes saved out of order. */
  readonly overlapMs: number;
  /** Maximum changes replayed to a resumed connection; beyond it, the server asks the client to list again. */
  readonly mostReplayed: number;
  /** Maximum bytes in a connection's buffers before changes wait outside, only the last one of each job. */
  readonly bufferedBytes: number;
  /** Maximum bytes waiting outside before the connection is closed as too slow. */
  readonly mostWaiting: number;
  readonly mostWaitingBytes: number;
  /** Maximum messages of a caller between two pings; their contents are ignored. */
  readonly mostInbound: number;
  /** Maximum time a closing server waits for its peers to close. */
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
