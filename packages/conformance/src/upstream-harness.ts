import type {
  GenerationRequest,
  Route,
  UpstreamAccount,
  UpstreamClient,
  UpstreamHandle,
} from '@filmgate/core';

/** One isolated upstream with a client for it, opened for one law. */
export interface UpstreamHarness {
  readonly client: UpstreamClient;
  /**
   * The same client with its provider at another base URL, where a server of the kit watches the wire: redirects, connections. Null
   * for a client that does not speak HTTP.
   */
  readonly clientAt: ((baseUrl: string) => UpstreamClient) | null;
  /** The route all its requests take. */
  readonly route: Route;
  /** An account the upstream serves; its secret, when it has one, must never come back from the client. */
  readonly account: UpstreamAccount;
  /** An account whose login the upstream does not take (any more); null where the upstream knows no logins. */
  readonly lockedOutAccount: UpstreamAccount | null;
  readonly requests: {
    /** Is accepted and ends with a result. */
    readonly succeeds: GenerationRequest;
    /** Is accepted and ends as failed; null where this upstream can never say so. */
    readonly fails: GenerationRequest | null;
    /** Is refused before acceptance, in the upstream's own shape. */
    readonly refused: GenerationRequest;
    /** Each is accepted, and then the response is lost in another way: reset, silence, a 5xx, garbage. At least one. */
    readonly responseLost: readonly [GenerationRequest, ...GenerationRequest[]];
  };
  /**
   * Has the upstream accept the request that succeeds once more under the same name, which no upstream should do; absent where it never does.
   */
  readonly acceptTwin?: (correlationId: string) => Promise<void>;
  /** A well-formed handle of a job the upstream never had. */
  readonly strangeHandle: UpstreamHandle;
  /** How many submissions the upstream itself counts as accepted so far. */
  accepted(): Promise<number>;
  /** The wall clock the client reads, in ms since 1970. */
  now(): number;
  /** Lets time pass for upstream and client, so that jobs get on and waiting calls end. */
  advance(ms: number): Promise<void>;
  /** Takes everything down. Called once per law, also after a failure. */
  dispose(): Promise<void>;
}
