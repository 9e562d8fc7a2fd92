import type { UpstreamClient } from '@filmgate/core';
import { createOpenGuarded, parseAllowedHosts } from '@filmgate/runtime-node';
import {
  createHttpTransport,
  createTaskProvider,
  type LinkAsset,
  type LinkSeal,
  type OpenUrl,
} from '@filmgate/upstream-http';
import type { DescribedEndpoint } from './endpoints.ts';
import { connectorsBy, outboundProxy, type ProxySettings } from './outbound-proxy.ts';

/** Limits of one fetch of a video, in bytes and ms; the core aborts a slow one earlier. */
const videoBytes = 16 * 1024 ** 3;
const videoTimeoutMs = 6 * 3_600_000;
const videoIdleMs = 60_000;

/** A client that reads and sends at one endpoint, and a function that closes it. */
export interface OpenClient {
  readonly client: UpstreamClient;
  close(): Promise<void>;
}

export interface ClientParts {
  readonly now: () => number;
  readonly settings: ProxySettings;
  /** Absent = the client stores nothing. */
  readonly links?: LinkSeal;
  /** Undefined = providers read no references at links. */
  readonly linkAsset?: LinkAsset | undefined;
}

/** Opens the client of an endpoint without calling it. */
export function openClient(
  { endpoint, description, isNoticed }: DescribedEndpoint,
  { now, settings, links, linkAsset }: ClientParts,
): OpenClient {
  const { baseUrl, origins } = endpoint;
  const transport = createHttpTransport(baseUrl, origins, connectorsBy(settings));
  const openUrl = createOpenUrl(settings);
  return {
    client: createTaskProvider(description, {
      endpoint,
      transport,
      openUrl,
      isNoticed,
      now,
      ...(links !== undefined && { links }),
      ...(linkAsset !== undefined && { linkAsset }),
    }),
    close: () => transport.close(),
  };
}

/** Creates the opener of the results of providers. */
export function createOpenUrl(settings: ProxySettings): OpenUrl {
  const proxy = outboundProxy(settings);
  return async (url, { hosts, signal, redirects, resume }) => {
    const allowed = parseAllowedHosts(hosts.join(','));
    if (allowed.kind === 'refused') return { kind: 'refused', message: 'no host is allowed' };
    const open = createOpenGuarded({
      allowedHosts: allowed.hosts,
      maxBytes: videoBytes,
      timeoutMs: videoTimeoutMs,
      idleTimeoutMs: videoIdleMs,
      // No caller chooses these names: they are a provider's, below a domain that a list names.
      ...(proxy !== undefined && { proxy, namesToProxy: true }),
    });
    const opened = await open(url, { signal, redirects, ...(resume !== undefined && { resume }) });
    if (opened.kind === 'refused') {
      const { proxyFault, ...refusal } = opened;
      if (proxyFault === undefined) return refusal;
      return { ...refusal, message: `${refusal.message} Reason: ${proxyFault}.` };
    }
    const { body, contentLength: length, contentType, startsAt, validator } = opened;
    return { kind: 'opened', body, length, contentType, startsAt, validator };
  };
}
