import type { GatewayPorts, UpstreamClient } from '@filmgate/core';
import { overlay } from '../fault/overlay.ts';

const quick = {
  minimumPollIntervalMs: 50,
  sendTimeoutMs: 3_000,
  probeEveryMs: 500,
} as const;
const quickSearchMs = 100;

/** Replaces the client of each endpoint. */
export function withClients(
  ports: GatewayPorts,
  replace: (client: UpstreamClient) => UpstreamClient,
): GatewayPorts {
  const upstreams = [...ports.upstreams].map(
    ([endpoint, client]) => [endpoint, replace(client)] as const,
  );
  return { ...ports, upstreams: new Map(upstreams) };
}

/** Endpoints polled at once instead of every few seconds; a hanging submission is soon aborted. */
export function withQuickEndpoints(ports: GatewayPorts): GatewayPorts {
  return withClients(ports, (client) => {
    const { reconcileAfterMs, ...others } = client.capabilities();
    const search = reconcileAfterMs === null ? null : quickSearchMs;
    const capabilities = () => ({ ...others, ...quick, reconcileAfterMs: search });
    return overlay(client, { capabilities });
  });
}
