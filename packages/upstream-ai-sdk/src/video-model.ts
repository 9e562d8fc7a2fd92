import type { Experimental_VideoModelV4 } from '@ai-sdk/provider';

/** A video model of `ai` 7: `doStart` orders, `doStatus` reads. Its `doGenerate`, which waits, is never called. */
export type VideoModel = Pick<Experimental_VideoModelV4, 'doStart' | 'doStatus'>;

/**
 * Makes the model for one call, by the factory of its package. Its `apiKey` may be any text, because the gateway writes
 * the login of the account over the model's: no secret reaches the model.
 */
export type MakeModel = (call: {
  /** Name of the model, from the route. */
  readonly model: string;
  /** Base URL of the endpoint, without a slash at its end. */
  readonly baseUrl: string;
  /** The only way to the provider. A model that uses another one breaks the promise to pay once. */
  readonly fetch: typeof fetch;
}) => VideoModel;
