import { basePath } from '../wires/personality-names.ts';

/** Key of an account without limits, for tests that need no specific account. */
const usualKey = 'studio';

/** Downloads the video of an AI SDK's result. */
export type DownloadVideo = (wanted: {
  readonly url: URL;
}) => Promise<{ data: Uint8Array; mediaType: string | undefined }>;

/** Clients that read their base URL from the environment. */
export type ClientWithEnvironment = 'openai' | 'runway' | 'google' | 'openrouter';

/** Options that point official clients at a space. `key`: the account, default `studio` [mock.test-api.clients]. */
export interface ClientSettings {
  /** For `new OpenAI(…)` of `openai`. */
  openai(key?: string): { readonly apiKey: string; readonly baseURL: string };
  /** For `new RunwayML(…)` of `@runwayml/sdk`. */
  runway(key?: string): { readonly apiKey: string; readonly baseURL: string };
  /** For `new Replicate(…)` of `replicate`. */
  replicate(key?: string): { readonly auth: string; readonly baseUrl: string };
  /** For `new GoogleGenAI(…)` of `@google/genai`, which makes videos by Vertex only. */
  google(key?: string): {
    readonly vertexai: true;
    readonly apiKey: string;
    readonly httpOptions: { readonly baseUrl: string };
  };
  /** For `new OpenRouter(…)` of `@openrouter/sdk`. */
  openrouter(key?: string): { readonly apiKey: string; readonly serverURL: string };
  /** For `new Luma(…)` of `luma-agents`. */
  luma(key?: string): { readonly authToken: string; readonly baseURL: string };
  /** For `createFalClient(…)` of `@fal-ai/client`, which has no base URL. */
  fal(key?: string): { readonly credentials: string; readonly fetch: typeof fetch };
  readonly aiSdk: {
    /**
     * `apiKey` and `fetch` are for `createFal(…)` of `@ai-sdk/fal`, `download` is for `generateVideo` of `ai`, which by
     * default downloads nothing from a loopback address.
     */
    fal(key?: string): {
      readonly apiKey: string;
      readonly fetch: typeof fetch;
      readonly download: DownloadVideo;
    };
    /** `apiToken`, `baseURL` and `fetch` are for `createReplicate(…)` of `@ai-sdk/replicate`, `download` as for fal. */
    replicate(key?: string): {
      readonly apiToken: string;
      readonly baseURL: string;
      readonly fetch: typeof fetch;
      readonly download: DownloadVideo;
    };
    /**
     * For `createMiniMax(…)` of `@ai-sdk/minimax`, including the text options, although the mock makes no texts;
     * `download` as for fal.
     */
    minimax(key?: string): {
      readonly apiKey: string;
      readonly baseURL: string;
      readonly videoBaseURL: string;
      readonly fetch: typeof fetch;
      readonly download: DownloadVideo;
    };
    /** `apiKey`, `baseURL` and `fetch` are for `createXai(…)` of `@ai-sdk/xai`, `download` as for fal. */
    xai(key?: string): {
      readonly apiKey: string;
      readonly baseURL: string;
      readonly fetch: typeof fetch;
      readonly download: DownloadVideo;
    };
  };
  /** Environment variables for a child process whose client reads them. */
  env(client: ClientWithEnvironment, key?: string): { readonly [name: string]: string };
}

/**
 * @param url - of the space, without a slash at the end
 * @param fetchMock - `fetch` that calls the mock
 */
export function createClientSettings(url: string, fetchMock: typeof fetch): ClientSettings {
  const fetchFal = fetchFalAt(url + basePath('fal'), fetchMock);
  const environments = environmentsAt(url);
  return {
    openai: (key = usualKey) => ({ apiKey: key, baseURL: url + basePath('openai-videos') }),
    runway: (key = usualKey) => ({ apiKey: key, baseURL: url + basePath('runway') }),
    replicate: (key = usualKey) => ({ auth: key, baseUrl: url + basePath('replicate') }),
    google: (key = usualKey) => ({
      vertexai: true,
      apiKey: key,
      httpOptions: { baseUrl: url + basePath('google') },
    }),
    openrouter: (key = usualKey) => ({ apiKey: key, serverURL: url + basePath('openrouter') }),
    luma: (key = usualKey) => ({ authToken: key, baseURL: url + basePath('luma') }),
    fal: (key = usualKey) => ({ credentials: `${key}:secret`, fetch: fetchFal }),
    aiSdk: aiSdkSettings(url, { fetchMock, fetchFal }),
    env: (client, key = usualKey) => environments[client](key),
  };
}

/** Environment variables of each client, from a key. */
function environmentsAt(url: string): {
  readonly [client in ClientWithEnvironment]: (key: string) => { readonly [name: string]: string };
} {
  return {
    openai: (key) => ({ OPENAI_BASE_URL: url + basePath('openai-videos'), OPENAI_API_KEY: key }),
    runway: (key) => ({ RUNWAYML_BASE_URL: url + basePath('runway'), RUNWAYML_API_SECRET: key }),
    google: (key) => ({
      GOOGLE_GENAI_USE_VERTEXAI: 'true',
      GOOGLE_VERTEX_BASE_URL: url + basePath('google'),
      GOOGLE_API_KEY: key,
    }),
    openrouter: (key) => ({
      OPENROUTER_BASE_URL: url + basePath('openrouter'),
      OPENROUTER_API_KEY: key,
    }),
  };
}

function aiSdkSettings(
  url: string,
  by: { readonly fetchMock: typeof fetch; readonly fetchFal: typeof fetch },
): ClientSettings['aiSdk'] {
  const download = downloadBy(by.fetchMock);
  return {
    fal: (key = usualKey) => ({ apiKey: `${key}:secret`, fetch: by.fetchFal, download }),
    replicate: (key = usualKey) => ({
      apiToken: key,
      baseURL: url + basePath('replicate'),
      fetch: by.fetchMock,
      download,
    }),
    minimax: (key = usualKey) => ({
      apiKey: key,
      baseURL: `${url}/minimax/anthropic/v1`,
      videoBaseURL: url + basePath('minimax'),
      fetch: by.fetchMock,
      download,
    }),
    xai: (key = usualKey) => ({
      apiKey: key,
      baseURL: url + basePath('xai'),
      fetch: by.fetchMock,
      download,
    }),
  };
}

/** Sends each call to the mock with the original URL in a header, as fal's own proxies do. */
function fetchFalAt(url: string, fetchMock: typeof fetch): typeof fetch {
  return async (wanted, init) => {
    const request = wanted instanceof Request ? wanted : undefined;
    const headers = new Headers(init?.headers ?? request?.headers);
    headers.set('x-fal-target-url', wanted instanceof Request ? wanted.url : String(wanted));
    const call = request === undefined ? { ...init } : await copyOf(request, init);
    return await fetchMock(url, { ...call, headers });
  };
}

/** Options of another request with the same content. */
async function copyOf(request: Request, init: RequestInit = {}): Promise<RequestInit> {
  const { method, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  return { method, signal, body, ...init };
}

function downloadBy(fetchMock: typeof fetch): DownloadVideo {
  return async ({ url }) => {
    const response = await fetchMock(url);
    if (!response.ok) throw new Error(`The video was not served: status ${response.status}.`);
    const data = new Uint8Array(await response.arrayBuffer());
    return { data, mediaType: response.headers.get('content-type') ?? undefined };
  };
}
