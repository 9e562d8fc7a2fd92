import {
  createOutboundProxy,
  createProxiedConnector,
  type OutboundProxy,
  parseProxyUrl,
} from '@filmgate/runtime-node';
import type { ConnectorFactory } from '@filmgate/upstream-http';
import type { Settings } from '../settings/settings-schema.ts';

/** Settings of the way to providers. */
export type ProxySettings = Pick<Settings, 'HTTPS_PROXY' | 'NO_PROXY'>;

/** Returns the proxy of the settings; undefined if every call is direct. */
export function outboundProxy({ HTTPS_PROXY, NO_PROXY }: ProxySettings): OutboundProxy | undefined {
  if (HTTPS_PROXY === undefined) return undefined;
  const reading = parseProxyUrl(HTTPS_PROXY);
  if (reading.kind === 'refused') throw new Error('HTTPS_PROXY was not checked.');
  return createOutboundProxy(reading.proxy, NO_PROXY);
}

/** Returns the connectors of calls to endpoints; undefined if every call is direct. */
export function connectorsBy(settings: ProxySettings): ConnectorFactory | undefined {
  const proxy = outboundProxy(settings);
  if (proxy === undefined) return undefined;
  return (options) => createProxiedConnector(proxy, options);
}
