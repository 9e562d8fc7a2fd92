/** What a load generator is to do. */
export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: RequestPlan;
  /** The server's processes, and the core they are kept on, for the processor accounts. */
  readonly pids: readonly number[];
  readonly core: number;
  /** Bytes read from a socket at once. */
  readonly readBytes?: number;
}

/** The requests of one slice; every connection sends its next one when the last was answered. */
export type RequestPlan =
  /** Creations, each with a random `Idempotency-Key` of its own. */
  | { readonly kind: 'create'; readonly key: string }
  /** Reads of tasks at random, each with its owner's key. */
  | {
      readonly kind: 'poll';
      readonly tasksFile: string;
      readonly from: number;
      readonly to: number;
    }
  /** The same request again and again. */
  | {
      readonly kind: 'get';
      readonly path: string;
      readonly headers: { readonly [name: string]: string };
    };

/** What came of it. */
export interface LoadReport {
  /** Answers within the slice. */
  readonly answers: number;
  /** Answers other than 2xx. */
  readonly refusals: number;
  readonly seconds: number;
  /** Bytes received within the slice, answers not yet complete included. */
  readonly receivedBytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server, in ns; null where the system keeps no account. */
  readonly processorNs: number | null;
  /** What other processes took of the server's core, 0 to 1; null as above. */
  readonly foreignShare: number | null;
}
