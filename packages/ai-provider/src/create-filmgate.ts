import {
  type Experimental_VideoModelV4 as VideoModelV4,
  InvalidArgumentError,
  NoSuchModelError,
  type ProviderV4,
} from '@ai-sdk/provider';
import { FilmgateVideoModel } from './video-model.ts';

/** Settings of the connection to one gateway. */
export interface FilmgateProviderSettings {
  /** URL of the Video Task API with its version: `http://127.0.0.1:8788/v1`. */
  readonly baseURL: string;
  /** Key of an API user; the environment variable `FILMGATE_API_KEY`, read at each call, if absent. */
  readonly apiKey?: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the `fetch` of the runtime. */
  readonly fetch?: typeof globalThis.fetch;
  /** Makes the idempotency keys of orders without one; a random UUID if absent. */
  readonly generateId?: () => string;
}

/** A gateway as a provider of the AI SDK. It has video models only. */
export interface FilmgateProvider extends ProviderV4 {
  /** Returns a model by its id or alias in the catalog of the gateway. */
  video(modelId: string): VideoModelV4;
  /** Same as `video`, under the name that registries of the AI SDK call. */
  videoModel(modelId: string): VideoModelV4;
}

/**
 * Creates the provider for one gateway. Nothing is sent before a model is used.
 *
 * @throws InvalidArgumentError if the base URL is invalid or contains a user name
 */
export function createFilmgate(settings: FilmgateProviderSettings): FilmgateProvider {
  const { baseURL, apiKey, headers = {}, generateId = () => crypto.randomUUID() } = settings;
  const parsed = URL.parse(baseURL);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') {
    const message = 'baseURL must be a URL such as http://127.0.0.1:8788/v1, without a user name.';
    throw new InvalidArgumentError({ argument: 'baseURL', message });
  }
  const url = baseURL.replace(/\/+$/, '');
  const gateway = { baseURL: url, apiKey, headers, fetch: settings.fetch };
  const video = (modelId: string) => new FilmgateVideoModel(modelId, gateway, generateId);
  const noSuch = (modelType: NoSuchModelError['modelType']) => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType });
  };
  return {
    specificationVersion: 'v4',
    video,
    videoModel: video,
    languageModel: noSuch('languageModel'),
    embeddingModel: noSuch('embeddingModel'),
    imageModel: noSuch('imageModel'),
  };
}
