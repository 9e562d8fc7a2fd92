import type { PollOutcome, SubmitOutcome, UpstreamClient } from '@filmgate/core';
import {
  createTaskProvider,
  NotSent,
  type ProviderDescription,
  type TransportCall,
  type TransportResponse,
} from '@filmgate/upstream-http';
import { type AiSdkVideos, aiSdkVideos, type MakeModel } from '../../src/index.ts';
import { carriage, factsOf } from './makers.ts';
import { requestOf } from './request-of.ts';

export const baseUrl = 'https://api.clips.example/v1';
export const secret = 'secret-of-the-studio';
const account = { id: 'account-1', label: 'studio', secret };
const now = Date.UTC(2026, 11, 1, 12);
const sha256 = 'a'.repeat(64);
const route = { endpoint: 'clips', model: 'clip-1', rank: 1 };
export const frame = {
  kind: 'image',
  role: 'first_frame',
  assetId: null,
  sha256,
  contentType: 'image/png',
  size: 3,
} as const;

/** A scripted response; `body` as text is no JSON. */
export interface Scripted {
  readonly status: number;
  readonly body: object | string;
}

interface Act {
  readonly makeModel: MakeModel;
  /** Returns the response to a request that left, or throws for the connection. `index`: from 0. */
  readonly respond?: (index: number, call: TransportCall) => Scripted | Promise<Scripted>;
  readonly own?: Partial<AiSdkVideos>;
}

/** Opens a model that a test wrote in front of a scripted provider, whose refusal is 429 with the code `busy`. */
export function openScripted({ makeModel, respond, own }: Act) {
  const description = aiSdkVideos({
    protocol: 'clips',
    displayName: 'Clips',
    endpoints: { clips: { baseUrl, resultHosts: [] } },
    models: [factsOf(route.model, { audio: 'optional' })],
    carriage,
    options: ({ resolution }) => ({ providerOptions: { clips: { resolution } } }),
    refusals: [
      {
        status: 429,
        code: 'busy',
        kind: 'rate_limited',
        scope: 'account',
        source: 'the test',
        read: '2026-12-01',
      },
    ],
    readRefusal: ({ body }) =>
      JSON.stringify(body).includes('busy') ? { code: 'busy', message: 'busy' } : undefined,
    makeModel,
    ...own,
  }).describe({});
  const { client, left } = openDescribed(description, {
    baseUrl,
    respond: respond ?? (() => ({ status: 200, body: { id: 'clip-7' } })),
  });
  return { client, left, submit: submitter(client), poll: poller(client) };
}

/** Opens a description in front of a scripted provider. */
export function openDescribed(
  description: ProviderDescription,
  scripted: { readonly baseUrl: string } & Required<Pick<Act, 'respond'>>,
) {
  const left: TransportCall[] = [];
  const client = createTaskProvider(description, {
    endpoint: { id: 'clips', baseUrl: scripted.baseUrl, resultHosts: [], isConfigured: true },
    transport: {
      send: async (call) => {
        if (call.signal.aborted || call.mayStart?.() === false) throw new NotSent('too late');
        const { status, body } = await scripted.respond(left.push(call) - 1, call);
        return responseOf(status, typeof body === 'string' ? body : JSON.stringify(body));
      },
    },
    openUrl: async (url) => ({ kind: 'refused', message: `opened ${url}` }),
    now: () => now,
  });
  return { client, left };
}

function responseOf(status: number, text: string): TransportResponse {
  const fields = { contentType: null, contentEncoding: null, contentLength: null };
  const body = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  return { status, ...fields, etag: null, contentRange: null, retryAfter: null, body };
}

interface Wish {
  readonly request?: Partial<ReturnType<typeof requestOf>>;
  /** Time left, in ms. */
  readonly leftMs?: number;
  readonly signal?: AbortSignal;
}

function submitter(client: UpstreamClient) {
  return async ({ request, leftMs = 60_000, signal }: Wish = {}): Promise<SubmitOutcome> => {
    const submission = client.prepare({
      request: { ...requestOf('xai', 'a boat'), ...request },
      route,
      account,
      correlationId: 'correlation-1',
      noticeUrl: null,
    });
    return await client.submit({
      account,
      submission: JSON.parse(JSON.stringify(submission)),
      correlationId: 'correlation-1',
      deadlineAt: now + leftMs,
      signal: signal ?? new AbortController().signal,
      readAsset: async () => new Uint8Array([1, 2, 3]),
    });
  };
}

/** Operation of the work that is read. */
const operation = { id: 'clip-7' };

function poller(client: UpstreamClient) {
  return async (ignored?: readonly string[]): Promise<PollOutcome> => {
    const noted = ignored === undefined ? {} : { ignored: [...ignored] };
    const value = { model: route.model, operation, ...noted };
    const signal = AbortSignal.timeout(5_000);
    return await client.poll({ account, handle: { version: 1, value }, signal });
  };
}
