import type { GenerationRequest, Route, SubmitOutcome, UpstreamClient } from '@filmgate/core';
import { createTaskProvider } from '../../src/engine/create-task-provider.ts';
import type { LinkAsset, ProviderDescription } from '../../src/engine/provider-description.ts';
import {
  linkOf,
  readSampleAsset,
  sampleAccount,
  sampleCorrelationId,
  sampleRequest,
  sampleRoute,
} from './sample-request.ts';
import { type ScriptedResponse, ScriptedTransport } from './scripted-transport.ts';
import type { TransportCall } from '../../src/engine/transport.ts';

/** Instant of everything here, in ms since 1970. */
export const sampleNow = Date.UTC(2026, 10, 22, 12);

/** Opens a described provider whose endpoint has scripted responses. */
export function openEngine(
  description: ProviderDescription,
  response: (call: TransportCall) => ScriptedResponse,
  linkAsset: LinkAsset = async (asset) => linkOf(asset),
): { readonly client: UpstreamClient; readonly transport: ScriptedTransport } {
  const transport = new ScriptedTransport(response);
  const [endpoint] = Object.entries(description.endpoints);
  const client = createTaskProvider(description, {
    endpoint: {
      id: endpoint?.[0] ?? 'endpoint-1',
      baseUrl: endpoint?.[1].baseUrl ?? 'http://10.0.0.5:8000/v1',
      resultHosts: endpoint?.[1].resultHosts ?? [],
      isConfigured: endpoint === undefined,
    },
    transport,
    openUrl: async () => ({ kind: 'refused', message: 'There is no network.' }),
    now: () => sampleNow,
    linkAsset,
  });
  return { client, transport };
}

export interface SubmitWish {
  readonly request?: Partial<GenerationRequest>;
  readonly route?: Partial<Route>;
  readonly secret?: string;
}

/** Prepares, saves as a store would, and submits. */
export async function submitSample(
  client: UpstreamClient,
  { request = {}, route = {}, secret }: SubmitWish = {},
): Promise<SubmitOutcome> {
  const account = secret === undefined ? sampleAccount : { ...sampleAccount, secret };
  const prepared = client.prepare({
    request: sampleRequest(request),
    route: sampleRoute(route),
    account,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
  return await client.submit({
    account,
    submission: JSON.parse(JSON.stringify(prepared)),
    correlationId: sampleCorrelationId,
    deadlineAt: sampleNow + 60_000,
    readAsset: readSampleAsset,
    signal: new AbortController().signal,
  });
}
