/** How a store reaches its server, and what it demands of it. */
export interface RedisSettings {
  /** `redis://[user:password@]host[:port][/database]`, `rediss://` for TLS, or `unix:///path/to/socket`. */
  readonly url: string;
  /** Names the store on the server; default `filmgate`. */
  readonly prefix: string;
  /**
   * What may be lost when the server's machine loses power. `every-write`: nothing that was answered.
   * `every-second`: up to two seconds of answered writes, which can mean a second payment for one job.
   */
  readonly durability: 'every-write' | 'every-second';
  /**
   * The operator's word that a server that does not show its settings (CONFIG is forbidden on many managed ones) keeps
   * what `durability` says, never evicts, and does not fail over to a replica that may lack answered writes.
   */
  readonly vouched: boolean;
  /** How long one command may stay unanswered, in ms. */
  readonly answerWithinMs: number;
  /** How long the outcome of a change whose answer was lost is asked for again, in ms. */
  readonly settleWithinMs: number;
  /** Pause before a lost connection is made anew, in ms. */
  readonly reconnectAfterMs: number;
  /**
   * Shortest pause before a server that is another one than before, or was started again, is worked with, in ms: so that a node that knows
   * more of what it had answered can say so before one that knows less goes on. Nodes that lived a moment ago are waited for longer.
   */
  readonly graceMs: number;
  /** For how long a node counts as living after its last sign of life, in ms by the server's clock; it gives one each second. */
  readonly nodeLivesMs: number;
  /** The clock of this node, by which instants are told to the store, ms since 1970. */
  readonly wallNow: () => number;
}

/** What is not said otherwise. */
export const defaultRedisSettings = {
  prefix: 'filmgate',
  durability: 'every-write',
  vouched: false,
  answerWithinMs: 2000,
  settleWithinMs: 8000,
  reconnectAfterMs: 100,
  graceMs: 1000,
  nodeLivesMs: 10_000,
  wallNow: () => Date.now(),
} as const satisfies Omit<RedisSettings, 'url'>;
