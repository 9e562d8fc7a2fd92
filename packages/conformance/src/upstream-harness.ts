import type {
  GenerationRequest,
  Route,
  UpstreamAccount,
  UpstreamClient,
  UpstreamHandle,
} from '@filmgate/core';

/** One isolated provider with a client for it, opened for one law. */
export interface UpstreamHarness {
  readonly client: UpstreamClient;
  /** Creates the client for a base URL where the kit watches the wire; null for a client that does not speak HTTP. */
  readonly clientAt: ((baseUrl: string) => UpstreamClient) | null;
  /** Route of all requests. */
  readonly route: Route;
  /** An account of the provider; its secret, when it has one, must never be returned by the client. */
  readonly account: UpstreamAccount;
  /** An account whose login the provider does not accept (any more); null where the provider has no logins. */
  readonly lockedOutAccount: UpstreamAccount | null;
  readonly requests: {
    /** A request that is accepted and ends with a result. */
    readonly succeeds: GenerationRequest;
    /** A request that is accepted and ends as failed; null where this provider never reports a failure. */
    readonly fails: GenerationRequest | null;
    /** A request that is refused before acceptance, in the provider's own shape. */
    readonly refused: GenerationRequest;
    /** Accepted requests whose responses are lost, each in another way: reset, silence, a 5xx, garbage. */
    readonly responseLost: readonly [GenerationRequest, ...GenerationRequest[]];
  };
  /** Makes the provider wrongly accept the succeeding request again under the same name; absent where it never does. */
  readonly acceptTwin?: (correlationId: string) => Promise<void>;
  /** A well-formed handle of a job the provider never had. */
  readonly strangeHandle: UpstreamHandle;
  /** Number of submissions the provider itself counts as accepted so far. */
  accepted(): Promise<number>;
  /** The wall clock the client reads, in ms since 1970. */
  now(): number;
  /** Advances the time of provider and client, so that jobs progress and waiting calls end. */
  advance(ms: number): Promise<void>;
  /** Takes everything down. Called once per law, also after a failure. */
  dispose(): Promise<void>;
}
