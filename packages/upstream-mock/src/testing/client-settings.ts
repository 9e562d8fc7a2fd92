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
export type ClientSettings = ReturnType<typeof createClientSettings>;

/**
 * @param url - of the space, without a slash at the end
 * @param fetchMock - `fetch` that calls the mock
 */
export function createClientSettings(url: string, fetchMock: typeof fetch) {
  const at = (wire: string) => url + basePath(wire);
  const fetchFal = fetchFalAt(at('fal'), fetchMock);
  return {
    /** For `new OpenAI(…)` of `openai`. */
    openai: (key = usualKey) => ({ apiKey: key, baseURL: at('openai-videos') }),
    /** For `new RunwayML(…)` of `@runwayml/sdk`. */
    runway: (key = usualKey) => ({ apiKey: key, baseURL: at('runway') }),
    /** For `new Replicate(…)` of `replicate`. */
    replicate: (key = usualKey) => ({ auth: key, baseUrl: at('replicate') }),
    /** For `new GoogleGenAI(…)` of `@google/genai`, which makes videos by Vertex only. */
    google: (key = usualKey) => ({
      vertexai: true as const,
      apiKey: key,
      httpOptions: { baseUrl: at('google') },
    }),
    /** For `new OpenRouter(…)` of `@openrouter/sdk`. */
    openrouter: (key = usualKey) => ({ apiKey: key, serverURL: at('openrouter') }),
    /** For `new Luma(…)` of `luma-agents`. */
    luma: (key = usualKey) => ({ authToken: key, baseURL: at('luma') }),
    /** For `createFalClient(…)` of `@fal-ai/client`, which has no base URL. */
    fal: (key = usualKey) => ({ credentials: `${key}:secret`, fetch: fetchFal }),
    aiSdk: aiSdkSettings(url, { fetch: fetchMock, fetchFal }),
    /** Environment variables for a child process whose client reads them. */
    env: (client: ClientWithEnvironment, key = usualKey) => environmentOf(client, at, key),
  };
}

function environmentOf(
  client: ClientWithEnvironment,
  at: (wire: string) => string,
  key: string,
): { readonly [name: string]: string } {
  switch (client) {
    case 'openai':
      return { OPENAI_BASE_URL: at('openai-videos'), OPENAI_API_KEY: key };
    case 'runway':
      return { RUNWAYML_BASE_URL: at('runway'), RUNWAYML_API_SECRET: key };
    case 'google':
      return {
        GOOGLE_GENAI_USE_VERTEXAI: 'true',
        GOOGLE_VERTEX_BASE_URL: at('google'),
        GOOGLE_API_KEY: key,
      };
    case 'openrouter':
      return { OPENROUTER_BASE_URL: at('openrouter'), OPENROUTER_API_KEY: key };
  }
}

/** Options for the AI SDK. `download` is for `generateVideo` of `ai`, which by default calls no loopback address. */
function aiSdkSettings(
  url: string,
  { fetch, fetchFal }: Readonly<Record<'fetch' | 'fetchFal', typeof globalThis.fetch>>,
) {
  const by = { fetch, download: downloadBy(fetch) };
  return {
    /** `apiKey` and `fetch` are for `createFal(…)` of `@ai-sdk/fal`. */
    fal: (key = usualKey) => ({ ...by, apiKey: `${key}:secret`, fetch: fetchFal }),
    /** `apiToken`, `baseURL` and `fetch` are for `createReplicate(…)` of `@ai-sdk/replicate`. */
    replicate: (key = usualKey) => ({ ...by, apiToken: key, baseURL: url + basePath('replicate') }),
    /** For `createMiniMax(…)` of `@ai-sdk/minimax`, including the text options, although the mock makes no texts. */
    minimax: (key = usualKey) => ({
      ...by,
      apiKey: key,
      baseURL: `${url}/minimax/anthropic/v1`,
      videoBaseURL: url + basePath('minimax'),
    }),
    /** `apiKey`, `baseURL` and `fetch` are for `createXai(…)` of `@ai-sdk/xai`. */
    xai: (key = usualKey) => ({ ...by, apiKey: key, baseURL: url + basePath('xai') }),
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
